// SPDX-License-Identifier: Apache-2.0
#include "core/recorder/profile_recorder.h"

#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/model/cancelled.h"
#include "core/probe/topology_probe.h"
#include "core/recorder/connection_curve.h"
#include "core/recorder/cost_measurements.h"
#include "core/simulator/profile_attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace parterre {
namespace {

constexpr double giga = 1e9;
constexpr double teraflops = 1e12;
constexpr double micro = 1e-6;

/// "h200" for "NVIDIA H200", "rtx-4090" for "NVIDIA GeForce RTX 4090".
std::string idOf(std::string name) {
    for (const std::string_view prefix : {"NVIDIA ", "GeForce "})
        if (name.starts_with(prefix))
            name.erase(0, prefix.size());
    std::string id;
    for (const char letter : name) {
        const auto c = static_cast<unsigned char>(letter);
        if (std::isalnum(c) != 0)
            id += static_cast<char>(std::tolower(c));
        else if (!id.empty() && id.back() != '-')
            id += '-';
    }
    return id.ends_with('-') ? id.substr(0, id.size() - 1) : id;
}

/// 32 hexadecimal digits that are always the same for a GPU and do not tell which one it is:
/// profiles are passed on.
std::string anonymousUuid(const std::string& uuid) {
    constexpr std::uint64_t prime = 0x100000001b3U; // FNV-1a
    std::string digits;
    for (std::uint64_t hash : {0xcbf29ce484222325U, 0x84222325cbf29ce4U}) {
        for (const char c : uuid)
            hash = (hash ^ static_cast<unsigned char>(c)) * prime;
        digits += fmt::format("{:016x}", hash);
    }
    return digits;
}

/// Leads the caller through the parts of a recording, each with its share of the whole.
class Progress {
public:
    explicit Progress(const RecordOptions& options)
        : m_options(options) {}

    void begin(std::string text, double from, double to) {
        m_text = std::move(text);
        m_from = from;
        m_to = to;
        at(0);
    }

    void at(double part) {
        if (m_options.stop.stop_requested())
            throw Cancelled();
        if (m_options.progress)
            m_options.progress(m_from + std::clamp(part, 0.0, 1.0) * (m_to - m_from), m_text);
    }

