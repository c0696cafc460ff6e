// SPDX-License-Identifier: Apache-2.0
#include "tests/core/simulator/busy_streams.h"

#include <algorithm>

namespace parterre::test {

using namespace abi;

namespace {

constexpr std::size_t copyBytes = std::size_t{512} << 20U;
constexpr unsigned fmaIterations = 512;
constexpr unsigned fmaBlocksPerSm = 8;
constexpr unsigned copyBlocksPerSm = 62;

double workOfLaunch(const BusyStream& busy) {
    if (busy.copies)
        return 2.0 * copyBytes / 1e9;
    return 1024.0 * fmaIterations * 256 * fmaBlocksPerSm * busy.sms / 1e12;
}

void launchOne(SimulatedGpu& gpu, const BusyStream& busy) {
    SimulatedGpu::require(
        busy.copies
            ? gpu.launchCopy(
                  busy.stream, copyBlocksPerSm * busy.sms, busy.destination, busy.source, copyBytes)
            : gpu.launchFma(busy.stream, fmaBlocksPerSm * busy.sms, fmaIterations),
        "launch");
}

} // namespace

BusyStream makeBusyStream(SimulatedGpu& gpu, CUgreenCtx context, bool copies) {
    BusyStream busy;
    busy.copies = copies;
    busy.stream = gpu.createStream(context);
    busy.sms = gpu.resourceOf(context).sm.smCount;
    if (copies) {
        busy.source = gpu.allocate(copyBytes);
        busy.destination = gpu.allocate(copyBytes);
    }
    return busy;
}

void measure(SimulatedGpu& gpu, std::vector<BusyStream>& streams) {
    constexpr int launches = 40;
    std::vector<std::vector<CUevent>> marks(streams.size());
    for (int round = 0; round <= launches; ++round) {
        for (std::size_t i = 0; i < streams.size(); ++i) {
            marks[i].push_back(gpu.createEvent());
            SimulatedGpu::require(
                gpu->cuEventRecord(marks[i].back(), streams[i].stream), "cuEventRecord");
            if (round < launches)
                launchOne(gpu, streams[i]);
        }
    }
    for (const auto& mark : marks)
        SimulatedGpu::require(gpu->cuEventSynchronize(mark.back()), "cuEventSynchronize");

    CUevent const origin = marks.front().front();
    double end = gpu.secondsBetween(origin, marks.front().back());
    for (const auto& mark : marks)
        end = std::min(end, gpu.secondsBetween(origin, mark.back()));
    for (std::size_t i = 0; i < streams.size(); ++i) {
        std::size_t done = 0;
        while (done < launches && gpu.secondsBetween(origin, marks[i][done + 1]) <= end)
            ++done;
        streams[i].rate = static_cast<double>(done) * workOfLaunch(streams[i]) /
                          gpu.secondsBetween(marks[i].front(), marks[i][done]);
    }
}

double rateAlone(unsigned sms, bool copies, unsigned of) {
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), of, sms, sms == 2 ? 1 : 0);
    std::vector<BusyStream> streams{
        makeBusyStream(gpu, gpu.createContext({split.groups.front()}), copies)};
    measure(gpu, streams);
    return streams.front().rate;
}

RatesTogether
ratesTogether(unsigned partitions, unsigned sms, bool copies, int connections, unsigned flags) {
    SimulationOptions options;
    options.hardwareConnections = connections;
    SimulatedGpu gpu(options);
    const auto split = gpu.split(gpu.deviceResource(), partitions, sms, flags);
    std::vector<BusyStream> streams;
    for (const CUdevResource& group : split.groups)
        streams.push_back(makeBusyStream(gpu, gpu.createContext({group}), copies));
    measure(gpu, streams);
    RatesTogether together;
    together.min = together.max = streams.front().rate;
    for (const BusyStream& busy : streams) {
        together.sum += busy.rate;
        together.min = std::min(together.min, busy.rate);
        together.max = std::max(together.max, busy.rate);
    }
    return together;
}

} // namespace parterre::test
