// SPDX-License-Identifier: Apache-2.0
// Counts, for each SM, the blocks that ran on it: counts[%smid]. Each block stays for
// `spinNanoseconds`, so that no SM is passed over because another one was quicker to finish.

extern "C" __global__ void
parterre_smid(unsigned int* counts, unsigned int capacity, unsigned long long spinNanoseconds) {
    unsigned int smid;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
    if (threadIdx.x == 0 && smid < capacity)
        atomicAdd(&counts[smid], 1U);

    unsigned long long start;
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (now - start < spinNanoseconds);
}
