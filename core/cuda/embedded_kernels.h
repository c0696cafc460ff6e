// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/library.h"

#include <memory>

namespace parterre {

/// Loads the kernels of resources/kernels. One library serves every partition of the device.
/// Throws UnsupportedError on a real GPU when this build has none (see kernelImage()); a simulated
/// GPU knows them by name and does not need the image.
std::shared_ptr<Library> loadEmbeddedKernels(const std::shared_ptr<const Context>& context);

} // namespace parterre
