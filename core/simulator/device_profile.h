// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/model/json.h"
#include "core/model/profile_provenance.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parterre {

/// How fast the device is, alone and shared. docs/simulator.md has the formulas.
struct DeviceRates {
    double fp32FlopsPerSm = 0;   ///< per second
    double tensorFlopsPerSm = 0; ///< of the matrix units, in bf16, per second; 0: not told

    double copyBytesPerSm = 0;       ///< per second, read + written: an SM's own ceiling
    double memoryLatency = 0;        ///< seconds from asking to having; 0: no limit comes of it
    double memoryBytesPerSecond = 0; ///< the whole device's ceiling, read + written
    double readBytesPerSecond = 0;   ///< the same where nothing is written; 0: not told
    double memorySaturation = 1;     ///< how sharp the bend between the two is; from 1, gradual
    double l2BytesPerSm = 0;         ///< per second, read from L2: an SM's own ceiling; 0: not told
    double l2BytesPerSecond = 0;     ///< the whole device's; 0: not told
    double memcpyBytesPerSecond = 0; ///< device to device, read + written, nothing else running
    double hostLinkBytesPerSecond = 0; ///< each direction

    double connectionOverlap = 1;          ///< kernels that one saturated connection keeps at work
    double connectionOverlapPerStream = 0; ///< and so much more for each busy stream
    double frontEndStreams = 0; ///< busy streams that the front end can just keep all at work
    double connectionSpreadStreams = 0; ///< with so many, some get next to nothing; 0: all alike

    double jitter = 0; ///< the largest deviation of one operation's duration, as a fraction
};

/// What a call costs the host that is not always the same; in seconds.
struct CallCost {
    double median = 0; ///< half of the calls take less
    double p99 = 0;    ///< exceeded by one call in 100
};

/// What driver calls cost, and what operations cost beside their work; in seconds.
struct DeviceCosts {
    double operationStart = 0;          ///< from when an operation may begin until its work does
    double greenContextCreate = 0;      ///< the call, as the others here
    double greenContextDestroy = 0;     ///< of one without streams
    double streamCreate = 0;            ///< also of one outside of green contexts
    double streamDestroy = 0;           ///< of one that has nothing left to do
    double split = 0;                   ///< either kind of split, also a dry run
    CallCost launch;                    ///< of cuLaunchKernelEx
    CallCost synchronize;               ///< beyond the time waited for
    std::int64_t greenContextBytes = 0; ///< device memory held by one green context
};

/// What an SM resource of the whole device reports, in SMs, and the largest cluster.
struct DeviceGranularity {
    int minPartitionSize = 0;     ///< SMs of the smallest partition
    int coscheduledAlignment = 0; ///< partitions are multiples of this many SMs
    int maxClusterBlocks = 0;     ///< in blocks, each on an SM of its own; 1 without clusters
};

/// A GPU as data: everything that makes a simulated device what it is. Read from
/// resources/devices/*.json or a file of the same form.
struct DeviceProfile {
    std::string id;               ///< "h200"
    std::string name;             ///< "NVIDIA H200"
    ProfileProvenance provenance; ///< recorded or modelled, and from what
    std::string uuid;             ///< 32 hexadecimal digits
    std::string pciAddress;       ///< "0000:1b:00.0"
    std::int64_t memoryBytes = 0; ///< device memory
    int smCount = 0;              ///< as many as `gpcs` holds
    /// GPC → TPC → SM ids; SMs that were never seen in one cluster with others count as a GPC of
    /// their own. Each SM is in it once.
    std::vector<std::vector<std::vector<int>>> gpcs;
    /// Locality domains (13.4): the GPCs of each, by their place in `gpcs`. A GPC may be in none.
    /// Empty: one domain with all of them.
    std::vector<std::vector<int>> localityDomains;
    std::optional<DeviceGranularity> granularity; ///< empty: what is published for the architecture
    /// What cuDeviceGetAttribute answers; it refuses all others.
    std::map<abi::CUdevice_attribute, int> attributes;
    DeviceRates rates; ///< how fast it is
    DeviceCosts costs; ///< what calls cost

    /// In the driver's unit; 0 for one that the profile does not tell.
    int attribute(abi::CUdevice_attribute which) const;

    /// The document that reads as this profile; figures are rounded to five digits.
    Json toJson() const;

    /// Throws InputError naming the path of the field; `source` names the document in it.
    static DeviceProfile fromJson(const Json& document, const std::string& source);

    /// A built-in profile by id, or a file (DeviceId::isFile()); `field` is what names it. Throws
    /// InputError naming the built-in ones.
    static DeviceProfile
    load(const std::string& name, const std::string& field = "simulated device");

    /// The ids of the built-in profiles: the recorded one first, which is the default, the others
    /// by name.
    static std::vector<std::string> builtIn();
};

} // namespace parterre
