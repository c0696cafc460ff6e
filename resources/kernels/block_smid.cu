// SPDX-License-Identifier: Apache-2.0
// Writes the SM of each block: smIds[blockIdx.x] = %smid. In a launch with clusters of n blocks,
// each n neighbours are one cluster, so the SMs they write can run clusters together. Each block
// stays for one to four times `spinNanoseconds`, so that blocks end out of step and later clusters
// find other SMs free.

extern "C" __global__ void parterre_block_smid(
    unsigned int* smIds, unsigned int capacity, unsigned long long spinNanoseconds) {
    unsigned int smid;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
    if (threadIdx.x == 0 && blockIdx.x < capacity)
        smIds[blockIdx.x] = smid;

    const unsigned long long stay = spinNanoseconds * (1 + ((blockIdx.x * 2654435761U) >> 30));
    unsigned long long start;
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - start < stay);
}
