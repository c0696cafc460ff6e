// SPDX-License-Identifier: Apache-2.0
// Writes `value` to every 32-bit word of `vectors` times 16 bytes, to be read back and checked.
#include "block_log.cu"

static __device__ __forceinline__ void
fillBlock(uint4* destination, unsigned long long vectors, unsigned int value) {
    const unsigned long long stride = static_cast<unsigned long long>(blockDim.x) * gridDim.x;
    const uint4 held = make_uint4(value, value, value, value);
    unsigned long long index =
        static_cast<unsigned long long>(blockDim.x) * blockIdx.x + threadIdx.x;
    for (; index < vectors; index += stride)
        destination[index] = held;
}

PARTERRE_KERNEL(
    fill, 256, (destination, vectors, value), uint4* destination, unsigned long long vectors,
    unsigned int value)
