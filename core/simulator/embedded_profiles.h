// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace parterre {

/// One file of resources/devices, as it was when the program was built.
struct EmbeddedProfile {
    std::string_view id;   ///< the file's name without ".json"
    std::string_view text; ///< the whole file, JSON
};

/// Defined in a source file that CMake writes (EmbedProfiles.cmake).
std::span<const EmbeddedProfile> embeddedProfiles();

} // namespace parterre
