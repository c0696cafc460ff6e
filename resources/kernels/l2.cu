// SPDX-License-Identifier: Apache-2.0
// Reads the same `vectors` times 16 bytes again and again, `passes` times, past L1, and adds all
// their 32-bit words to `sum` each time. Where they fit into L2, that is what answers.
#include "block_log.cu"
#include "memory_access.cu"

static __device__ __forceinline__ void
l2Block(unsigned int* sum, const uint4* source, unsigned long long vectors, unsigned int passes) {
    constexpr int unroll = 4;
    const unsigned long long threads = static_cast<unsigned long long>(blockDim.x) * gridDim.x;
    const unsigned long long first =
        static_cast<unsigned long long>(blockDim.x) * blockIdx.x + threadIdx.x;
    unsigned int words = 0;
    for (unsigned int pass = 0; pass < passes; ++pass) {
        for (unsigned long long index = first; index < vectors; index += unroll * threads) {
            uint4 held[unroll];
#pragma unroll
            for (int u = 0; u < unroll; ++u)
                held[u] = index + u * threads < vectors ? loadFromL2(source + index + u * threads)
                                                        : make_uint4(0, 0, 0, 0);
#pragma unroll
            for (int u = 0; u < unroll; ++u)
                words += held[u].x + held[u].y + held[u].z + held[u].w;
        }
    }
    addToSum(sum, words);
}

PARTERRE_KERNEL(
    l2, 1024, (sum, source, vectors, passes), unsigned int* sum, const uint4* source,
    unsigned long long vectors, unsigned int passes)
