// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace parterre {

/// The path of the program that runs, whatever it was started as.
std::string ownProgram();

} // namespace parterre
