// SPDX-License-Identifier: Apache-2.0
// Loads and stores that say how they use the caches, and the sum over a block's threads; included
// by kernels.
#ifndef PARTERRE_MEMORY_ACCESS
#define PARTERRE_MEMORY_ACCESS

/// Data that is read once: it is not to push anything else out of L1.
static __device__ __forceinline__ uint4 loadOnce(const uint4* address) {
    uint4 held;
#if __CUDA_ARCH__ >= 700
    asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
        : "=r"(held.x), "=r"(held.y), "=r"(held.z), "=r"(held.w)
        : "l"(address));
#else
    held = *address;
#endif
    return held;
}

/// Data that is not read again soon.
static __device__ __forceinline__ void storeOnce(uint4* address, uint4 held) {
    asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(address), "r"(held.x),
                 "r"(held.y), "r"(held.z), "r"(held.w)
                 : "memory");
}

/// From L2, every time: L1 is passed by, and the compiler keeps no copy either.
static __device__ __forceinline__ uint4 loadFromL2(const uint4* address) {
    uint4 held;
    asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(held.x), "=r"(held.y), "=r"(held.z), "=r"(held.w)
                 : "l"(address));
    return held;
}

/// Adds what each thread has to a word in memory, once a warp. All threads of the warp must call
/// it; whatever the order, the word ends up the same, since it counts modulo 2^32.
static __device__ __forceinline__ void addToSum(unsigned int* sum, unsigned int mine) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        mine += __shfl_xor_sync(0xffffffffU, mine, distance);
    if (threadIdx.x % 32 == 0)
        atomicAdd(sum, mine);
}

#endif
