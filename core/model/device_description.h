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
    int smCount = 0;              ///< SMs it holds
    int minPartitionSize = 0;     ///< fewest SMs of a partition
    int coscheduledAlignment = 0; ///< partitions are whole multiples of so many SMs
    unsigned flags = 0;           ///< CU_DEV_SM_RESOURCE_GROUP_…; 0 before 13.1

    friend bool operator==(const SmResourceDescription&, const SmResourceDescription&) = default;
};

/// Whether a green context's work queues are shared with all of the device, or kept apart where the
/// driver can (13.1+).
enum class WorkqueueScope {
    deviceContext,        ///< shared with all of the device; what a driver starts with
    greenContextBalanced, ///< kept apart, a best effort
};

/// A work-queue configuration as the driver reports it, or as a plan asks for it (13.1+).
struct WorkqueueDescription {
    /// Streams at work at once that are expected; 0 in a plan: the driver's own.
    int concurrencyLimit = 0;
    WorkqueueScope sharingScope = WorkqueueScope::deviceContext; ///< whom queues are shared with
    Json unknown = Json::object(); ///< fields a newer version wrote; saved again as they were

    friend bool operator==(const WorkqueueDescription&, const WorkqueueDescription&) = default;
};

/// Something a driver may or may not be able to do.
struct Capability {
    std::string id;         ///< stable word: green_contexts, structured_split, workqueues, …
    std::string name;       ///< for people: "structured splits"
    bool available = false; ///< whether this driver can do it
    std::string sentence;   ///< when not available: what it needs and what was found

    friend bool operator==(const Capability&, const Capability&) = default;
};

/// What is known about one GPU. Everything a view shows of a device comes from here.
struct DeviceDescription {
    std::string id;         ///< as DeviceId::text()
    std::string name;       ///< "NVIDIA H200"
    bool simulated = false; ///< a simulated GPU, not a real one
    /// Simulated: recorded or modelled, with date and driver, as a sentence; empty for a real GPU.
    std::string provenance;
    std::optional<ProfileProvenance> profile; ///< the same in full
    int ordinal = 0;                          ///< as cuDeviceGet counts
    std::string uuid;                         ///< "GPU-…"; empty when the driver gives none
    std::string pciAddress;                   ///< "0000:1b:00.0"
    int driverVersion = 0;                    ///< as cuDriverGetVersion: 13000 is 13.0
    int computeMajor = 0;                     ///< compute capability: the 9 of 9.0
    int computeMinor = 0;                     ///< compute capability: the 0 of 9.0
    int smCount = 0;                          ///< a MIG instance's own, where it is one
    bool migInstance = false; ///< a part of a GPU that MIG divided: what is said is of that part
    /// CUDA_MPS_ACTIVE_THREAD_PERCENTAGE of the engine, 1 to 100; empty: not set.
    std::optional<int> mpsActiveThreadPercentage;
    int clockKhz = 0;                  ///< highest SM clock
    int memoryClockKhz = 0;            ///< highest memory clock
    int memoryBusBits = 0;             ///< width of the memory bus
    std::int64_t memoryBytes = 0;      ///< device memory
    std::int64_t l2Bytes = 0;          ///< L2 cache
    int maxThreadsPerSm = 0;           ///< resident threads an SM can hold
    std::int64_t sharedBytesPerSm = 0; ///< shared memory of an SM
    /// CUDA_DEVICE_MAX_CONNECTIONS in force in the engine: how many streams can be at work at once.
    int hardwareConnections = 0;
    /// Empty when this driver knows no green contexts (see capabilities).
    std::optional<SmResourceDescription> smResource;
    /// The device's own configuration; empty before 13.1.
    std::optional<WorkqueueDescription> workqueue;
    /// GPC → TPC → SM ids; empty where nobody has measured it.
    std::vector<std::vector<std::vector<int>>> gpcs;
    /// What combined plans join, co-scheduled units first; the smallest ones where they are others.
    std::vector<SplitUnits> units;
    /// What this driver can do, and why it can't do the rest.
    std::vector<Capability> capabilities;

    friend bool operator==(const DeviceDescription&, const DeviceDescription&) = default;
};

/// "8 + 4 lone TPCs" where some TPCs are outside the GPCs, each listed as one of its own since it
/// forms clusters with no other; otherwise "8". Empty where nothing is known.
std::string gpcText(const std::vector<std::vector<std::vector<int>>>& gpcs);

/// The JSON object that smResourceFromJson() reads.
void to_json(Json& json, const SmResourceDescription& resource);
/// The JSON object that workqueueFromJson() reads, with the fields of `unknown`.
void to_json(Json& json, const WorkqueueDescription& workqueue);
/// The JSON object that deviceFromJson() reads.
void to_json(Json& json, const DeviceDescription& device);
/// Throws InputError naming the field.
DeviceDescription deviceFromJson(const JsonReader& reader);

/// Throws InputError naming the field.
SmResourceDescription smResourceFromJson(const JsonReader& reader);
/// Throws InputError naming the field; what it does not know goes to `unknown`.
WorkqueueDescription workqueueFromJson(const JsonReader& reader);

/// "device_ctx" or "green_ctx_balanced", cuda.core's words.
std::string_view workqueueScopeWord(WorkqueueScope scope);
/// Both, as an error lists what is allowed.
std::string workqueueScopeWords();
/// The field's word as a scope; deviceContext when absent. Throws InputError naming the field.
WorkqueueScope workqueueScopeFromJson(const JsonReader& reader, std::string_view key);

} // namespace parterre
