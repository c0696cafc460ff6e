// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/library.h"

#include <memory>

namespace parterre {

/// Loads the kernels of resources/kernels. One library serves every partition of the device.
/// A GPU that kernelImage() holds no code for gets them compiled by NVRTC; UnsupportedError is
/// thrown where there is none. A simulated GPU knows them by name and needs neither.
std::shared_ptr<Library> loadEmbeddedKernels(const std::shared_ptr<const Context>& context);

} // namespace parterre
