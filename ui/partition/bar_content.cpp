// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/bar_content.h"

#include "ui/shell/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace parterre::ui {
namespace {

/// Whether the preview answers these very groups: names, counts and chosen units, in order. Where
/// the driver makes fewer groups than asked, the preview ends earlier.
bool answers(const Preview& preview, const PartitionPlan& plan) {
    if (preview.device != plan.device || preview.groups.size() > plan.groups.size())
        return false;
    for (std::size_t i = 0; i < preview.groups.size(); ++i)
        if (preview.groups[i].name != plan.groups[i].name ||
            preview.groups[i].requestedSmCount != plan.groups[i].smCount ||
            (!plan.groups[i].units.empty() && preview.groups[i].smCount > 0 &&
             preview.groups[i].units != plan.groups[i].units))
            return false;
    return true;
}

} // namespace

QString LiveRate::text() const {
    if (rate.isEmpty() || asShown)
        return rate;
    return QCoreApplication::translate("BarContent", "%1 on %2 SMs").arg(rate).arg(smCount);
}

BarContent BarContent::make(const PartitionPlan& plan, const Preview* preview, int totalSmCount) {
    BarContent content;
    content.total = totalSmCount;
    content.groupCount = static_cast<int>(plan.groups.size());
    const bool current = preview && answers(*preview, plan);
    int used = 0;
    for (std::size_t i = 0; i < plan.groups.size(); ++i) {
        const PlanGroup& group = plan.groups[i];
        BarSegment segment;
        segment.name = toQt(group.name);
        segment.requested = group.smCount;
        segment.workload = toQt(group.workload);
        segment.look = partition_palette::look(static_cast<int>(i), toQt(group.colour));
        if (current) {
            segment.isMade = i < preview->groups.size() && preview->groups[i].smCount > 0;
            segment.granted = segment.isMade ? preview->groups[i].smCount : 0;
            if (segment.isMade)
                segment.smIds = preview->groups[i].smIds;
        }
        used += segment.shown();
        content.segments.push_back(std::move(segment));
    }
    if (preview && preview->device == plan.device)
        content.grantable = preview->grantableSmCounts;
    const int left = current ? preview->remainder.smCount : std::max(0, totalSmCount - used);
    if (left > 0) {
        BarSegment remainder;
        remainder.name = QCoreApplication::translate("BarContent", "Remainder");
        remainder.granted = left;
        if (current)
            remainder.smIds = preview->remainder.smIds;
        remainder.isRemainder = true;
        remainder.isPartition = plan.partitionRemainder;
        remainder.workload = toQt(plan.remainderWorkload);
        remainder.look = partition_palette::look(content.groupCount);
        content.segments.push_back(std::move(remainder));
    }
    return content;
}

void BarContent::takeObserved(const std::vector<PartitionReport>& applied) {
    for (BarSegment& segment : segments)
        for (const PartitionReport& report : applied)
            if (!report.isNested() && report.isRemainder == segment.isRemainder &&
                !report.observedSmIds.empty() &&
                (report.isRemainder || toQt(report.name) == segment.name))
                segment.smIds = report.observedSmIds;
}

} // namespace parterre::ui
