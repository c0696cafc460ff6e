// SPDX-License-Identifier: Apache-2.0
// Reads `vectors` times 16 bytes, each once, and adds all their 32-bit words to `sum`: what a
// partition can get out of memory. With `intensity`, each 16 bytes come with so many fp32
// multiply-adds, one after the other, until computing and not the memory is what takes the time.
#include "block_log.cu"
#include "memory_access.cu"

/// All blocks sweep over the memory together, as copy.cu's do.
static __device__ __forceinline__ void readBlock(
    unsigned int* sum, const uint4* __restrict__ source, unsigned long long vectors,
    unsigned int intensity) {
    constexpr int unroll = 4;
    const unsigned long long block = static_cast<unsigned long long>(blockDim.x) * unroll;
    unsigned int words = 0;
    float computed = 1;
    for (unsigned long long first = block * blockIdx.x + threadIdx.x; first < vectors;
         first += block * gridDim.x) {
        uint4 held[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u) {
            const unsigned long long index = first + u * blockDim.x;
            held[u] = index < vectors ? loadOnce(source + index) : make_uint4(0, 0, 0, 0);
        }
#pragma unroll
        for (int u = 0; u < unroll; ++u) {
            words += held[u].x + held[u].y + held[u].z + held[u].w;
            for (unsigned int i = 0; i < intensity; ++i)
                computed = fmaf(computed, 0.5F, 1.0F);
        }
    }
    // Never true, which the compiler does not know: so it has to compute.
    if (computed < 0)
        words = 0;
    addToSum(sum, words);
}

PARTERRE_KERNEL(
    read, 1024, (sum, source, vectors, intensity), unsigned int* sum,
    const uint4* __restrict__ source, unsigned long long vectors, unsigned int intensity)
