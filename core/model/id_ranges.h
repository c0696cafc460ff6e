// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parterre {

/// SM ids as ranges: "0-5, 16" for ascending ids 0,1,2,3,4,5,16; empty for none.
std::string rangesOf(
    const std::vector<int>& ids, std::string_view separator = ", ", std::string_view dash = "-");

} // namespace parterre
