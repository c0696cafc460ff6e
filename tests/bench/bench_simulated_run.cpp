// SPDX-License-Identifier: Apache-2.0
// What it costs this machine to run all partitions of a simulated H200 in real time: the process's
// CPU time as a share of one core. Reports; nothing fails.
//
//     bench_simulated_run [PARTITIONS [SECONDS [WORKLOAD]]]      64, 10, fma unless said
#include "core/cuda/context.h"
#include "core/cuda/device.h"
#include "core/cuda/stream.h"
#include "core/simulator/simulated_driver.h"
#include "core/workload/run_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ctime>
#include <thread>

using namespace parterre;

namespace {

double cpuSeconds() {
    timespec used{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

int run(int partitions, int seconds, const std::string& workload) {
    SimulationOptions options;
    options.hardwareConnections = 32; // as the engine asks for
    const auto driver =
        std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), std::move(options));
    const Device device(driver, 0);
    SmSplitOptions split;
    split.count = std::vector<int>(static_cast<std::size_t>(partitions), 2);
    split.ignoreCoscheduling = true;
    const auto groups = device.resources().sm().split(split).groups;
    std::vector<RunTarget> targets;
    for (const auto& group : groups) {
        const auto context = device.createContext({group});
        targets.push_back(
            {static_cast<int>(targets.size()), context, context->createStream(), workload});
    }

    std::atomic<int> samples = 0;
    RunSet runs(static_cast<int>(targets.size()), {[&](const Sample&) { ++samples; }, {}});
    runs.start(targets);
    std::this_thread::sleep_for(std::chrono::seconds(1)); // past the first samples
    const int samplesBefore = samples;
    const double before = cpuSeconds();
    const auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    const double used = cpuSeconds() - before;
    const int seen = samples - samplesBefore;
    runs.stopAll();
    fmt::print(
        "{} partitions, {}: {:.1f} samples a second each, {:.1f} % of a core\n", targets.size(),
        workload, seen / passed.count() / static_cast<double>(targets.size()),
        100 * used / passed.count());
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    constexpr int usualPartitions = 64;
    constexpr int usualSeconds = 10;
    try {
        return run(
            argc > 1 ? std::atoi(argv[1]) : usualPartitions,
            argc > 2 ? std::atoi(argv[2]) : usualSeconds, argc > 3 ? argv[3] : "fma");
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_simulated_run: {}\n", error.what());
        return 1;
    }
}
