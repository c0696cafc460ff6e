// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace parterre::cli {

/// RFC 4180: a field with a comma, a quote or a line end is quoted.
std::string csvField(const std::string& text);

} // namespace parterre::cli
