// SPDX-License-Identifier: Apache-2.0
// Copies `vectors` times 16 bytes: what a partition can move through memory. Four loads in flight a
// thread before the first store; every grid size copies everything (grid-stride loop).
#include "block_log.cu"

static __device__ __forceinline__ void copyBlock(
    uint4* __restrict__ destination, const uint4* __restrict__ source, unsigned long long vectors) {
    constexpr int unroll = 4;
    const unsigned long long block = static_cast<unsigned long long>(blockDim.x) * unroll;
    const unsigned long long stride = block * gridDim.x;
    unsigned long long first = block * blockIdx.x + threadIdx.x;

    for (; first + (unroll - 1) * blockDim.x < vectors; first += stride) {
        uint4 held[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            held[u] = source[first + u * blockDim.x];
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            destination[first + u * blockDim.x] = held[u];
    }
    for (int u = 0; u < unroll; ++u) {
        const unsigned long long last = first + u * blockDim.x;
        if (last < vectors)
            destination[last] = source[last];
    }
}

PARTERRE_KERNEL(
    copy, 256, (destination, source, vectors), uint4* __restrict__ destination,
    const uint4* __restrict__ source, unsigned long long vectors)
