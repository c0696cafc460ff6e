// SPDX-License-Identifier: CC0-1.0
// Two partitions of one GPU, each with a kernel of its own. Usage: two_partitions [DEVICE], such as
// gpu:0; without one a simulated H200, sim:h200@12.4 with the driver of CUDA 12.4.
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/stream.h"
#include "core/engine/device_registry.h"

#include <algorithm>
#include <cstdio>

using namespace parterre;

int main(int argc, char** argv) try {
    DeviceRegistry devices(8); // CUDA_DEVICE_MAX_CONNECTIONS
    const Device device = devices.open(argc > 1 ? argv[1] : "sim:h200").device;

    const SmResource sms = device.resources().sm();
    std::printf(
        "%s: %u SMs, at least %u a partition, multiples of %u\n", device.name().c_str(),
        sms.smCount(), sms.minPartitionSize(), sms.coscheduledAlignment());

    SmSplitOptions options;
    options.count = {64, 20}; // 20 is no multiple of 8
    const SmSplit promised = sms.split(options, DryRun::yes);
    std::printf(
        "64 and 20 SMs would be %u and %u\n", promised.groups[0].smCount(),
        promised.groups[1].smCount());

    const SmSplit split = sms.split(options);
    const auto large = device.createContext({split.groups[0]});
    const auto small = device.createContext({split.groups[1]});
    const auto fills = large->createStream();
    const auto copies = small->createStream();

    // Memory and code belong to the device: all of its partitions can use them.
    std::vector<std::uint32_t> words(1 << 20);
    const unsigned long long vectors = words.size() / 4; // the kernels move 16 bytes at a time
    Buffer filled(large, words.size() * 4);
    Buffer source(small, words.size() * 4);
    Buffer copied(small, words.size() * 4);
    source.fill(2, *copies);
    const auto library = loadEmbeddedKernels(large);
    library->kernel("parterre_fill").launch(*fills, {64, 256}, filled.address(), vectors, 1U);
    library->kernel("parterre_copy")
        .launch(*copies, {24, 256}, copied.address(), source.address(), vectors);

    filled.copyToHost(words.data(), filled.size(), *fills);
    fills->synchronize();
    const auto ones = std::count(words.begin(), words.end(), 1U);
    copied.copyToHost(words.data(), copied.size(), *copies);
    copies->synchronize();
    const auto twos = std::count(words.begin(), words.end(), 2U);
    std::printf("filled %td of %zu words, copied %td\n", ones, words.size(), twos);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
