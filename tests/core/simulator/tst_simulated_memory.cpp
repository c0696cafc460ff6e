// SPDX-License-Identifier: Apache-2.0
// What is in simulated memory after operations that are not carried out until somebody looks.
#include "tests/core/simulator/simulated_gpu.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <numeric>
#include <random>
#include <unistd.h>

using namespace parterre;
using namespace parterre::abi;
using parterre::test::SimulatedGpu;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

/// Bytes of this process that are really in memory.
std::size_t residentBytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t all = 0;
    std::size_t resident = 0;
    statm >> all >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::vector<std::uint32_t>
wordsAt(SimulatedGpu& gpu, CUdeviceptr address, std::size_t count, CUstream stream = nullptr) {
    std::vector<std::uint32_t> words(count);
    SimulatedGpu::require(
        gpu->cuMemcpyDtoHAsync(words.data(), address, count * sizeof words[0], stream),
        "cuMemcpyDtoHAsync");
    return words;
}

CUresult
launchFill(SimulatedGpu& gpu, CUdeviceptr destination, std::size_t bytes, std::uint32_t value) {
    unsigned long long vectors = bytes / 16;
    return gpu.launch(nullptr, "parterre_fill", 64, 256, {&destination, &vectors, &value});
}

} // namespace

class TestSimulatedMemory : public QObject {
    Q_OBJECT

private slots:
    void kernelsWriteMemory();
    void anySequenceOfOperations();
    void bigBuffersCostNothing();
    void hostMemoryIsWrittenAtOnce();
    void pageableSourceMayBeReused();
    void capacityIsLimited();
    void badAddressesFault();
    void badAddressesFault_data();
};

void TestSimulatedMemory::kernelsWriteMemory() {
    SimulatedGpu gpu;
    const CUdeviceptr source = gpu.allocate(4096);
    const CUdeviceptr destination = gpu.allocate(4096);
    QCOMPARE(launchFill(gpu, source, 4096, 0xabcdU), CUDA_SUCCESS);
    QCOMPARE(gpu.launchCopy(nullptr, 16, destination, source, 2048), CUDA_SUCCESS);
    // The copy took what was there then.
    QCOMPARE(launchFill(gpu, source, 4096, 7), CUDA_SUCCESS);
    const auto copied = wordsAt(gpu, destination, 1024);
    QCOMPARE(std::count(copied.begin(), copied.begin() + 512, 0xabcdU), 512);
    QCOMPARE(std::count(copied.begin() + 512, copied.end(), 0U), 512);
    const auto filled = wordsAt(gpu, source, 1024);
    QCOMPARE(std::count(filled.begin(), filled.end(), 7U), 1024);
}

