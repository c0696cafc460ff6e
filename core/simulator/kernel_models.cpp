// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/kernel_models.h"

#include "core/simulator/kernel_work.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace parterre {
namespace {

/// parterre_fma(float* sink, unsigned iterations, float factor, float term): 1024 floating-point
/// operations a thread and iteration; writes nothing.
KernelWork fmaWork(const KernelLaunch& launch) {
    constexpr double operationsPerIteration = 1024;
    KernelWork work;
    work.flops = static_cast<double>(launch.blocks) * static_cast<double>(launch.threadsPerBlock) *
                 argument<unsigned>(launch, 1) * operationsPerIteration;
    return work;
}

/// parterre_copy(uint4* destination, const uint4* source, unsigned long long vectors).
KernelWork copyWork(const KernelLaunch& launch) {
    const auto vectors = argument<unsigned long long>(launch, 2);
    KernelWork work;
    work.effect = MemoryEffect::copy(
        vectorsAt(argument<abi::CUdeviceptr>(launch, 0), vectors),
        vectorsAt(argument<abi::CUdeviceptr>(launch, 1), vectors));
    work.alignment = bytesPerVector;
    work.bytes = 2.0 * static_cast<double>(work.effect.writes.bytes);
    // A thread's, between its loads and its stores. With so many blocks that it has one only,
    // others follow at once: measured, that is no slower on the whole GPU.
    constexpr int vectorsHeld = 4;
    work.bytesInFlight = 2.0 * vectorsHeld * bytesPerVector;
    return work;
}

/// parterre_fill(uint4* destination, unsigned long long vectors, unsigned value).
KernelWork fillWork(const KernelLaunch& launch) {
    KernelWork work;
    work.effect = MemoryEffect::fill(
        vectorsAt(argument<abi::CUdeviceptr>(launch, 0), argument<unsigned long long>(launch, 1)),
        argument<unsigned>(launch, 2));
    work.alignment = bytesPerVector;
    work.bytes = static_cast<double>(work.effect.writes.bytes);
    return work;
}

/// parterre_smid(unsigned* counts, unsigned capacity, unsigned long long spinNanoseconds): counts
/// the blocks that ran on each SM.
KernelWork smidWork(const KernelLaunch& launch) {
    const auto capacity = argument<unsigned>(launch, 1);
    const auto spin = static_cast<double>(argument<unsigned long long>(launch, 2));

    KernelWork work;
    work.seconds = wavesOf(launch) * spin * 1e-9;
    work.effect.writes = {argument<abi::CUdeviceptr>(launch, 0), capacity * sizeof(std::uint32_t)};
    work.effect.change = [capacity, blocks = launch.blocks,
                          smIds = launch.smIds](std::byte* written) {
        auto* const counts = reinterpret_cast<std::uint32_t*>(written);
        const unsigned long long everywhere = blocks / smIds.size();
        const unsigned long long more = blocks % smIds.size();
        for (std::size_t i = 0; i < smIds.size(); ++i)
            if (static_cast<unsigned>(smIds[i]) < capacity)
                counts[smIds[i]] += static_cast<std::uint32_t>(everywhere + (i < more ? 1 : 0));
    };
    return work;
}

/// parterre_block_smid(unsigned* smIds, unsigned capacity, unsigned long long spinNanoseconds):
/// writes the SM of each block. Blocks go round the SMs; a cluster's go to neighbours of one GPC,
/// and the GPC's next cluster begins one TPC further on. Which SMs of a GPC a real one takes is not
/// known.
KernelWork blockSmidWork(const KernelLaunch& launch) {
    const auto capacity = argument<unsigned>(launch, 1);
    const auto spin = static_cast<double>(argument<unsigned long long>(launch, 2));
    constexpr double meanStay = 2.5; // one to four times

    KernelWork work;
    work.seconds = wavesOf(launch) * meanStay * spin * 1e-9;
    const auto written = std::min<unsigned long long>(capacity, launch.blocks);
    work.effect.writes = {argument<abi::CUdeviceptr>(launch, 0), written * sizeof(std::uint32_t)};
    work.effect.change = [written, cluster = launch.clusterBlocks, smIds = launch.smIds,
                          homes = launch.clusterHomes](std::byte* bytes) {
        auto* const ids = reinterpret_cast<std::uint32_t*>(bytes);
        for (std::size_t block = 0; block < written; ++block) {
            if (homes.empty()) {
                ids[block] = static_cast<std::uint32_t>(smIds[block % smIds.size()]);
                continue;
            }
            constexpr std::size_t smsPerTpc = 2;
            const std::size_t index = block / cluster;
            const std::vector<int>& home = homes[index % homes.size()];
            const std::size_t first = index / homes.size() * smsPerTpc;
            ids[block] = static_cast<std::uint32_t>(home[(first + block % cluster) % home.size()]);
        }
    };
    return work;
}

/// parterre_custom(unsigned* words, unsigned long long count, unsigned launch): writes `launch`.
KernelWork customWork(const KernelLaunch& launch) {
    const auto count =
        std::min(argument<unsigned long long>(launch, 1), 1ULL << 50U); // as vectorsAt()
    KernelWork work;
    work.effect = MemoryEffect::fill(
        {argument<abi::CUdeviceptr>(launch, 0), static_cast<std::size_t>(count) * 4},
        argument<unsigned>(launch, 2));
    work.bytes = static_cast<double>(work.effect.writes.bytes);
    return work;
}

constexpr std::array models{
    KernelModel{"parterre_fma", {8, 4, 4, 4}, 256, 32, 0, fmaWork},
    KernelModel{"parterre_copy", {8, 8, 8}, 1024, 32, 0, copyWork},
    KernelModel{"parterre_fill", {8, 8, 4}, 256, 16, 0, fillWork},
    KernelModel{"parterre_smid", {8, 4, 8}, 1024, 16, 0, smidWork},
    KernelModel{"parterre_block_smid", {8, 4, 8}, 1024, 16, 0, blockSmidWork},
    KernelModel{"parterre_read", {8, 8, 8, 4}, 1024, 32, 0, readWork},
    KernelModel{"parterre_l2", {8, 8, 8, 4}, 1024, 32, 0, l2Work},
    KernelModel{"parterre_divergent", {8, 4, 4}, 1024, 16, 0, divergentWork},
    KernelModel{"parterre_tensor", {8, 4}, 256, 154, 10240, tensorWork},
    KernelModel{"parterre_cluster", {8, 4}, 256, 32, 0, clusterWork},
    KernelModel{"parterre_cooperative", {8, 8, 8, 4}, 1024, 32, 0, cooperativeWork},
    KernelModel{"parterre_custom", {8, 8, 4}, 1024, 16, 0, customWork},
    KernelModel{"parterre_idle", {8}, 1024, 16, 0, idleWork},
};

} // namespace

