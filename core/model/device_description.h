// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"
#include "core/model/profile_provenance.h"
#include "core/model/split_units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// An SM resource as the driver reports it, in SMs.
struct SmResourceDescription {
    int smCount = 0;
    int minPartitionSize = 0;
    int coscheduledAlignment = 0;
    unsigned flags = 0;

    friend bool operator==(const SmResourceDescription&, const SmResourceDescription&) = default;
};

enum class WorkqueueScope { deviceContext, greenContextBalanced };

/// A work-queue configuration as the driver reports it, or as a plan asks for it (13.1+).
struct WorkqueueDescription {
    int concurrencyLimit = 0;
    WorkqueueScope sharingScope = WorkqueueScope::deviceContext;
    Json unknown = Json::object(); ///< fields a newer version wrote; saved again as they were

    friend bool operator==(const WorkqueueDescription&, const WorkqueueDescription&) = default;
};

/// Something a driver may or may not be able to do.
struct Capability {
    std::string id;   ///< stable word: green_contexts, structured_split, workqueues, …
    std::string name; ///< for people: "structured splits"
    bool available = false;
    std::string sentence; ///< when not available: what it needs and what was found

    friend bool operator==(const Capability&, const Capability&) = default;
};

/// What is known about one GPU. Everything a view shows of a device comes from here.
struct DeviceDescription {
    std::string id;   ///< as DeviceId::text()
    std::string name; ///< "NVIDIA H200"
    bool simulated = false;
    /// Simulated: recorded or modelled, with date and driver, as a sentence; empty for a real GPU.
    std::string provenance;
    std::optional<ProfileProvenance> profile; ///< the same in full
    int ordinal = 0;
    std::string uuid;       ///< "GPU-…"; empty when the driver gives none
    std::string pciAddress; ///< "0000:1b:00.0"
    int driverVersion = 0;  ///< as cuDriverGetVersion: 13000 is 13.0
    int computeMajor = 0;
    int computeMinor = 0;
    int smCount = 0;          ///< a MIG instance's own, where it is one
    bool migInstance = false; ///< a part of a GPU that MIG divided: what is said is of that part
    /// CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of the engine, 1 to 100; empty: not set.
    std::optional<int> mpsActiveThreadPercentage;
    int clockKhz = 0; ///< highest SM clock
    int memoryClockKhz = 0;
    int memoryBusBits = 0;
    std::int64_t memoryBytes = 0;
    std::int64_t l2Bytes = 0;
    int maxThreadsPerSm = 0;
    std::int64_t sharedBytesPerSm = 0;
    /// CUDA_DEVICE_MAX_CONNECTIONS in force in the engine: how many streams can be at work at once.
    int hardwareConnections = 0;
    /// Empty when this driver knows no green contexts (see capabilities).
    std::optional<SmResourceDescription> smResource;
    std::optional<WorkqueueDescription> workqueue;
    /// GPC → TPC → SM ids; empty where nobody has measured it.
    std::vector<std::vector<std::vector<int>>> gpcs;
    /// What combined plans join, co-scheduled units first; the smallest ones where they are others.
    std::vector<SplitUnits> units;
    std::vector<Capability> capabilities;

    friend bool operator==(const DeviceDescription&, const DeviceDescription&) = default;
};

/// "8 + 4 lone TPCs" where some TPCs are outside the GPCs, each listed as one of its own since it
/// forms clusters with no other; otherwise "8". Empty where nothing is known.
std::string gpcText(const std::vector<std::vector<std::vector<int>>>& gpcs);

void to_json(Json& json, const SmResourceDescription& resource);
void to_json(Json& json, const WorkqueueDescription& workqueue);
void to_json(Json& json, const DeviceDescription& device);
DeviceDescription deviceFromJson(const JsonReader& reader);

SmResourceDescription smResourceFromJson(const JsonReader& reader);
WorkqueueDescription workqueueFromJson(const JsonReader& reader);

/// "device_ctx" or "green_ctx_balanced", cuda.core's words.
std::string_view workqueueScopeWord(WorkqueueScope scope);
/// Both, as an error lists what is allowed.
std::string workqueueScopeWords();
WorkqueueScope workqueueScopeFromJson(const JsonReader& reader, std::string_view key);

} // namespace parterre