/// Some thousand operations on overlapping parts of a few buffers, beside the same on plain memory.
void TestSimulatedMemory::anySequenceOfOperations() {
    SimulatedGpu gpu;
    constexpr std::size_t words = 256;
    constexpr std::size_t buffers = 3;
    std::vector<CUdeviceptr> device;
    std::vector<std::vector<std::uint32_t>> plain(buffers, std::vector<std::uint32_t>(words));
    for (std::size_t i = 0; i < buffers; ++i)
        device.push_back(gpu.allocate(words * 4));

    const CUdeviceptr sum = gpu.allocate(4);
    std::uint32_t expected = 0;
    std::mt19937 random(20261201);
    const auto upTo = [&](std::size_t most) {
        return std::uniform_int_distribution<std::size_t>(0, most)(random);
    };
    for (int step = 0; step < 4000; ++step) {
        // Vectors of four words, as the kernels move.
        const std::size_t count = 4 * (1 + upTo(words / 4 - 1));
        const std::size_t to = upTo(buffers - 1);
        const std::size_t from = upTo(buffers - 1);
        const std::size_t toAt = 4 * upTo((words - count) / 4);
        const std::size_t fromAt = 4 * upTo((words - count) / 4);
        const auto value = static_cast<std::uint32_t>(random());
        const auto target = plain[to].begin() + static_cast<std::ptrdiff_t>(toAt);
        const auto origin = plain[from].begin() + static_cast<std::ptrdiff_t>(fromAt);
        const CUdeviceptr targetAddress = device[to] + toAt * 4;
        const CUdeviceptr originAddress = device[from] + fromAt * 4;
        const std::vector<std::uint32_t> fresh(count, value);
        switch (upTo(6)) {
        case 6: {
            CUdeviceptr word = sum;
            CUdeviceptr range = originAddress;
            unsigned long long vectors = count / 4;
            unsigned intensity = 0;
            QCOMPARE(
                gpu.launch(nullptr, "parterre_read", 4, 256, {&word, &range, &vectors, &intensity}),
                CUDA_SUCCESS);
            expected += std::accumulate(
                origin, origin + static_cast<std::ptrdiff_t>(count), std::uint32_t{0});
            QCOMPARE(wordsAt(gpu, sum, 1).front(), expected);
            break;
        }
        case 0:
            std::fill_n(target, count, value);
            QCOMPARE(gpu->cuMemsetD32Async(targetAddress, value, count, nullptr), CUDA_SUCCESS);
            break;
        case 1:
            std::fill_n(target, count, value);
            QCOMPARE(launchFill(gpu, targetAddress, count * 4, value), CUDA_SUCCESS);
            break;
        case 2:
            std::fill_n(target, count, value);
            QCOMPARE(
                gpu->cuMemcpyHtoDAsync(targetAddress, fresh.data(), count * 4, nullptr),
                CUDA_SUCCESS);
            break;
        case 3:
        case 4: {
            const std::vector<std::uint32_t> taken(
                origin, origin + static_cast<std::ptrdiff_t>(count));
            std::copy(taken.begin(), taken.end(), target);
            QCOMPARE(
                gpu.launchCopy(nullptr, 4, targetAddress, originAddress, count * 4), CUDA_SUCCESS);
            break;
        }
        default:
            QCOMPARE(
                wordsAt(gpu, targetAddress, count),
                std::vector<std::uint32_t>(target, target + static_cast<std::ptrdiff_t>(count)));
        }
    }
    for (std::size_t i = 0; i < buffers; ++i)
        QCOMPARE(wordsAt(gpu, device[i], words), plain[i]);
}

void TestSimulatedMemory::bigBuffersCostNothing() {
    SimulatedGpu gpu;
    const std::size_t before = residentBytes();
    constexpr std::size_t bytes = 512 * mebibyte;
    for (int pair = 0; pair < 8; ++pair) {
        const CUdeviceptr source = gpu.allocate(bytes);
        const CUdeviceptr destination = gpu.allocate(bytes);
        QCOMPARE(gpu->cuMemsetD32Async(source, 0x01020304U, bytes / 4, nullptr), CUDA_SUCCESS);
        for (int launch = 0; launch < 100; ++launch)
            QCOMPARE(gpu.launchCopy(nullptr, 8192, destination, source, bytes), CUDA_SUCCESS);
        const auto words = wordsAt(gpu, destination + bytes / 2, 1024);
        QCOMPARE(std::count(words.begin(), words.end(), 0x01020304U), 1024);
    }
    QVERIFY(residentBytes() - before < 64 * mebibyte);
}

void TestSimulatedMemory::hostMemoryIsWrittenAtOnce() {
    SimulatedGpu gpu;
    void* host = nullptr;
    QCOMPARE(gpu->cuMemHostAlloc(&host, 4096, 0), CUDA_SUCCESS);
    const auto hostAddress = reinterpret_cast<CUdeviceptr>(host);
    QCOMPARE(launchFill(gpu, hostAddress, 4096, 0x55U), CUDA_SUCCESS);
    QCOMPARE(gpu->cuCtxSynchronize(), CUDA_SUCCESS);
    std::uint32_t word = 0;
    std::memcpy(&word, host, sizeof word);
    QCOMPARE(word, 0x55U);

    const CUdeviceptr device = gpu.allocate(4096);
    QCOMPARE(gpu.launchCopy(nullptr, 16, device, hostAddress, 4096), CUDA_SUCCESS);
    QCOMPARE(gpu->cuCtxSynchronize(), CUDA_SUCCESS);
    std::memset(host, 0, 4096);
    QCOMPARE(wordsAt(gpu, device, 1).front(), 0x55U);
    QCOMPARE(gpu->cuMemFreeHost(host), CUDA_SUCCESS);
    QCOMPARE(gpu->cuMemFreeHost(host), CUDA_ERROR_INVALID_VALUE);
}

