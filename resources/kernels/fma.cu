// SPDX-License-Identifier: Apache-2.0
// fp32 multiply-adds and next to nothing else: what a partition's SMs can compute.
//
// Eight independent chains a thread hide the latency of the multiply-add; 64 steps a chain between
// two branches keep the loop's own instructions below one in a hundred, in 8 KiB of code, which the
// instruction caches hold. One iteration is 8 x 64 multiply-adds, 1024 floating-point operations, a
// thread (core/workload/fma_workload.cpp counts on it).
#include "block_log.cu"

static __device__ __forceinline__ void
fmaBlock(float* sink, unsigned int iterations, float factor, float term) {
    constexpr int chains = 8;
    constexpr int steps = 64;
    float x[chains];
#pragma unroll
    for (int c = 0; c < chains; ++c)
        x[c] = static_cast<float>(threadIdx.x + c);

#pragma unroll 1
    for (unsigned int i = 0; i < iterations; ++i) {
#pragma unroll
        for (int s = 0; s < steps; ++s) {
#pragma unroll
            for (int c = 0; c < chains; ++c)
                x[c] = fmaf(x[c], factor, term);
        }
    }

    float sum = 0;
#pragma unroll
    for (int c = 0; c < chains; ++c)
        sum += x[c];
    // Never true for a positive factor and term, which the compiler can't know: so it has to
    // compute the sum, and nothing is written.
    if (sum < 0)
        sink[blockIdx.x] = sum;
}

PARTERRE_KERNEL(
    fma, 256, (sink, iterations, factor, term), float* sink, unsigned int iterations, float factor,
    float term)
