// SPDX-License-Identifier: Apache-2.0
// bench_copy_variants FATBIN [SMS…]: measures each kernel of copy_variants.cu with several grids
// over the whole GPU, in turns with cuMemcpyDtoDAsync, which is what a copy is compared with. Two
// buffers of 512 MiB; GB/s are bytes read and bytes written. With numbers of SMs, in partitions of
// so many: the copy that wins on the whole GPU has to do well there, too.
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/device.h"
#include "core/cuda/library.h"
#include "core/driver/nvidia_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace parterre;

namespace {

constexpr std::size_t bytes = std::size_t{512} << 20;
constexpr unsigned long long vectors = bytes / 16;
constexpr int copies = 60; // of a quarter of a millisecond
constexpr int rounds = 5;

constexpr unsigned onePass = 0; ///< blocks per SM: so many that each thread has one turn

struct Variant {
    const char* kernel;
    unsigned threads;
    std::vector<unsigned> blocksPerSm;
    unsigned sharedBytes = 0;
    unsigned unroll = 0; ///< vectors a thread copies in one turn
};

/// For partitions: those that are good on the whole GPU, and how well one turn a thread does.
const std::vector<Variant>& chosenVariants() {
    static const std::vector<Variant> chosen{{"strided_4", 256, {62, onePass}, 0, 4},
                                             {"streaming_4", 256, {62, 128, onePass}, 0, 4},
                                             {"streaming_2", 512, {62, 128, onePass}, 0, 2},
                                             {"streaming_1", 1024, {62, 128, onePass}, 0, 1},
                                             {"streaming_1", 512, {onePass}, 0, 1},
                                             {"streaming_1", 256, {onePass}, 0, 1},
                                             {"streaming_2", 256, {onePass}, 0, 2}};
    return chosen;
}

const std::vector<Variant>& allVariants() {
    static const std::vector<unsigned> few{1, 2, 4, 8};
    static const std::vector<unsigned> many{2, 4, 8, 16, 32, 62, 128, 1024};
    static const std::vector<unsigned> one{1};
    static const std::vector<unsigned> oneOrTwo{1, 2};
    static const std::vector<unsigned> upToFour{1, 2, 3, 4, 6};
    static const std::vector<Variant> all{
        {"strided_4", 256, many},
        {"strided_1", 1024, many},
        {"strided_4", 1024, few},
        {"strided_8", 256, many},
        {"streaming_1", 256, many},
        {"streaming_1", 1024, many},
        {"streaming_2", 512, many},
        {"streaming_4", 128, many},
        {"streaming_4", 256, many},
        {"streaming_4", 1024, few},
        {"streaming_8", 256, many},
        {"evict_first_4", 256, many},
        {"evict_first_8", 256, many},
        {"bulk_4k_8", 32, upToFour, 8 * 4096},
        {"bulk_8k_8", 32, upToFour, 8 * 8192},
        {"bulk_16k_6", 32, oneOrTwo, 6 * 16384},
        {"bulk_16k_12", 32, one, 12 * 16384},
        {"bulk_32k_6", 32, one, 6 * 32768},
        {"bulk_hints_8k_8", 32, upToFour, 8 * 8192},
        {"bulk_hints_16k_6", 32, oneOrTwo, 6 * 16384},
        {"bulk_hints_32k_6", 32, one, 6 * 32768}};
    return all;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

class Bench {
public:
    /// On the whole GPU.
    explicit Bench(const Device& device)
        : Bench(device.primaryContext()) {}

    /// In a partition of so many SMs; on the whole GPU if it has no more.
    Bench(const Device& device, int sms)
        : Bench(
              sms == static_cast<int>(device.resources().sm().smCount())
                  ? device.primaryContext()
                  : device.createContext(
                        {device.resources().sm().split({.count = sms}).groups.at(0)})) {}

    unsigned smCount() const { return m_sms; }

    void measureAll(const char* path, const std::vector<Variant>& variants) {
        const auto library = Library::loadFile(m_context, path);
        fmt::print(
            "{:<18} {:>7} {:>10} {:>10} {:>8}\n", "kernel", "threads", "blocks/SM", "GB/s",
            "ratio");
        for (const Variant& variant : variants) {
            const Kernel kernel = library->kernel(variant.kernel, 3);
            if (variant.sharedBytes > 0)
                kernel.allowDynamicSharedBytes(static_cast<int>(variant.sharedBytes));
            for (const unsigned blocks : variant.blocksPerSm)
                try {
                    measure(variant, kernel, blocks);
                } catch (const std::exception& error) {
                    fmt::print("{} failed: {}\n", variant.kernel, error.what());
                }
        }
    }

private:
    explicit Bench(std::shared_ptr<const Context> context)
        : m_context(std::move(context))
        , m_stream(
              m_context->isGreen() ? m_context->createStream() : m_context->createOrdinaryStream())
        , m_sms(m_context->resources().sm().smCount())
        , m_source(m_context, bytes)
        , m_destination(m_context, bytes)
        , m_begin(m_context->createEvent())
        , m_end(m_context->createEvent()) {}

    void measure(const Variant& variant, const Kernel& kernel, unsigned blocksPerSm) {
        const unsigned blocks = blocksPerSm == onePass ? static_cast<unsigned>(vectors) /
                                                             variant.threads / variant.unroll
                                                       : m_sms * blocksPerSm;
        LaunchShape shape{blocks, variant.threads};
        shape.sharedBytes = variant.sharedBytes;
        const auto launch = [&] {
            kernel.launch(*m_stream, shape, m_destination.address(), m_source.address(), vectors);
        };
        m_source.fill(0x01020305, *m_stream);
        m_destination.fill(0, *m_stream);
        launch();
        const char* const right = isCopied() ? "" : "  WRONG";
        std::vector<double> ours;
        std::vector<double> drivers;
        for (int round = 0; round < rounds; ++round) {
            drivers.push_back(rate([&] { m_destination.copyFrom(m_source, bytes, *m_stream); }));
            ours.push_back(rate(launch));
        }
        fmt::print(
            "{:<18} {:>7} {:>10} {:>10.1f} {:>8.4f}{}\n", variant.kernel, variant.threads,
            blocks / m_sms, median(ours), median(ours) / median(drivers), right);
        std::fflush(stdout);
    }

    bool isCopied() {
        std::vector<std::uint32_t> words(bytes / sizeof(std::uint32_t));
        m_destination.copyToHost(words.data(), bytes, *m_stream);
        m_stream->synchronize();
        return std::all_of(
            words.begin(), words.end(), [](std::uint32_t word) { return word == 0x01020305; });
    }

    template <typename Launch>
    double rate(const Launch& launch) {
        launch();
        m_begin.record(*m_stream);
        for (int i = 0; i < copies; ++i)
            launch();
        m_end.record(*m_stream);
        m_end.synchronize();
        return 2e-9 * static_cast<double>(bytes) * copies / m_end.secondsSince(m_begin);
    }

    std::shared_ptr<const Context> m_context;
    std::shared_ptr<const Stream> m_stream;
    unsigned m_sms;
    Buffer m_source;
    Buffer m_destination;
    Event m_begin;
    Event m_end;
};

} // namespace

int main(int argc, char** argv) {
    try {
        if (argc < 2) {
            fmt::print("usage: {} FATBIN [SMS…]\n", argv[0]);
            return 2;
        }
        NvidiaDriver::OpenResult opened = NvidiaDriver::open();
        if (!opened.driver) {
            fmt::print("{}\n", opened.reason);
            return 1;
        }
        const Device device(std::move(opened.driver), 0);
        if (argc == 2)
            Bench(device).measureAll(argv[1], allVariants());
        for (int i = 2; i < argc; ++i) {
            Bench bench(device, std::stoi(argv[i]));
            fmt::print("\n{} SMs\n", bench.smCount());
            bench.measureAll(argv[1], chosenVariants());
        }
        return 0;
    } catch (const std::exception& error) {
        fmt::print("failed: {}\n", error.what());
        return 1;
    }
}
