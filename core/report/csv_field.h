// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace parterre {

/// A text as a field of a CSV file (RFC 4180): quoted where it has to be.
std::string csvField(const std::string& text);

} // namespace parterre
