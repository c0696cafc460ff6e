// SPDX-License-Identifier: Apache-2.0
// Blocks that hold their places on the SMs and sleep there for `nanoseconds`.
#include "block_log.cu"

static __device__ __forceinline__ void idleBlock(unsigned long long nanoseconds) {
    unsigned long long start;
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do {
#if __CUDA_ARCH__ >= 700
        __nanosleep(1000);
#endif
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - start < nanoseconds);
}

PARTERRE_KERNEL(idle, 1024, (nanoseconds), unsigned long long nanoseconds)
