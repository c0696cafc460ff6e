// SPDX-License-Identifier: Apache-2.0
// A kernel of your own begins here: what customBlock() does is up to you. It is given `count` words
// of memory that belong to the partition alone, as many as "working_set_mib" asks for, zero before
// the first launch; and `launch`, the number of launches before this one. The grid has
// "blocks_per_sm" blocks of "block_size" threads for each SM of the partition, up to 1024 threads a
// block. Its rate is in launches a second.
#include "block_log.cu"

static __device__ __forceinline__ void
customBlock(unsigned int* words, unsigned long long count, unsigned int launch) {
    const unsigned long long threads = static_cast<unsigned long long>(blockDim.x) * gridDim.x;
    const unsigned long long first =
        static_cast<unsigned long long>(blockDim.x) * blockIdx.x + threadIdx.x;
    for (unsigned long long i = first; i < count; i += threads)
        words[i] = launch;
}

PARTERRE_KERNEL(
    custom, 1024, (words, count, launch), unsigned int* words, unsigned long long count,
    unsigned int launch)
