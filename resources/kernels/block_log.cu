// SPDX-License-Identifier: Apache-2.0
// Every kernel of the catalogue is there twice: as it is, and as NAME_timed, whose blocks write
// where and when they ran. So a run without the SM timeline pays nothing for it.
#ifndef PARTERRE_BLOCK_LOG
#define PARTERRE_BLOCK_LOG

/// core/workload/block_log.cpp and the simulator read and write the same.
struct BlockRecord {
    unsigned long long start; ///< by %globaltimer, in nanoseconds
    unsigned long long end;
    unsigned int smId;
    unsigned int unused;
};

/// The log: how many blocks ended, in the first 8 bytes, and the records of the first `capacity`
/// of them. What does not fit is counted and not written: no block ever waits for room.
static __device__ __forceinline__ void
writeToLog(unsigned char* log, unsigned int capacity, unsigned long long start) {
    unsigned long long end;
    unsigned int smId;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
    asm volatile("mov.u32 %0, %%smid;" : "=r"(smId));
    const unsigned long long index = atomicAdd(reinterpret_cast<unsigned long long*>(log), 1ULL);
    if (index >= capacity)
        return;
    BlockRecord* const record =
        reinterpret_cast<BlockRecord*>(log + sizeof(unsigned long long)) + index;
    record->start = start;
    record->end = end;
    record->smId = smId;
    record->unused = 0;
}

/// PARTERRE_KERNEL(fma, 256, (a, b), float a, int b): kernels parterre_fma and parterre_fma_timed
/// for blocks of up to 256 threads, which do fmaBlock(a, b). The start waits in shared memory, so
/// that it takes no register from the kernel.
#define PARTERRE_KERNEL(name, mostThreads, arguments, ...)                                         \
    extern "C" __global__ void __launch_bounds__(mostThreads) parterre_##name(__VA_ARGS__) {       \
        name##Block arguments;                                                                     \
    }                                                                                              \
    extern "C" __global__ void __launch_bounds__(mostThreads)                                      \
        parterre_##name##_timed(__VA_ARGS__, unsigned char* log, unsigned int capacity) {          \
        __shared__ unsigned long long start;                                                       \
        if (threadIdx.x == 0) {                                                                    \
            unsigned long long now;                                                                \
            asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));                                \
            start = now;                                                                           \
        }                                                                                          \
        name##Block arguments;                                                                     \
        __syncthreads();                                                                           \
        if (threadIdx.x == 0)                                                                      \
            writeToLog(log, capacity, start);                                                      \
    }

#endif