std::size_t KernelModel::parameterCount() const {
    return static_cast<std::size_t>(
        std::find(parameterBytes.begin(), parameterBytes.end(), std::size_t{0}) -
        parameterBytes.begin());
}

std::size_t KernelModel::parameterOffset(std::size_t index) const {
    std::size_t offset = 0;
    for (std::size_t i = 0; i <= index; ++i) {
        const std::size_t bytes = parameterBytes[i];
        offset = (offset + bytes - 1) / bytes * bytes;
        if (i < index)
            offset += bytes;
    }
    return offset;
}

std::span<const KernelModel> kernelModels() {
    // Those that are workloads are there a second time, as NAME_timed.
    static const std::vector<std::string> timedNames = [] {
        std::vector<std::string> names;
        names.reserve(models.size());
        for (const KernelModel& model : models)
            names.push_back(std::string(model.name) + "_timed");
        return names;
    }();
    static const std::vector<KernelModel> all = [] {
        std::vector<KernelModel> made(models.begin(), models.end());
        for (std::size_t i = 0; i < models.size(); ++i) {
            if (models[i].name.ends_with("smid"))
                continue;
            KernelModel timed = models[i];
            const std::size_t count = timed.parameterCount();
            timed.name = timedNames[i];
            timed.parameterBytes[count] = sizeof(abi::CUdeviceptr);
            timed.parameterBytes[count + 1] = sizeof(unsigned);
            timed.staticSharedBytes += static_cast<int>(sizeof(std::uint64_t));
            timed.isLogged = true;
            made.push_back(timed);
        }
        return made;
    }();
    return all;
}

} // namespace parterre
