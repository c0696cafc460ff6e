// SPDX-License-Identifier: Apache-2.0
// Writes `value` to every 32-bit word of `vectors` times 16 bytes, to be read back and checked.

extern "C" __global__ void __launch_bounds__(256)
    parterre_fill(uint4* destination, unsigned long long vectors, unsigned int value) {
    const unsigned long long stride = static_cast<unsigned long long>(blockDim.x) * gridDim.x;
    const uint4 held = make_uint4(value, value, value, value);
    unsigned long long index =
        static_cast<unsigned long long>(blockDim.x) * blockIdx.x + threadIdx.x;
    for (; index < vectors; index += stride)
        destination[index] = held;
}
