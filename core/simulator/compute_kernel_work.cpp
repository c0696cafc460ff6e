// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/kernel_work.h"

namespace parterre {
namespace {

/// Adds a number, modulo 2^32, to the word at the address.
MemoryEffect addition(abi::CUdeviceptr word, std::uint32_t number) {
    MemoryEffect effect;
    effect.writes = {word, sizeof number};
    effect.change = [number](std::byte* written) {
        std::uint32_t held = 0;
        std::memcpy(&held, written, sizeof held);
        held += number;
        std::memcpy(written, &held, sizeof held);
    };
    return effect;
}

/// x → factor · x + term, so many times over, as one such step.
struct AffineSteps {
    std::uint32_t factor = 1;
    std::uint32_t term = 0;

    static AffineSteps of(std::uint32_t factor, std::uint32_t term, unsigned long long count) {
        AffineSteps all;
        for (AffineSteps one{factor, term}; count > 0; count /= 2) {
            if (count % 2 != 0)
                all = all.then(one);
            one = one.then(one);
        }
        return all;
    }
    AffineSteps then(const AffineSteps& next) const {
        return {factor * next.factor, term * next.factor + next.term};
    }
};

} // namespace

/// parterre_divergent(unsigned* sum, unsigned iterations, unsigned ways): 16 multiply-adds a thread
/// and iteration; a warp takes its ways one after the other. Integer multiply-adds go at half the
/// pace of those in fp32.
KernelWork divergentWork(const KernelLaunch& launch) {
    constexpr unsigned stepsPerIteration = 16;
    constexpr double operationsPerStep = 2;
    constexpr double slowerThanFp32 = 2;
    constexpr unsigned long long warp = 32;
    const auto steps = argument<unsigned>(launch, 1) * 1ULL * stepsPerIteration;
    const auto ways = std::max(argument<unsigned>(launch, 2), 1U);
    std::uint32_t ofBlock = 0;
    for (unsigned way = 0; way < std::min<unsigned long long>(ways, launch.threadsPerBlock);
         ++way) {
        const auto all = AffineSteps::of(1664525U, way + 1, steps);
        ofBlock += (way * all.factor + all.term) *
                   static_cast<std::uint32_t>((launch.threadsPerBlock + ways - 1 - way) / ways);
    }
    KernelWork work;
    work.effect = addition(
        argument<abi::CUdeviceptr>(launch, 0), ofBlock * static_cast<std::uint32_t>(launch.blocks));
    work.flops = threadsOf(launch) * static_cast<double>(steps) * operationsPerStep *
                 slowerThanFp32 * static_cast<double>(std::min<unsigned long long>(ways, warp));
    return work;
}

/// parterre_tensor(unsigned* sum, unsigned iterations): 2^24 operations a block and iteration, and
/// what they add up to.
KernelWork tensorWork(const KernelLaunch& launch) {
    constexpr double operationsPerIteration = 1 << 24;
    constexpr std::uint32_t addedPerIteration = 512 * 3 * 5;
    const auto iterations = argument<unsigned>(launch, 1);
    KernelWork work;
    work.effect = addition(
        argument<abi::CUdeviceptr>(launch, 0),
        addedPerIteration * iterations * static_cast<std::uint32_t>(launch.blocks));
    work.tensorFlops = operationsPerIteration * iterations * static_cast<double>(launch.blocks);
    return work;
}

/// parterre_cluster(unsigned* sum, unsigned rounds): 64 bytes a thread and round, of the next
/// block's shared memory, whose words are that block's rank in the cluster and 1. How fast that
/// goes is a guess.
KernelWork clusterWork(const KernelLaunch& launch) {
    constexpr double bytesEach = 64;
    constexpr std::uint32_t wordsEach = 16;
    constexpr double bytesPerSmAndSecond = 100e9;
    const auto rounds = argument<unsigned>(launch, 1);
    const std::uint32_t size = launch.clusterBlocks;
    const auto clusters = static_cast<std::uint32_t>(launch.blocks / size);
    KernelWork work;
    work.effect = addition(
        argument<abi::CUdeviceptr>(launch, 0),
        clusters * (size * (size + 1) / 2) * static_cast<std::uint32_t>(launch.threadsPerBlock) *
            wordsEach * rounds);
    const double sms =
        std::min(static_cast<double>(launch.smIds.size()), static_cast<double>(launch.blocks));
    work.seconds = threadsOf(launch) * bytesEach * rounds / (sms * bytesPerSmAndSecond);
    return work;
}

/// parterre_cooperative(unsigned* sum, unsigned long long* arrived, unsigned* written, unsigned
/// rounds): every block finds every round right. How long a wait takes is a guess; what is in the
/// kernel's two scratch buffers afterwards is not modelled.
KernelWork cooperativeWork(const KernelLaunch& launch) {
    constexpr double secondsPerWait = 1.2e-6;
    constexpr double secondsPerBlock = 1e-9; // which counts itself in, one after the other
    const auto rounds = argument<unsigned>(launch, 3);
    KernelWork work;
    work.effect = addition(
        argument<abi::CUdeviceptr>(launch, 0), rounds * static_cast<std::uint32_t>(launch.blocks));
    work.seconds = rounds * (secondsPerWait + secondsPerBlock * static_cast<double>(launch.blocks));
    return work;
}

/// parterre_idle(unsigned long long nanoseconds): each block stays for so long.
KernelWork idleWork(const KernelLaunch& launch) {
    KernelWork work;
    work.seconds =
        wavesOf(launch) * static_cast<double>(argument<unsigned long long>(launch, 0)) * 1e-9;
    return work;
}

} // namespace parterre
