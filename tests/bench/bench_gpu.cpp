// SPDX-License-Identifier: Apache-2.0
// Measures Parterre's own overhead and its kernels on a real GPU, each beside what it is compared
// with, in turns, so that clocks and temperature are the same for both:
//   - a run's throughput against a bare loop of the same launches, for partitions of 64, 32 and 16
//     SMs, alone and beside the same running neighbours;
//   - the copy kernel against cuMemcpyDtoDAsync, over the whole GPU;
//   - the tensor kernel against cuBLAS's best bf16 product, where there is a cuBLAS, and the
//   published peak;
//   - a run with the SM timeline against the same run without;
//   - each other kernel of the catalogue over the whole GPU;
//   - the fma kernel against the fp32 peak at the clock that nvidia-smi reports meanwhile.
// One measurement that fails is reported and the others go on.
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/device.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/stream.h"
#include "core/driver/nvidia_driver.h"
#include "core/model/driver_version.h"
#include "core/workload/catalogue.h"
#include "core/workload/run_set.h"
#include "tests/bench/cublas_gemm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <thread>

using namespace parterre;

namespace {

constexpr int rounds = 5;
constexpr double secondsEach = 1.0;

struct Partition {
    std::string name;
    std::shared_ptr<const Context> context;
    std::shared_ptr<const Stream> stream;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

/// Launches in one go, timed by two events: nothing between the kernels but the driver.
class BareLoop {
public:
    BareLoop(const Partition& partition, const std::string& workload, int partitionCount)
        : m_stream(partition.stream)
        , m_begin(partition.context->createEvent())
        , m_end(partition.context->createEvent())
        , m_workload(Catalogue::make(
              workload, {partition.context, partition.stream,
                         loadEmbeddedKernels(partition.context), 0, partitionCount})) {
        measure(1);
        m_launches = std::max(1, static_cast<int>(secondsEach / measure(4) * 4));
    }

    /// Measures for about secondsEach. Next time it launches as many as would have taken that long
    /// now.
    double rate() {
        const double seconds = measure(m_launches);
        const double rate = m_launches * m_workload->workPerLaunch() / seconds;
        m_launches = std::max(1, static_cast<int>(m_launches * secondsEach / seconds));
        return rate;
    }

private:
    double measure(int launches) {
        m_workload->beginBatch(0);
        m_begin.record(*m_stream);
        for (int i = 0; i < launches; ++i)
            m_workload->launch();
        m_end.record(*m_stream);
        m_end.synchronize();
        return m_end.secondsSince(m_begin);
    }

    std::shared_ptr<const Stream> m_stream;
    Event m_begin;
    Event m_end;
    std::unique_ptr<Workload> m_workload;
    int m_launches = 1;
};

/// The runs of some partitions, as the window and the command line start them.
class Runs {
public:
    Runs(const std::vector<Partition>& partitions, const std::string& workload)
        : m_set(
              static_cast<int>(partitions.size()),
              {{}, [](int partition, const std::exception_ptr& error) {
                   try {
                       std::rethrow_exception(error);
                   } catch (const std::exception& e) {
                       fmt::print("  partition {} failed: {}\n", partition, e.what());
                   }
               }}) {
        for (std::size_t i = 0; i < partitions.size(); ++i)
            m_targets.push_back(
                {static_cast<int>(i), partitions[i].context, partitions[i].stream, workload});
    }

    void startAllBut(std::size_t partition) {
        std::vector<RunTarget> others = m_targets;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(partition));
        m_set.start(others);
    }
    void stopAll() { m_set.stopAll(); }

