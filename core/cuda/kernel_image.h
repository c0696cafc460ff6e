// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace parterre {

/// The kernels of resources/kernels as one image for cuLibraryLoadData, aligned as the driver wants
/// it. Empty when Parterre was built without a CUDA Toolkit.
std::span<const std::byte> kernelImage();

} // namespace parterre
