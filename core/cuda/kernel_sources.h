// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/cuda_compiler.h"

namespace parterre {

/// The kernels of resources/kernels as text, as one translation unit: what kernelImage() is made
/// from, for GPUs that it has no code for.
CudaSource kernelSources();

} // namespace parterre
