// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "ui/partition/group_path.h"
#include "ui/shell/partition_palette.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace parterre::ui {

struct BarSegment;

/// What can be asked for sub-partitions of `whole` SMs, ascending: whole pieces of the GPU, and all
/// of them; empty where the GPU is not known. How the SMs lie in the GPCs may make it less.
std::vector<int> subPartitionSizes(int whole, bool smallestUnits, const DeviceDescription* device);

/// The groups of one split, the plan's own or a nested one, and what they leave over.
struct BarLevel {
    std::vector<BarSegment> segments; ///< groups in the plan's order, then the remainder if any
    std::vector<int> grantable;       ///< SM counts a group can be given, ascending
    int groupCount = 0;               ///< how many of the segments are groups

    bool isGroup(int position) const { return position >= 0 && position < groupCount; }
};

/// What the partition bar and the table show of one group.
struct BarSegment {
    QString name;      ///< in its split
    QString fullName;  ///< in the plan: "A/1"
    int requested = 0; ///< SMs asked for; 0: as many as fit. For the remainder always 0.
    /// SMs the driver grants; empty until the preview of this very request has come.
    std::optional<int> granted;
    /// Nobody can know what the driver grants before the partition above is applied.
    bool isKnownOnceApplied = false;
    std::optional<std::vector<int>> smIds; ///< where it would run, where that is known
    bool isRemainder = false;
    bool isMade = true;      ///< false: the driver makes fewer groups than asked
    bool isPartition = true; ///< false: a remainder that is left unused
    QString workload;
    partition_palette::Look look = partition_palette::look(0);
    BarLevel split; ///< its SMs split again; empty where they are not

    bool isSplit() const { return !split.segments.empty(); }
    /// SMs to draw: granted where known, else asked for.
    int shown() const { return granted.value_or(requested); }
};

/// What a running partition does now.
struct LiveRate {
    QString rate;         ///< "31.0 TFLOP/s"; empty while nothing runs or is measured
    int smCount = 0;      ///< SMs of the partition that runs
    bool asShown = false; ///< the plan shown gives it as many: the rate is one of that plan too

    /// The rate, with the size it belongs to when that is another than the one shown.
    QString text() const;

    friend bool operator==(const LiveRate&, const LiveRate&) = default;
};

/// The plan beside what the driver answered to it: one tree for the bar, the table and whatever
/// else shows partitions, so that all show the same numbers.
struct BarContent : BarLevel {
    int total = 0; ///< SMs of the GPU

    /// `preview` may answer an older plan; only what still answers the present one is used.
    /// Null while none has come. `device`, where it is known, tells what sub-partitions can have.
    static BarContent make(
        const PartitionPlan& plan, const Preview* preview, int totalSmCount,
        const DeviceDescription* device = nullptr);

    /// Once this very plan is applied: where kernels were seen to run says more than a preview,
    /// which on a real GPU cannot know.
    void takeObserved(const std::vector<PartitionReport>& applied);

    /// Of the segment at `parent`, or of the GPU; without segments where there is none.
    const BarLevel& level(const GroupPath& parent) const;
    /// Null where there is none.
    const BarSegment* at(const GroupPath& path) const;
    BarSegment* at(const GroupPath& path);
    /// Whether it is the place of a group and not of a remainder.
    bool isGroup(const GroupPath& path) const {
        return level(path.parent()).isGroup(path.position());
    }
    /// The segment of a partition that is applied; none where the plan has it no more.
    GroupPath pathOf(const PartitionReport& report) const;
    /// Calls it with each segment, each before those it is split into.
    void forEach(const std::function<void(const GroupPath&, const BarSegment&)>& visit) const;
};

} // namespace parterre::ui
