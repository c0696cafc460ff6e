// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace parterre {

/// Text as HTML and SVG want it, in elements and in quoted attributes; control characters, which
/// XML can't hold, become spaces.
std::string escaped(std::string_view text);

} // namespace parterre
