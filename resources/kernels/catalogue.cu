// SPDX-License-Identifier: Apache-2.0
// All kernels as one translation unit, so that they are embedded as one image. The simulator knows
// them by name and parameters: change both together.
#include "block_smid.cu"
#include "cluster.cu"
#include "cooperative.cu"
#include "copy.cu"
#include "custom.cu"
#include "divergent.cu"
#include "fill.cu"
#include "fma.cu"
#include "idle.cu"
#include "l2.cu"
#include "read.cu"
#include "smid.cu"
#include "tensor.cu"
