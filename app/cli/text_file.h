// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace parterre::cli {

/// All of a file. Throws InputError naming `option` if it can't be read.
std::string readTextFile(const std::string& path, const std::string& option);

} // namespace parterre::cli
