// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device_description.h"
#include "core/model/json.h"
#include "core/model/workload_info.h"

#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// How a plan's groups are made; see docs/architecture.md.
enum class Strategy {
    automatic,  ///< what fits the groups and the driver
    byCount,    ///< cuDevSmResourceSplitByCount: equal groups (12.4+)
    structured, ///< cuDevSmResourceSplit: each group with its own parameters (13.1+)
    combined,   ///< one split into units, several units joined in each group's descriptor (12.4+)
};

std::string_view strategyWord(Strategy strategy); ///< "auto", "by_count", "structured", "combined"
Strategy strategyFromWord(std::string_view word, const std::string& field); ///< throws InputError

struct PlanGroup;

/// How SMs are split into groups: a GPU's, or those of a group that is split again.
struct PlanSplit {
    Strategy strategy = Strategy::automatic; ///< how the groups are made
    bool ignoreCoscheduling = false;         ///< smallest units, no cluster guarantee
    bool maxCluster = false;                 ///< groups that allow the largest potential cluster
    /// Whether the SMs that are left over become a partition of their own.
    bool partitionRemainder = false;
    /// As PlanGroup::workload, for the remainder's partition.
    std::string remainderWorkload;
    /// As PlanGroup::workloadParameters, for the remainder's partition.
    WorkloadParameters remainderWorkloadParameters{};
    std::vector<PlanGroup> groups; ///< in the order they are split off
    Json unknown = Json::object(); ///< fields a newer version wrote; saved again as they were

    /// Whether all groups ask for the same number of SMs.
    bool hasEqualGroups() const;
    /// SMs that the groups ask for together.
    int requestedSmCount() const;

    friend bool operator==(const PlanSplit& a, const PlanSplit& b);
};

/// One partition as the user wants it.
struct PlanGroup {
    std::string name;   ///< unique among the groups of its split, not empty
    std::string colour; ///< "#rrggbb"; empty: the window's palette decides by position
    /// SMs asked for, 1 or more. 0 = discovery: as many as fit (structured splits).
    int smCount = 0;
    /// Combined only: exactly these units of the split, by index; empty = the next free ones.
    std::vector<int> units;
    int coscheduledSmCount = 0;          ///< structured only; 0 = the architecture's default
    int preferredCoscheduledSmCount = 0; ///< structured only; 0 = same as coscheduledSmCount
    bool backfill = false;               ///< structured only
    /// 13.1+; empty = leave the driver's configuration as it is.
    std::optional<WorkqueueDescription> workqueue;
    std::string workload;                    ///< kernel catalogue name; empty = none chosen
    WorkloadParameters workloadParameters{}; ///< what it is told
    /// Its SMs split again, through its context. Then nothing runs in the group itself, so that it
    /// has neither workload nor work queue: its SMs are those of its groups.
    std::optional<PlanSplit> split;
    Json unknown = Json::object(); ///< as PlanSplit::unknown

    friend bool operator==(const PlanGroup&, const PlanGroup&) = default;
};

/// The GPU that a plan's counts were chosen on.
struct PlanOrigin {
    std::string name;              ///< "NVIDIA H200"
    int smCount = 0;               ///< SMs it has, 1 or more
    Json unknown = Json::object(); ///< as PlanSplit::unknown

    friend bool operator==(const PlanOrigin&, const PlanOrigin&) = default;
};

/// How a GPU shall be partitioned: a value, saved as JSON. Nothing here touches a driver.
struct PartitionPlan : PlanSplit {
    static constexpr int formatVersion = 1; ///< of a saved plan
    static constexpr int mostGroups = 256;  ///< groups a plan may have, on all levels together
    static constexpr int mostSms = 4096;    ///< more than any GPU has
    /// The plan's own groups, groups of these, and groups of those. A driver knows no limit; but
    /// each level costs contexts in which nothing runs, of about 5 MB each.
    static constexpr int mostLevels = 3;

    std::string device; ///< as DeviceId::text()
    /// As it was when the plan was saved: where that GPU is not at hand, mapPlan() needs it.
    std::optional<PlanOrigin> madeFor;

    friend bool operator==(const PartitionPlan&, const PartitionPlan&) = default;
};

/// One of the splits of a plan, and where it stands there. Points into the plan.
template <typename Split>
struct SplitPlace {
    Split* split = nullptr; ///< of the plan given, never null
    std::string parent; ///< full name of the group that is split; empty for the plan's own split
    std::string path;   ///< before its fields, as errors name them: "", "groups[1].split."
    int level = 1;      ///< 1 for the plan's own split
};

/// All splits of a plan, level by level: the plan's own, then those of its groups, and so on. In
/// that order partitions are made and numbered: those of each split in turn, its groups first, then
/// its remainder.
std::vector<SplitPlace<const PlanSplit>> splitsOf(const PartitionPlan& plan);
/// The same, to change them.
std::vector<SplitPlace<PlanSplit>> splitsOf(PartitionPlan& plan);

/// A group's name among all partitions of a plan: "1" below "A" is "A/1"; below nothing, "A" is
/// "A".
std::string fullName(const std::string& parent, const std::string& name);

/// Whether both splits ask the driver for the same: names, colours, workloads and what becomes of
/// the groups aside. Split alike, the same SMs become the same groups (placements.jsonl).
bool splitsAlike(const PlanSplit& a, const PlanSplit& b);

/// Checks what can be checked without a device: names present and different, counts in range,
/// options that exclude each other, not too many groups and levels. Throws InputError naming the
/// field, as a path below `path`.
void validate(const PartitionPlan& plan, const std::string& path = {});

/// The JSON object that planFromJson() reads, with the fields of `unknown`.
void to_json(Json& json, const PartitionPlan& plan);
/// Throws InputError naming the field; calls validate().
PartitionPlan planFromJson(const JsonReader& reader);

/// "A", "B" … "Z", "AA", "AB" …: the names groups get when nobody names them.
std::string defaultGroupName(int index);

/// `count` groups of `smCount` SMs each, with default names.
PartitionPlan planOfCounts(std::string device, const std::vector<int>& smCounts);

} // namespace parterre
