// SPDX-License-Identifier: Apache-2.0
// Copies `vectors` times 16 bytes: what a partition can move through memory. Every grid size copies
// everything.
#include "block_log.cu"
#include "memory_access.cu"

/// All blocks sweep over the memory together (grid-stride loop), `unroll` loads of a thread in
/// flight before its first store.
template <int unroll>
static __device__ __forceinline__ void copySweep(
    uint4* __restrict__ destination, const uint4* __restrict__ source, unsigned long long vectors) {
    const unsigned long long block = static_cast<unsigned long long>(blockDim.x) * unroll;
    const unsigned long long stride = block * gridDim.x;
    unsigned long long first = block * blockIdx.x + threadIdx.x;

    for (; first + (unroll - 1) * blockDim.x < vectors; first += stride) {
        uint4 held[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            held[u] = loadOnce(source + first + u * blockDim.x);
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            storeOnce(destination + first + u * blockDim.x, held[u]);
    }
    for (int u = 0; u < unroll - 1; ++u) {
        const unsigned long long last = first + u * blockDim.x;
        if (last < vectors)
            storeOnce(destination + last, loadOnce(source + last));
    }
}

/// Few blocks keep each SM busy with four vectors a thread. Where there are so many that a thread
/// has hardly a second turn, their order keeps the sweep narrow instead, which is what the memory
/// likes best (tests/bench/bench_copy_variants).
static __device__ __forceinline__ void copyBlock(
    uint4* __restrict__ destination, const uint4* __restrict__ source, unsigned long long vectors) {
    if (2ULL * blockDim.x * gridDim.x >= vectors)
        copySweep<1>(destination, source, vectors);
    else
        copySweep<4>(destination, source, vectors);
}

PARTERRE_KERNEL(
    copy, 1024, (destination, source, vectors), uint4* __restrict__ destination,
    const uint4* __restrict__ source, unsigned long long vectors)