    /// The throughput of one, measured for secondsEach while the others go on.
    double rate(std::size_t partition, const std::optional<TimelineOptions>& timeline = {}) {
        m_set.start({m_targets[partition]}, timeline);
        std::this_thread::sleep_for(std::chrono::duration<double>(secondsEach));
        m_set.stop({static_cast<int>(partition)});
        return m_set.totals(static_cast<int>(partition)).value_or(RunTotals{}).rate();
    }

private:
    RunSet m_set;
    std::vector<RunTarget> m_targets;
};

/// One partition at a time is driven by a bare loop and by a run in turns. Its neighbours run all
/// the while, so that it is pressed the same in both: what partitions leave each other of the
/// bandwidth depends on how all of them launch, and would be compared too.
void compareRunWithBareLoop(
    const std::string& how, const std::vector<Partition>& partitions, const std::string& workload) {
    for (std::size_t i = 0; i < partitions.size(); ++i) {
        BareLoop loop(partitions[i], workload, static_cast<int>(partitions.size()));
        Runs runs(partitions, workload);
        runs.startAllBut(i);
        loop.rate(); // to settle
        std::vector<double> bare;
        std::vector<double> run;
        for (int round = 0; round < rounds; ++round) {
            bare.push_back(loop.rate());
            run.push_back(runs.rate(i));
        }
        runs.stopAll();
        const auto [least, most] = std::minmax_element(run.begin(), run.end());
        fmt::print(
            "  {:<9} {:>7}  {:<5} {:>10.3f} {:>10.3f} {:>8.4f}   run's spread {:.3f}..{:.3f} {}\n",
            how, partitions[i].name, workload, median(bare), median(run),
            median(run) / median(bare), *least, *most, Catalogue::find(workload).unit);
        std::fflush(stdout);
    }
}

/// GB/s, read and written, of the driver's own copy of `bytes`.
double memcpyRate(const Partition& whole, std::size_t bytes) {
    Buffer source(whole.context, bytes);
    Buffer destination(whole.context, bytes);
    source.fill(1, *whole.stream);
    Event begin = whole.context->createEvent();
    Event end = whole.context->createEvent();
    const auto measure = [&](int copies) {
        begin.record(*whole.stream);
        for (int i = 0; i < copies; ++i)
            destination.copyFrom(source, bytes, *whole.stream);
        end.record(*whole.stream);
        end.synchronize();
        return end.secondsSince(begin);
    };
    measure(1);
    const int copies = std::max(1, static_cast<int>(secondsEach / measure(4) * 4));
    return 2e-9 * static_cast<double>(bytes) * copies / measure(copies);
}

/// What nvidia-smi says of the SM clock now, in MHz; 0 if it says nothing.
double smClock(int ordinal) {
    const std::string command = fmt::format(
        "nvidia-smi -i {} --query-gpu=clocks.sm --format=csv,noheader,nounits 2>/dev/null",
        ordinal);
    std::FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr)
        return 0;
    double clock = 0;
    if (std::fscanf(pipe, "%lf", &clock) != 1)
        clock = 0;
    pclose(pipe);
    return clock;
}

void compareFmaWithPeak(const Device& device, const Partition& whole) {
    std::vector<double> rates;
    std::vector<double> clocks;
    std::jthread watcher([&](const std::stop_token& stop) {
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        while (!stop.stop_requested()) {
            if (const double clock = smClock(device.ordinal()); clock > 0)
                clocks.push_back(clock);
            else
                return;
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
    });
    BareLoop loop(whole, "fma", 1);
    for (int round = 0; round < rounds; ++round)
        rates.push_back(loop.rate());
    watcher.request_stop();
    watcher.join();

    const double perMegahertz = device.resources().sm().smCount() * 128.0 * 2 * 1e6 * 1e-12;
    const double highest = device.attribute(abi::CU_DEVICE_ATTRIBUTE_CLOCK_RATE) * 1e-3;
    const double rate = median(rates);
    fmt::print(
        "  fma over the whole GPU: {:.3f} TFLOP/s, {:.4f} per SM\n", rate,
        rate / device.resources().sm().smCount());
    fmt::print(
        "  peak at the highest clock, {:.0f} MHz: {:.3f} TFLOP/s, ratio {:.4f}\n", highest,
        perMegahertz * highest, rate / (perMegahertz * highest));
    if (const double seen = median(clocks); seen > 0)
        fmt::print(
            "  peak at the clock seen, {:.0f} MHz (median of {}, {:.0f}..{:.0f}): {:.3f} TFLOP/s, "
            "ratio {:.4f}\n",
            seen, clocks.size(), *std::min_element(clocks.begin(), clocks.end()),
            *std::max_element(clocks.begin(), clocks.end()), perMegahertz * seen,
            rate / (perMegahertz * seen));
    else
        fmt::print("  nvidia-smi tells no clock here\n");
    std::fflush(stdout);
}

void compareCopyWithMemcpy(const Partition& whole) {
    std::vector<double> kernel;
    std::vector<double> memcpy;
    BareLoop loop(whole, "copy", 1);
    for (int round = 0; round < rounds; ++round) {
        kernel.push_back(loop.rate());
        memcpy.push_back(memcpyRate(whole, std::size_t{512} << 20));
    }
    fmt::print(
        "  copy kernel {:.1f} GB/s, cuMemcpyDtoDAsync {:.1f} GB/s (512 MiB, read + written), ratio "
        "{:.4f}\n",
        median(kernel), median(memcpy), median(kernel) / median(memcpy));
    std::fflush(stdout);
}

void compareTensorWithCublas(const Device& device, const Partition& whole) {
    std::string why;
    const auto cublas = CublasGemm::open(why);
    std::vector<double> ours;
    std::vector<double> theirs;
    BareLoop loop(whole, "tensor", 1);
    for (int round = 0; round < rounds; ++round) {
        ours.push_back(loop.rate());
        if (cublas == nullptr)
            continue;
        double best = 0;
        for (const int size : {4096, 8192, 16384})
            best = std::max(best, cublas->rate(*whole.stream, size));
        theirs.push_back(best);
    }
    fmt::print("  tensor {:.1f} TFLOP/s\n", median(ours));
    if (cublas != nullptr)
        fmt::print(
            "  cuBLAS, bf16, best of 4096, 8192 and 16384: {:.1f} TFLOP/s, ratio {:.4f}\n",
            median(theirs), median(ours) / median(theirs));
    else
        fmt::print("  {}\n", why);
    constexpr double hopperOperationsPerClock = 4096; // an SM's, dense bf16, as published for 9.0
    if (device.attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) == 9) {
        const double peak = device.resources().sm().smCount() * hopperOperationsPerClock *
                            device.attribute(abi::CU_DEVICE_ATTRIBUTE_CLOCK_RATE) * 1e-9;
        fmt::print(
            "  peak at the highest clock: {:.1f} TFLOP/s, ratio {:.4f}\n", peak,
            median(ours) / peak);
    }
    std::fflush(stdout);
}

