// SPDX-License-Identifier: Apache-2.0
#include "core/engine/own_program.h"

#include <filesystem>

namespace parterre {

std::string ownProgram() {
    return std::filesystem::read_symlink("/proc/self/exe").string();
}

} // namespace parterre
