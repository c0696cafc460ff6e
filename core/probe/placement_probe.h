// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/library.h"
#include "core/cuda/stream.h"

#include <memory>
#include <vector>

namespace parterre {

/// Where kernels of that stream really run: the SM ids (%smid), ascending, that its context's
/// kernels were seen on. Runs many more blocks than the context has SMs, each staying for a while,
/// until two rounds in a row find no SM that is not known yet. Takes some milliseconds; on a GPU
/// busy with something else longer. `library` is loaded for the occasion unless given
/// (loadEmbeddedKernels()). Throws CudaError.
std::vector<int> observeSmIds(
    const Context& context, const Stream& stream, std::shared_ptr<const Library> library = nullptr);

} // namespace parterre
