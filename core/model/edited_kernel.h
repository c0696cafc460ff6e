// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace parterre {

/// A catalogue's kernel as somebody rewrote it. It is launched as the workload launches its own:
/// the same name, parameters and shape.
struct EditedKernel {
    static constexpr std::size_t mostBytes = std::size_t{1} << 20; ///< of the text
    static constexpr std::chrono::seconds leastLimit{1};           ///< of timeLimit
    static constexpr std::chrono::seconds mostLimit{600};          ///< of timeLimit
    static constexpr std::chrono::seconds usualLimit{5};           ///< of timeLimit

    std::string workload; ///< catalogue name of the workload whose kernel it takes the place of
    std::string file;     ///< what diagnostics and sentences call it: "fma.cu"
    std::string text;     ///< CUDA C++; may include the catalogue's other files
    /// How long nothing of it may come to an end before the engine ends, which is all that stops a
    /// kernel that runs.
    std::chrono::seconds timeLimit = usualLimit;

    friend bool operator==(const EditedKernel&, const EditedKernel&) = default;
    friend auto operator<=>(const EditedKernel&, const EditedKernel&) = default;
};

/// The JSON object that editedKernelFromJson() reads.
void to_json(Json& json, const EditedKernel& kernel);
/// Throws InputError naming the field.
EditedKernel editedKernelFromJson(const JsonReader& reader);

} // namespace parterre
