// SPDX-License-Identifier: Apache-2.0
// NvrtcLibrary::Functions beside the toolkit's nvrtc.h: when this compiles, each function takes as
// many parameters as we pass it, each as wide, and answers the same.
#include "core/cuda/nvrtc_library.h"
#include "tests/core/driver/same_signature.h"

#include <nvrtc.h>

using Functions = parterre::NvrtcLibrary::Functions;

#define SAME_FUNCTION(name)                                                                        \
    static_assert(                                                                                 \
        parterre::test::SameSignature<decltype(Functions::name), decltype(&::name)>::value)

SAME_FUNCTION(nvrtcVersion);
SAME_FUNCTION(nvrtcGetNumSupportedArchs);
SAME_FUNCTION(nvrtcGetSupportedArchs);
SAME_FUNCTION(nvrtcGetErrorString);
SAME_FUNCTION(nvrtcCreateProgram);
SAME_FUNCTION(nvrtcDestroyProgram);
SAME_FUNCTION(nvrtcCompileProgram);
SAME_FUNCTION(nvrtcGetProgramLogSize);
SAME_FUNCTION(nvrtcGetProgramLog);
SAME_FUNCTION(nvrtcGetCUBINSize);
SAME_FUNCTION(nvrtcGetCUBIN);
SAME_FUNCTION(nvrtcGetPTXSize);
SAME_FUNCTION(nvrtcGetPTX);
static_assert(NVRTC_SUCCESS == 0);
// Each of them is in the list above.
static_assert(sizeof(Functions) == 13 * sizeof(void*));
