// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context.h"

#include <algorithm>
#include <cstddef>

namespace parterre {

/// Bytes for each of a partition's buffers: `most`, several times any L2, so that the memory itself
/// is measured; less where the partitions together would take more than half of what is free.
inline std::size_t
bufferSize(const Context& context, int partitionCount, int buffersEach, std::size_t most) {
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    const auto sharers =
        2 * static_cast<std::size_t>(partitionCount) * static_cast<std::size_t>(buffersEach);
    const std::size_t share = context.memory().free / sharers / mebibyte * mebibyte;
    return std::clamp(share, mebibyte, most);
}

} // namespace parterre
