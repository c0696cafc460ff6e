// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace parterre {

/// CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of this process, 1 to 100: the part of the GPU's SMs that its
/// kernels may use under MPS. Empty where it is not set, or is no such number.
std::optional<int> mpsActiveThreadPercentage();

} // namespace parterre
