// SPDX-License-Identifier: Apache-2.0
// A grid that waits for all its blocks, `rounds` times over; to be launched cooperatively, so that
// all of them run at once. Between two waits every block writes the round's number and then reads
// the one that its neighbour wrote: `sum` counts how often that was right.
//
// `arrived` counts the blocks that came to a wait, launch after launch; `written` has two words for
// each block, for even and odd rounds, since a quick block may be one round ahead.
#include "block_log.cu"

static __device__ __forceinline__ void cooperativeBlock(
    unsigned int* sum, unsigned long long* arrived, unsigned int* written, unsigned int rounds) {
    unsigned int right = 0;
    for (unsigned int round = 0; round < rounds; ++round) {
        __syncthreads();
        if (threadIdx.x == 0) {
            volatile unsigned int* const now = written + round % 2 * gridDim.x;
            now[blockIdx.x] = round;
            __threadfence();
            const unsigned long long ticket = atomicAdd(arrived, 1ULL);
            const unsigned long long last = ticket - ticket % gridDim.x + gridDim.x;
            while (*static_cast<volatile unsigned long long*>(arrived) < last) {
            }
            __threadfence();
            right += now[(blockIdx.x + 1) % gridDim.x] == round ? 1 : 0;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, right);
}

PARTERRE_KERNEL(
    cooperative, 1024, (sum, arrived, written, rounds), unsigned int* sum,
    unsigned long long* arrived, unsigned int* written, unsigned int rounds)