/// A run whose blocks are recorded for the SM timeline, in turns with one whose are not.
void compareTimeline(const Partition& whole) {
    for (const std::string workload : {"fma", "copy", "tensor", "read"}) {
        Runs runs({whole}, workload);
        std::vector<double> without;
        std::vector<double> usual;
        std::vector<double> always;
        const std::chrono::milliseconds all(100);
        for (int round = 0; round < rounds; ++round) {
            without.push_back(runs.rate(0));
            usual.push_back(runs.rate(0, TimelineOptions{}));
            always.push_back(runs.rate(0, TimelineOptions{all, all}));
        }
        fmt::print(
            "  {:<6} off {:.3f}, usual windows {:.3f}, ratio {:.4f}; all the time {:.3f}, ratio "
            "{:.4f}\n",
            workload, median(without), median(usual), median(usual) / median(without),
            median(always), median(always) / median(without));
        std::fflush(stdout);
    }
}

/// What is compared with nothing.
void measureOthers(const Partition& whole) {
    for (const WorkloadInfo& info : Catalogue::all()) {
        if (info.name == "fma" || info.name == "copy" || info.name == "tensor")
            continue;
        Runs runs({whole}, info.name);
        fmt::print("  {:<12} {:>12.3f} {}\n", info.name, runs.rate(0), info.unit);
        std::fflush(stdout);
    }
}

template <typename Measurement>
void attempt(const std::string& title, Measurement&& measurement) {
    fmt::print("\n{}\n", title);
    try {
        measurement();
    } catch (const std::exception& error) {
        fmt::print("  failed: {}\n", error.what());
    }
    std::fflush(stdout);
}

Partition partitionOf(const std::string& name, const std::shared_ptr<Context>& context) {
    return {
        name, context,
        context->isGreen() ? context->createStream() : context->createOrdinaryStream()};
}

/// Smallest units of one split, joined to partitions of these sizes.
std::vector<Partition> partitionsOf(const Device& device, const std::vector<int>& counts) {
    const SmSplit split = device.resources().sm().split(
        {.count = counts, .strategy = Strategy::combined, .ignoreCoscheduling = true});
    std::vector<Partition> partitions;
    for (const SmResource& group : split.groups)
        partitions.push_back(
            partitionOf(fmt::format("{} SMs", group.smCount()), device.createContext({group})));
    return partitions;
}

int measureAll() {
    NvidiaDriver::OpenResult opened = NvidiaDriver::open();
    if (!opened.driver) {
        fmt::print("{}\n", opened.reason);
        return 1;
    }
    const Device device(std::move(opened.driver), 0);
    const auto describe = device.describe();
    fmt::print(
        "{}, {} SMs, driver {}; medians of {} rounds of {} s each\n", describe.name,
        describe.smCount, driverVersionText(describe.driverVersion), rounds, secondsEach);

    const Partition whole = partitionOf("whole", device.primaryContext());
    attempt("fp32 multiply-add against the peak", [&] { compareFmaWithPeak(device, whole); });
    attempt("copy over the whole GPU", [&] { compareCopyWithMemcpy(whole); });
    attempt("bf16 matrix units", [&] { compareTensorWithCublas(device, whole); });
    attempt("the SM timeline, over the whole GPU", [&] { compareTimeline(whole); });
    attempt("the other kernels over the whole GPU", [&] { measureOthers(whole); });
    attempt(
        "a run against a bare loop of the same launches\n"
        "  how       partition  kernel    bare       run     ratio",
        [&] {
            const auto partitions = partitionsOf(device, {64, 32, 16});
            for (const std::string workload : {"fma", "copy"}) {
                for (const Partition& partition : partitions)
                    compareRunWithBareLoop("alone", {partition}, workload);
                compareRunWithBareLoop("together", partitions, workload);
            }
        });
    return 0;
}

} // namespace

int main() {
    try {
        return measureAll();
    } catch (const std::exception& error) {
        fmt::print("failed: {}\n", error.what());
        return 1;
    }
}
