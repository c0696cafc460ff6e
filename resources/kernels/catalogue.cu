// SPDX-License-Identifier: Apache-2.0
// All kernels as one translation unit, so that they are embedded as one image. The simulator knows
// them by name and parameters: change both together.
#include "block_smid.cu"
#include "copy.cu"
#include "fill.cu"
#include "fma.cu"
#include "smid.cu"
