// SPDX-License-Identifier: Apache-2.0
#include "core/model/device_description.h"

#include <algorithm>

namespace parterre {
namespace {

constexpr std::int64_t anyCount = std::numeric_limits<int>::max();
constexpr std::int64_t anySize = std::numeric_limits<std::int64_t>::max();

const std::vector<std::pair<std::string_view, WorkqueueScope>> scopes{
    {"device_ctx", WorkqueueScope::deviceContext},
    {"green_ctx_balanced", WorkqueueScope::greenContextBalanced}};

int count(const JsonReader& reader, std::string_view key) {
    return static_cast<int>(reader.integer(key, 0, anyCount, 0));
}

bool isListOf(const Json& value, bool (*isGood)(const Json&)) {
    return value.is_array() && std::all_of(value.begin(), value.end(), isGood);
}

bool isSmId(const Json& value) {
    return value.is_number_integer() && value.get<double>() >= 0 &&
           value.get<double>() <= static_cast<double>(anyCount);
}

bool isTpc(const Json& value) {
    return isListOf(value, isSmId);
}

bool isGpc(const Json& value) {
    return isListOf(value, isTpc);
}

} // namespace

std::string gpcText(const std::vector<std::vector<std::vector<int>>>& gpcs) {
    const auto isLone = [](const auto& gpc) { return gpc.size() == 1; };
    const auto lone = std::count_if(gpcs.begin(), gpcs.end(), isLone);
    const auto count = static_cast<std::ptrdiff_t>(gpcs.size());
    if (count == 0)
        return {};
    if (lone == 0 || lone == count) // in a small GPU, each GPC may have one TPC
        return std::to_string(count);
    return std::to_string(count - lone) + " + " + std::to_string(lone) +
           (lone == 1 ? " lone TPC" : " lone TPCs");
}

std::string_view workqueueScopeWord(WorkqueueScope scope) {
    return scopes[static_cast<std::size_t>(scope)].first;
}

std::string workqueueScopeWords() {
    std::string words;
    for (const auto& [word, scope] : scopes)
        words += (words.empty() ? "" : " or ") + std::string(word);
    return words;
}

WorkqueueScope workqueueScopeFromJson(const JsonReader& reader, std::string_view key) {
    return reader.word(key, scopes, WorkqueueScope::deviceContext);
}

void to_json(Json& json, const SmResourceDescription& resource) {
    json = Json::object();
    json["sm_count"] = resource.smCount;
    json["min_partition_size"] = resource.minPartitionSize;
    json["coscheduled_alignment"] = resource.coscheduledAlignment;
    json["flags"] = resource.flags;
}

SmResourceDescription smResourceFromJson(const JsonReader& reader) {
    return {
        count(reader, "sm_count"), count(reader, "min_partition_size"),
        count(reader, "coscheduled_alignment"),
        static_cast<unsigned>(reader.integer("flags", 0, std::numeric_limits<unsigned>::max(), 0))};
}

void to_json(Json& json, const WorkqueueDescription& workqueue) {
    json = Json::object();
    json["concurrency_limit"] = workqueue.concurrencyLimit;
    json["sharing_scope"] = workqueueScopeWord(workqueue.sharingScope);
    json.update(workqueue.unknown);
}

WorkqueueDescription workqueueFromJson(const JsonReader& reader) {
    return {
        count(reader, "concurrency_limit"), workqueueScopeFromJson(reader, "sharing_scope"),
        reader.unknownFields({"concurrency_limit", "sharing_scope"})};
}

void to_json(Json& json, const DeviceDescription& device) {
    json = Json::object();
    json["id"] = device.id;
    json["name"] = device.name;
    json["simulated"] = device.simulated;
    json["provenance"] = device.provenance;
    json["profile"] = device.profile ? Json(*device.profile) : Json();
    json["ordinal"] = device.ordinal;
    json["uuid"] = device.uuid;
    json["pci_address"] = device.pciAddress;
    json["driver_version"] = device.driverVersion;
    json["compute_capability"] = {device.computeMajor, device.computeMinor};
    json["sm_count"] = device.smCount;
    json["mig_instance"] = device.migInstance;
    json["mps_active_thread_percentage"] =
        device.mpsActiveThreadPercentage ? Json(*device.mpsActiveThreadPercentage) : Json();
    json["clock_khz"] = device.clockKhz;
    json["memory_clock_khz"] = device.memoryClockKhz;
    json["memory_bus_bits"] = device.memoryBusBits;
    json["memory_bytes"] = device.memoryBytes;
    json["l2_bytes"] = device.l2Bytes;
    json["max_threads_per_sm"] = device.maxThreadsPerSm;
    json["shared_bytes_per_sm"] = device.sharedBytesPerSm;
    json["hardware_connections"] = device.hardwareConnections;
    json["sm_resource"] = device.smResource ? Json(*device.smResource) : Json();
    json["workqueue"] = device.workqueue ? Json(*device.workqueue) : Json();
    json["gpcs"] = device.gpcs;
    json["units"] = device.units;
    json["capabilities"] = Json::array();
    for (const Capability& capability : device.capabilities)
        json["capabilities"].push_back(
            {{"id", capability.id},
             {"name", capability.name},
             {"available", capability.available},
             {"sentence", capability.sentence}});
}

DeviceDescription deviceFromJson(const JsonReader& reader) {
    DeviceDescription device;
    device.id = reader.string("id");
    device.name = reader.string("name");
    device.simulated = reader.boolean("simulated", false);
    device.provenance = reader.string("provenance", "");
    if (reader.has("profile"))
        device.profile = provenanceFromJson(reader.object("profile"));
    device.ordinal = count(reader, "ordinal");
    device.uuid = reader.string("uuid", "");
    device.pciAddress = reader.string("pci_address", "");
    device.driverVersion = count(reader, "driver_version");
    const std::vector<int> capability = reader.integers("compute_capability", 0, 1000);
    if (!capability.empty()) {
        if (capability.size() != 2)
            throw InputError(
                reader.pathOf("compute_capability"),
                "a list of " + std::to_string(capability.size()), "two numbers, as [9, 0]");
        device.computeMajor = capability[0];
        device.computeMinor = capability[1];
    }
    device.smCount = count(reader, "sm_count");
    device.migInstance = reader.boolean("mig_instance", false);
    if (reader.has("mps_active_thread_percentage"))
        device.mpsActiveThreadPercentage =
            static_cast<int>(reader.integer("mps_active_thread_percentage", 1, 100));
    device.clockKhz = count(reader, "clock_khz");
    device.memoryClockKhz = count(reader, "memory_clock_khz");
    device.memoryBusBits = count(reader, "memory_bus_bits");
    device.memoryBytes = reader.integer("memory_bytes", 0, anySize, 0);
    device.l2Bytes = reader.integer("l2_bytes", 0, anySize, 0);
    device.maxThreadsPerSm = count(reader, "max_threads_per_sm");
    device.sharedBytesPerSm = reader.integer("shared_bytes_per_sm", 0, anySize, 0);
    device.hardwareConnections = count(reader, "hardware_connections");
    if (reader.has("sm_resource"))
        device.smResource = smResourceFromJson(reader.object("sm_resource"));
    if (reader.has("workqueue"))
        device.workqueue = workqueueFromJson(reader.object("workqueue"));
    reader.forEach(
        "units", [&](const JsonReader& item) { device.units.push_back(splitUnitsFromJson(item)); });
    const Json& gpcs = reader.raw("gpcs");
    if (!gpcs.is_null()) {
        if (!isListOf(gpcs, isGpc))
            throw InputError(
                reader.pathOf("gpcs"), "of another shape", "a list of GPCs of TPCs of SM ids");
        device.gpcs = gpcs.get<std::vector<std::vector<std::vector<int>>>>();
    }
    reader.forEach("capabilities", [&](const JsonReader& item) {
        device.capabilities.push_back(
            {item.string("id"), item.string("name"), item.boolean("available", false),
             item.string("sentence", "")});
    });
    return device;
}

} // namespace parterre
