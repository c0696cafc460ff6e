// SPDX-License-Identifier: Apache-2.0
// Integer multiply-adds in warps whose threads go `ways` different ways: thread i of a warp takes
// way i % ways, and a warp takes its ways one after the other. What all threads end up with is
// added to `sum`. One iteration is 16 multiply-adds, 32 operations, a thread
// (core/workload/divergent_workload.cpp and the simulator count on it and on the numbers below).
#include "block_log.cu"
#include "memory_access.cu"

static __device__ __forceinline__ void
divergentBlock(unsigned int* sum, unsigned int iterations, unsigned int ways) {
    constexpr int steps = 16;
    const unsigned int mine = threadIdx.x % ways;
    unsigned int x = mine;
    for (unsigned int way = 0; way < ways; ++way) {
        if (mine != way)
            continue;
#pragma unroll 1
        for (unsigned int i = 0; i < iterations; ++i) {
#pragma unroll
            for (int step = 0; step < steps; ++step)
                x = x * 1664525U + (way + 1);
        }
    }
    __syncwarp();
    addToSum(sum, x);
}

PARTERRE_KERNEL(
    divergent, 1024, (sum, iterations, ways), unsigned int* sum, unsigned int iterations,
    unsigned int ways)
