// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "ui/shell/partition_palette.h"

#include <QString>

#include <optional>
#include <vector>

namespace parterre::ui {

/// What the partition bar and the table show of one group.
struct BarSegment {
    QString name;
    int requested = 0; ///< SMs asked for; 0: as many as fit. For the remainder always 0.
    /// SMs the driver grants; empty until the preview of this very request has come.
    std::optional<int> granted;
    std::optional<std::vector<int>> smIds; ///< where it would run, where that is known
    bool isRemainder = false;
    bool isMade = true;      ///< false: the driver makes fewer groups than asked
    bool isPartition = true; ///< false: a remainder that is left unused
    QString workload;
    partition_palette::Look look = partition_palette::look(0);

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

/// The plan beside what the driver answered to it: one list for the bar, the table and whatever
/// else shows partitions, so that all show the same numbers.
struct BarContent {
    int total = 0;                    ///< SMs of the GPU
    std::vector<BarSegment> segments; ///< groups in the plan's order, then the remainder if any
    std::vector<int> grantable;       ///< SM counts a group can be given, ascending
    int groupCount = 0;               ///< how many of the segments are groups

    /// `preview` may answer an older plan; only what still answers the present one is used.
    /// Null while none has come.
    static BarContent make(const PartitionPlan& plan, const Preview* preview, int totalSmCount);

    /// Once this very plan is applied: where kernels were seen to run says more than a preview,
    /// which on a real GPU cannot know.
    void takeObserved(const std::vector<PartitionReport>& applied);
};

} // namespace parterre::ui