    MeasurementStep step() {
        return [this](double part) { at(part); };
    }

private:
    const RecordOptions& m_options;
    std::string m_text;
    double m_from = 0;
    double m_to = 0;
};

void recordFacts(const Device& device, DeviceProfile& profile) {
    profile.name = device.name();
    profile.id = idOf(profile.name);
    profile.uuid = anonymousUuid(device.uuid());
    profile.pciAddress = device.pciAddress();
    profile.memoryBytes = static_cast<std::int64_t>(device.totalMemory());
    for (const ProfileAttribute& known : profileAttributes)
        profile.attributes[known.attribute] = device.attribute(known.attribute);
    for (const auto which :
         {abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
          abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
          abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT})
        profile.attributes[which] = device.attribute(which);
    profile.smCount = profile.attribute(abi::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
}

void recordTopology(
    const Device& device, const ObservedTopology& topology, DeviceProfile& profile) {
    std::size_t seen = 0;
    for (const auto& gpc : topology.gpcs)
        for (const auto& tpc : gpc)
            seen += tpc.size();
    if (seen != static_cast<std::size_t>(profile.smCount))
        throw std::runtime_error(fmt::format(
            "kernels were seen on {} of the GPU's {} SMs; is something else running on it?", seen,
            profile.smCount));
    profile.gpcs = topology.gpcs;
    const SmResource all = device.resources().sm();
    profile.granularity = DeviceGranularity{
        static_cast<int>(all.minPartitionSize()), static_cast<int>(all.coscheduledAlignment()),
        topology.maxClusterBlocks};
    std::vector<std::string>& guesses = profile.provenance.guesses;
    if (!topology.gpcsObserved)
        guesses.emplace_back(
            "all TPCs in one GPC: without thread-block clusters nothing shows more");
    if (!topology.tpcsObserved)
        guesses.emplace_back("which SMs share a TPC, and the order of the TPCs: by the SMs' ids");
}

/// How many partitions of the smallest size are set to work together.
int busyPartitions(const DeviceProfile& profile) {
    constexpr std::size_t most = 64;
    std::size_t tpcs = 0;
    for (const auto& gpc : profile.gpcs)
        tpcs += gpc.size();
    return static_cast<int>(std::min(tpcs, most));
}

std::vector<ConnectionShare>
measureConnections(const DeviceProfile& profile, const RecordOptions& options, Progress& progress) {
    const int partitions = busyPartitions(profile);
    // Only partitions that have to share connections show anything.
    std::vector<std::pair<int, int>> points;
    for (const int connections : {4, 8, 16, 32})
        for (const int busy : {partitions / 2, partitions})
            if (connections < busy)
                points.emplace_back(connections, busy);
    const auto smsPerTpc = static_cast<double>(profile.gpcs.front().front().size());
    std::vector<ConnectionShare> shares;
    const double each = smsPerTpc * profile.rates.fp32FlopsPerSm;
    for (const auto& [connections, busy] : points) {
        progress.at(static_cast<double>(shares.size()) / static_cast<double>(points.size()));
        const ConnectionLoad load{
            .connections = connections, .partitions = busy, .ignoreCoscheduling = true};
        const std::vector<double> rates = options.connectionProbe(load, options.stop);
        const double together = teraflops * std::accumulate(rates.begin(), rates.end(), 0.0);
        shares.push_back({connections, busy, together / (busy * each)});
    }
    return shares;
}

Json measurementsJson(
    const std::vector<CopyRate>& copies, const std::vector<ConnectionShare>& connections,
    const LaunchLatency& launch) {
    Json json = {
        {"launch_us",
         {{"call", launch.call / micro},
          {"call_p99", launch.callP99 / micro},
          {"round_trip", launch.roundTrip / micro},
          {"round_trip_p99", launch.roundTripP99 / micro}}},
        {"copy", Json::array()},
        {"connections", Json::array()}};
    for (const CopyRate& rate : copies)
        json["copy"].push_back({{"sm_count", rate.smCount}, {"gbs", rate.bytesPerSecond / giga}});
    for (const ConnectionShare& point : connections)
        json["connections"].push_back(
            {{"max_connections", point.connections},
             {"partitions", point.partitions},
             {"share", point.share}});
    return json;
}

} // namespace

Json ProfileRecording::toJson() const {
    Json json = profile.toJson();
    json["measurements"] = measurements;
    return json;
}

ProfileRecording recordProfile(const Device& device, const RecordOptions& options) {
    Progress progress(options);
    ProfileRecording recording;
    DeviceProfile& profile = recording.profile;
    // An H200's, for a GPU on which they can't be measured.
    const DeviceRates usual = DeviceProfile::load("h200").rates;
    profile.rates.connectionOverlap = usual.connectionOverlap;
    profile.rates.connectionOverlapPerStream = usual.connectionOverlapPerStream;
    profile.rates.frontEndStreams = usual.frontEndStreams;

    progress.begin("attributes", 0, 0.01);
    require(*device.driver(), DriverFunction::cuGreenCtxCreate, "green contexts");
    recordFacts(device, profile);

    std::vector<CopyRate> copies;
    LaunchLatency launch;
    {
        const auto context = device.primaryContext();
        const auto library = loadEmbeddedKernels(context);
        // First, since contexts of before would hide what one costs.
        progress.begin("costs of contexts, streams and launches", 0.01, 0.1);
        const CostMeasurements costs = measureCosts(device, library, options.now, progress.step());
        profile.costs = costs.costs;
        launch = costs.launch;
        profile.costs.launch = {launch.call, launch.callP99};
        profile.costs.synchronize = launch.waiting(profile.costs.operationStart);

        progress.begin("which SMs share a TPC and a GPC", 0.1, 0.3);
        recordTopology(device, observeTopology(device, library, progress.step()), profile);

        progress.begin("fp32 arithmetic", 0.3, 0.4);
        const ComputeRate compute = measureCompute(device, library, progress.step());
        profile.rates.fp32FlopsPerSm = compute.flopsPerSm;
        profile.rates.jitter = compute.jitter;

        progress.begin("copies by partition size", 0.4, 0.65);
        copies = measureCopies(device, library, progress.step());
        fitCopies(profile.rates, copies);

        progress.begin("memory copies", 0.65, 0.68);
        profile.rates.memcpyBytesPerSecond = measureMemcpy(device);
        progress.begin("the host link", 0.68, 0.7);
        profile.rates.hostLinkBytesPerSecond = measureHostLink(device);
    }

    // The GPU is let go by then, as far as this process can: others are to have it for themselves.
    std::vector<ConnectionShare> connections;
    if (options.connectionProbe) {
        progress.begin("hardware connections", 0.7, 1);
        connections = measureConnections(profile, options, progress);
    }
    if (connections.empty())
        profile.provenance.guesses.emplace_back("what hardware connections carry: as on an H200");
    else
        fitConnections(profile.rates, connections);
    progress.begin("done", 1, 1);

    profile.provenance.kind =
        options.isSimulated ? ProfileProvenance::Kind::modelled : ProfileProvenance::Kind::recorded;
    profile.provenance.date = options.date;
    profile.provenance.driverVersion = device.driverVersion();
    profile.provenance.source = fmt::format(
        "Measured by parterre-cli record on {} {}.", options.isSimulated ? "the simulated" : "one",
        profile.name);
    recording.measurements = measurementsJson(copies, connections, launch);
    return recording;
}

} // namespace parterre
