// SPDX-License-Identifier: Apache-2.0
/// A profile as JSON: what DeviceProfile::fromJson() reads.
#include "core/simulator/device_profile.h"
#include "core/simulator/profile_attributes.h"

#include <fmt/format.h>

#include <cmath>

namespace parterre {
namespace {

/// To five digits: more than any measurement has, and no more than a person wants to read.
double rounded(double value) {
    if (value == 0 || !std::isfinite(value))
        return value;
    constexpr int digits = 5;
    const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - (digits - 1));
    // Divided by a whole number where the unit is below 1, so that no ...0001 is left over.
    return unit < 1 ? std::round(value / unit) / std::round(1 / unit)
                    : std::round(value / unit) * unit;
}

Json ratesJson(const DeviceRates& rates) {
    constexpr double tera = 1e12;
    constexpr double giga = 1e9;
    constexpr double micro = 1e-6;
    Json json = {
        {"fp32_tflops_per_sm", rounded(rates.fp32FlopsPerSm / tera)},
        {"copy_gbs_per_sm", rounded(rates.copyBytesPerSm / giga)},
        {"memory_latency_us", rounded(rates.memoryLatency / micro)},
        {"memory_gbs", rounded(rates.memoryBytesPerSecond / giga)},
        {"memory_saturation", rounded(rates.memorySaturation)},
        {"memcpy_gbs", rounded(rates.memcpyBytesPerSecond / giga)},
        {"host_link_gbs", rounded(rates.hostLinkBytesPerSecond / giga)},
        {"connection_overlap", rounded(rates.connectionOverlap)},
        {"connection_overlap_per_stream", rounded(rates.connectionOverlapPerStream)},
        {"connection_spread_streams", rounded(rates.connectionSpreadStreams)},
        {"front_end_streams", rounded(rates.frontEndStreams)},
        {"jitter", rounded(rates.jitter)}};
    const auto add = [&](const char* key, double rate) {
        if (rate > 0)
            json[key] = rounded(rate);
    };
    add("bf16_tflops_per_sm", rates.tensorFlopsPerSm / tera);
    add("read_gbs", rates.readBytesPerSecond / giga);
    add("l2_gbs_per_sm", rates.l2BytesPerSm / giga);
    add("l2_gbs", rates.l2BytesPerSecond / giga);
    return json;
}

Json costsJson(const DeviceCosts& costs) {
    constexpr double micro = 1e-6;
    return {
        {"operation_start_us", rounded(costs.operationStart / micro)},
        {"green_context_create_us", rounded(costs.greenContextCreate / micro)},
        {"green_context_destroy_us", rounded(costs.greenContextDestroy / micro)},
        {"stream_create_us", rounded(costs.streamCreate / micro)},
        {"stream_destroy_us", rounded(costs.streamDestroy / micro)},
        {"split_us", rounded(costs.split / micro)},
        {"launch_us", rounded(costs.launch.median / micro)},
        {"launch_p99_us", rounded(costs.launch.p99 / micro)},
        {"synchronize_us", rounded(costs.synchronize.median / micro)},
        {"synchronize_p99_us", rounded(costs.synchronize.p99 / micro)},
        {"green_context_bytes", costs.greenContextBytes}};
}

} // namespace

Json DeviceProfile::toJson() const {
    Json json = Json::object();
    json["version"] = 1;
    json["id"] = id;
    json["name"] = name;
    json["provenance"] = provenance;
    json["uuid"] = uuid;
    json["pci_address"] = pciAddress;
    json["memory_bytes"] = memoryBytes;
    json["sm_count"] = smCount;
    json["compute_capability"] = {
        {"major", attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)},
        {"minor", attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)}};
    json["attributes"] = Json::object();
    for (const ProfileAttribute& known : profileAttributes)
        json["attributes"][std::string(known.word)] = attribute(known.attribute);
    json["topology"] = {{"gpcs", gpcs}};
    if (!localityDomains.empty())
        json["topology"]["locality_domains"] = localityDomains;
    if (granularity)
        json["sm_resource"] = {
            {"min_partition_size", granularity->minPartitionSize},
            {"coscheduled_alignment", granularity->coscheduledAlignment},
            {"max_cluster_size", granularity->maxClusterBlocks}};
    json["rates"] = ratesJson(rates);
    json["costs"] = costsJson(costs);
    return json;
}

} // namespace parterre