void TestSimulatedMemory::pageableSourceMayBeReused() {
    SimulatedGpu gpu;
    const CUdeviceptr device = gpu.allocate(4096);
    std::vector<std::uint32_t> source(1024, 3);
    QCOMPARE(gpu.launchFma(nullptr, 1024, 4096), CUDA_SUCCESS);
    QCOMPARE(gpu->cuMemcpyHtoDAsync(device, source.data(), 4096, nullptr), CUDA_SUCCESS);
    std::fill(source.begin(), source.end(), 4U);
    QCOMPARE(wordsAt(gpu, device, 1).front(), 3U);
}

void TestSimulatedMemory::capacityIsLimited() {
    SimulatedGpu gpu;
    std::size_t left = 0;
    std::size_t total = 0;
    QCOMPARE(gpu->cuMemGetInfo(&left, &total), CUDA_SUCCESS);
    CUdeviceptr pointer = 0;
    QCOMPARE(gpu->cuMemAlloc(&pointer, 0), CUDA_ERROR_INVALID_VALUE);
    QCOMPARE(gpu->cuMemAlloc(&pointer, left + 1), CUDA_ERROR_OUT_OF_MEMORY);
    QCOMPARE(gpu->cuMemAlloc(&pointer, left - 4 * mebibyte), CUDA_SUCCESS);
    CUdeviceptr more = 0;
    QCOMPARE(gpu->cuMemAlloc(&more, 8 * mebibyte), CUDA_ERROR_OUT_OF_MEMORY);
    QCOMPARE(gpu->cuMemFree(pointer), CUDA_SUCCESS);
    QCOMPARE(gpu->cuMemFree(pointer), CUDA_ERROR_INVALID_VALUE);
    QCOMPARE(gpu->cuMemAlloc(&more, 8 * mebibyte), CUDA_SUCCESS);
}

void TestSimulatedMemory::badAddressesFault_data() {
    QTest::addColumn<qint64>("offset");
    QTest::addColumn<int>("expected");
    QTest::newRow("past the end") << qint64{16} << static_cast<int>(CUDA_ERROR_ILLEGAL_ADDRESS);
    QTest::newRow("not aligned") << qint64{-4} << 716;
    QTest::newRow("far away") << (qint64{1} << 40U) << static_cast<int>(CUDA_ERROR_ILLEGAL_ADDRESS);
}

/// A kernel that reaches where nothing is takes its context with it, as on a real GPU: the launch
/// succeeds, what comes after does not.
void TestSimulatedMemory::badAddressesFault() {
    QFETCH(const qint64, offset);
    QFETCH(const int, expected);
    SimulatedGpu gpu;
    const CUdeviceptr buffer = gpu.allocate(4096);
    const auto address = static_cast<CUdeviceptr>(static_cast<qint64>(buffer) + offset);
    QCOMPARE(launchFill(gpu, address, 4096, 1), CUDA_SUCCESS);
    QCOMPARE(static_cast<int>(gpu->cuCtxSynchronize()), expected);
    CUdeviceptr pointer = 0;
    QCOMPARE(static_cast<int>(gpu->cuMemAlloc(&pointer, 4096)), expected);
    // Only a new primary context helps.
    QCOMPARE(gpu->cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
    CUcontext context = nullptr;
    QCOMPARE(gpu->cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    QCOMPARE(gpu->cuCtxSetCurrent(context), CUDA_SUCCESS);
    QCOMPARE(gpu->cuMemAlloc(&pointer, 4096), CUDA_SUCCESS);
}

QTEST_GUILESS_MAIN(TestSimulatedMemory)
#include "tst_simulated_memory.moc"
