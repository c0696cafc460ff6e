// SPDX-License-Identifier: Apache-2.0
// Blocks of a cluster read each other's shared memory: in each of `rounds` rounds every thread
// reads four times 16 bytes of the next block's, and adds their words to `sum`. Needs compute
// capability 9.0. Each word of block r of a cluster is r + 1 (core/workload/cluster_workload.cpp
// and the simulator count on it). 64 bytes of dynamic shared memory a thread.
#include "block_log.cu"
#include "memory_access.cu"

static __device__ __forceinline__ void clusterBlock(unsigned int* sum, unsigned int rounds) {
#if __CUDA_ARCH__ >= 900
    constexpr unsigned int vectorsEach = 4;
    constexpr unsigned int bytesPerVector = 16;
    extern __shared__ uint4 shared[];
    unsigned int rank;
    unsigned int blocks;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    for (unsigned int v = 0; v < vectorsEach; ++v)
        shared[v * blockDim.x + threadIdx.x] = make_uint4(rank + 1, rank + 1, rank + 1, rank + 1);
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");

    const unsigned int here =
        static_cast<unsigned int>(__cvta_generic_to_shared(shared)) + threadIdx.x * bytesPerVector;
    unsigned int there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(there)
                 : "r"(here), "r"((rank + 1) % blocks));
    unsigned int words = 0;
    for (unsigned int round = 0; round < rounds; ++round) {
        uint4 held[vectorsEach];
#pragma unroll
        for (unsigned int v = 0; v < vectorsEach; ++v)
            asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(held[v].x), "=r"(held[v].y), "=r"(held[v].z), "=r"(held[v].w)
                         : "r"(there + v * blockDim.x * bytesPerVector));
#pragma unroll
        for (unsigned int v = 0; v < vectorsEach; ++v)
            words += held[v].x + held[v].y + held[v].z + held[v].w;
    }
    // A block that ended would take its shared memory away from who still reads it.
    asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
    addToSum(sum, words);
#endif
}

PARTERRE_KERNEL(cluster, 256, (sum, rounds), unsigned int* sum, unsigned int rounds)
