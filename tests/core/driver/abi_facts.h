// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace parterre::test {

/// CUDA_VERSION of the header that abi.h was compiled beside; see abi_beside_cuda_h.cpp.
int toolkitHeaderVersion();
int newestHeaderVersion();

} // namespace parterre::test
