// SPDX-License-Identifier: Apache-2.0
#include "core/recorder/rate_measurements.h"

#include "core/cuda/buffer.h"
#include "core/cuda/host_buffer.h"
#include "core/recorder/stream_timer.h"
#include "core/workload/catalogue.h"

#include <algorithm>
#include <cmath>

namespace parterre {
namespace {

/// The work that a workload does in a second: the median of some batches, after as many that bring
/// the GPU to its speed.
double rateOf(Workload& workload, StreamTimer& timer, const MeasurementStep& atEachStep) {
    constexpr double batchSeconds = 0.04;
    constexpr int warmUps = 4;
    constexpr int batches = 7;
    const double once = std::max(timer.secondsOf([&] { workload.launch(); }), 1e-6);
    const int launches = std::clamp(static_cast<int>(std::lround(batchSeconds / once)), 1, 1000);
    std::vector<double> seconds;
    for (int batch = 0; batch < warmUps + batches; ++batch) {
        atEachStep(static_cast<double>(batch) / (warmUps + batches));
        const double took = timer.secondsOf([&] {
            for (int i = 0; i < launches; ++i)
                workload.launch();
        });
        if (batch >= warmUps)
            seconds.push_back(took);
    }
    return launches * workload.workPerLaunch() / quantileOf(seconds, 0.5);
}

/// From the smallest partition to all SMs, closer together where the memory's limit sets in.
std::vector<unsigned> partitionSizes(const SmResource& all) {
    constexpr unsigned multiples[] = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14};
    const unsigned least = std::max(all.minPartitionSize(), all.smCount() / 16);
    const unsigned step = std::max(all.coscheduledAlignment(), 1U);
    std::vector<unsigned> sizes;
    for (const unsigned multiple : multiples) {
        const unsigned size = (least * multiple + step - 1) / step * step;
        if (size < all.smCount())
            sizes.push_back(size);
    }
    return sizes;
}

} // namespace

ComputeRate measureCompute(
    const Device& device, const std::shared_ptr<const Library>& library,
    const MeasurementStep& atEachStep) {
    const auto context = device.primaryContext();
    const auto stream = context->createOrdinaryStream();
    const auto workload = Catalogue::make("fma", {context, stream, library});
    StreamTimer timer(*stream);
    constexpr double teraflops = 1e12;
    ComputeRate rate;
    rate.flopsPerSm =
        rateOf(*workload, timer, atEachStep) * teraflops / context->resources().sm().smCount();

    constexpr int samples = 32;
    std::vector<double> seconds;
    for (int i = 0; i < samples; ++i)
        seconds.push_back(timer.secondsOf([&] { workload->launch(); }));
    const double median = quantileOf(seconds, 0.5);
    for (double& s : seconds)
        s = std::abs(s / median - 1);
    // Of deviations that are all equally likely up to the largest, half are below half of it.
    constexpr double most = 0.05;
    rate.jitter = std::min(2 * quantileOf(seconds, 0.5), most);
    return rate;
}

std::vector<CopyRate> measureCopies(
    const Device& device, const std::shared_ptr<const Library>& library,
    const MeasurementStep& atEachStep) {
    const SmResource all = device.resources().sm();
    const std::vector<unsigned> sizes = partitionSizes(all);
    constexpr double giga = 1e9;
    std::vector<CopyRate> rates;
    const auto measure = [&](const SmResource& sms) {
        const auto context = device.createContext({sms});
        const auto stream = context->createStream();
        const auto workload = Catalogue::make("copy", {context, stream, library});
        StreamTimer timer(*stream);
        const double rate = rateOf(*workload, timer, [&](double part) {
            atEachStep(
                (static_cast<double>(rates.size()) + part) / static_cast<double>(sizes.size() + 1));
        });
        rates.push_back({static_cast<int>(sms.smCount()), rate * giga});
    };
    for (const unsigned size : sizes)
        measure(all.split({.count = static_cast<int>(size), .strategy = Strategy::byCount})
                    .groups.front());
    measure(all);
    return rates;
}

double measureMemcpy(const Device& device) {
    constexpr std::size_t wanted = std::size_t{512} << 20U;
    constexpr int copies = 8;
    constexpr int rounds = 5;
    const auto context = device.primaryContext();
    const auto stream = context->createOrdinaryStream();
    const std::size_t bytes = std::min(wanted, context->memory().free / 4);
    Buffer from(context, bytes), to(context, bytes);
    StreamTimer timer(*stream);
    std::vector<double> seconds;
    for (int round = 0; round <= rounds; ++round)
        seconds.push_back(timer.secondsOf([&] {
            for (int i = 0; i < copies; ++i)
                to.copyFrom(from, bytes, *stream);
        }));
    seconds.erase(seconds.begin()); // the first one warms up
    return 2.0 * copies * static_cast<double>(bytes) / quantileOf(seconds, 0.5);
}

double measureHostLink(const Device& device) {
    constexpr std::size_t bytes = std::size_t{32} << 20U;
    constexpr int copies = 8;
    constexpr int rounds = 3;
    const auto context = device.primaryContext();
    const auto stream = context->createOrdinaryStream();
    Buffer onDevice(context, bytes);
    const HostBuffer onHost(context, bytes);
    StreamTimer timer(*stream);
    std::vector<double> up, down;
    for (int round = 0; round < rounds; ++round) {
        up.push_back(timer.secondsOf([&] {
            for (int i = 0; i < copies; ++i)
                onDevice.copyFromHost(onHost.data(), bytes, *stream);
        }));
        down.push_back(timer.secondsOf([&] {
            for (int i = 0; i < copies; ++i)
                onDevice.copyToHost(onHost.data(), bytes, *stream);
        }));
    }
    const double moved = copies * static_cast<double>(bytes);
    return (moved / quantileOf(up, 0.5) + moved / quantileOf(down, 0.5)) / 2;
}

} // namespace parterre
