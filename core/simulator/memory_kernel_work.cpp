// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/kernel_work.h"

namespace parterre {

/// parterre_read(unsigned* sum, const uint4* source, unsigned long long vectors, unsigned
/// intensity): adds all words to the sum; `intensity` multiply-adds a vector.
KernelWork readWork(const KernelLaunch& launch) {
    const auto vectors = argument<unsigned long long>(launch, 2);
    constexpr int vectorsHeld = 4;
    KernelWork work;
    work.effect = MemoryEffect::addSum(
        argument<abi::CUdeviceptr>(launch, 0),
        vectorsAt(argument<abi::CUdeviceptr>(launch, 1), vectors), 1);
    work.bytes = static_cast<double>(work.effect.sums->bytes);
    work.readsOnly = true;
    work.bytesInFlight = vectorsHeld * bytesPerVector;
    work.flops = 2.0 * static_cast<double>(vectors) * argument<unsigned>(launch, 3);
    work.alignment = 4; // of the sum; the vectors' own is not looked at
    return work;
}

/// parterre_l2(unsigned* sum, const uint4* source, unsigned long long vectors, unsigned passes):
/// adds all words to the sum, once a pass.
KernelWork l2Work(const KernelLaunch& launch) {
    const auto passes = argument<unsigned>(launch, 3);
    KernelWork work;
    work.effect = MemoryEffect::addSum(
        argument<abi::CUdeviceptr>(launch, 0),
        vectorsAt(argument<abi::CUdeviceptr>(launch, 1), argument<unsigned long long>(launch, 2)),
        passes);
    work.l2Bytes = static_cast<double>(work.effect.sums->bytes) * passes;
    return work;
}

} // namespace parterre
