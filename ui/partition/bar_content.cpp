// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/bar_content.h"

#include "core/model/sm_supply.h"
#include "ui/partition/group_looks.h"
#include "ui/shell/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace parterre::ui {
namespace {

/// What the driver answered about the groups of one split.
struct Answer {
    bool isCurrent = false; ///< it answers these very groups
    bool isKnown = false;   ///< false: nobody can know before the group above is applied
    std::vector<PreviewGroup> groups;
    int left = 0;
    std::optional<std::vector<int>> leftIds;
};

/// Whether these are the split's very groups: names, counts and chosen units, in order. Where the
/// driver makes fewer groups than asked, the answer ends earlier.
bool answers(
    const std::vector<PreviewGroup>& told, const PlanSplit& split, const std::string& parent) {
    if (told.size() > split.groups.size())
        return false;
    for (std::size_t i = 0; i < told.size(); ++i) {
        const PlanGroup& group = split.groups[i];
        if (told[i].name != fullName(parent, group.name) ||
            told[i].requestedSmCount != group.smCount ||
            (!group.units.empty() && told[i].smCount > 0 && told[i].units != group.units))
            return false;
    }
    return true;
}

Answer answerTo(const PartitionPlan& plan, const Preview* preview) {
    Answer answer;
    if (!preview || preview->device != plan.device || !answers(preview->groups, plan, {}))
        return answer;
    answer.isCurrent = answer.isKnown = true;
    answer.groups = preview->groups;
    answer.left = preview->remainder.smCount;
    answer.leftIds = preview->remainder.smIds;
    return answer;
}

Answer nestedAnswer(const PlanSplit& split, const std::string& parent, const Preview& preview) {
    Answer answer;
    for (const NestedPreview& one : preview.nested) {
        if (one.parent != parent)
            continue;
        answer.isCurrent = true;
        answer.isKnown = answer.isKnown || one.isKnown;
        if (one.isRemainder) {
            answer.left = one.part.smCount;
            answer.leftIds = one.part.smIds;
        } else {
            answer.groups.push_back(one.part);
        }
    }
    answer.isCurrent = answer.isCurrent && answers(answer.groups, split, parent);
    return answer;
}

class Maker {
public:
    Maker(const PartitionPlan& plan, const Preview* preview, const DeviceDescription* device)
        : m_plan(plan)
        , m_preview(preview)
        , m_device(device) {}

    /// `whole`: SMs to split.
    void fill(
        BarLevel& level, const GroupPath& parent, const std::string& parentName, int whole,
        const Answer& answer) const {
        const PlanSplit& split = *splitAt(m_plan, parent);
        level.groupCount = static_cast<int>(split.groups.size());
        int used = 0;
        for (int i = 0; i < level.groupCount; ++i) {
            level.segments.push_back(segment(split, parent.child(i), parentName, answer));
            used += level.segments.back().shown();
        }
        const bool isKnown = answer.isCurrent && answer.isKnown;
        const int left = isKnown ? answer.left : std::max(0, whole - used);
        if (left == 0)
            return;
        BarSegment rest;
        rest.name = QCoreApplication::translate("BarContent", "Remainder");
        rest.fullName = parent.isNone() ? rest.name : toQt(fullName(parentName, "remainder"));
        rest.granted = left;
        rest.isKnownOnceApplied = answer.isCurrent && !answer.isKnown;
        if (isKnown)
            rest.smIds = answer.leftIds;
        rest.isRemainder = true;
        rest.isPartition = split.partitionRemainder;
        rest.workload = toQt(split.remainderWorkload);
        rest.look = lookAt(m_plan, parent.child(level.groupCount));
        level.segments.push_back(std::move(rest));
    }

private:
    BarSegment segment(
        const PlanSplit& split, const GroupPath& path, const std::string& parentName,
        const Answer& answer) const {
        const auto at = static_cast<std::size_t>(path.position());
        const PlanGroup& group = split.groups[at];
        const std::string name = fullName(parentName, group.name);
        BarSegment segment;
        segment.name = toQt(group.name);
        segment.fullName = toQt(name);
        segment.requested = group.smCount;
        segment.workload = toQt(group.workload);
        segment.look = lookAt(m_plan, path);
        if (answer.isCurrent && answer.isKnown) {
            segment.isMade = at < answer.groups.size() && answer.groups[at].smCount > 0;
            segment.granted = segment.isMade ? answer.groups[at].smCount : 0;
            if (segment.isMade)
                segment.smIds = answer.groups[at].smIds;
        }
        segment.isKnownOnceApplied = answer.isCurrent && !answer.isKnown;
        if (group.split) {
            segment.split.grantable =
                subPartitionSizes(segment.shown(), group.split->ignoreCoscheduling, m_device);
            fill(
                segment.split, path, name, segment.shown(),
                answer.isCurrent ? nestedAnswer(*group.split, name, *m_preview) : Answer());
        }
        return segment;
    }

    const PartitionPlan& m_plan;
    const Preview* m_preview;
    const DeviceDescription* m_device;
};

void forEachIn(
    const BarLevel& level, const GroupPath& parent,
    const std::function<void(const GroupPath&, const BarSegment&)>& visit) {
    for (std::size_t i = 0; i < level.segments.size(); ++i) {
        const GroupPath path = parent.child(static_cast<int>(i));
        visit(path, level.segments[i]);
        forEachIn(level.segments[i].split, path, visit);
    }
}

} // namespace

std::vector<int> subPartitionSizes(int whole, bool smallestUnits, const DeviceDescription* device) {
    std::vector<int> counts;
    if (!device || !device->smResource)
        return counts;
    const SmSupply supply(*device);
    const int step = std::max(supply.piece(smallestUnits), 1);
    const int least = smallestUnits ? step : std::max(supply.least(), step);
    for (int count = least; count <= whole; count += step)
        counts.push_back(count);
    if (counts.empty() || counts.back() != whole)
        counts.push_back(whole);
    return counts;
}

QString LiveRate::text() const {
    if (rate.isEmpty() || asShown)
        return rate;
    return QCoreApplication::translate("BarContent", "%1 on %2 SMs").arg(rate).arg(smCount);
}

BarContent BarContent::make(
    const PartitionPlan& plan, const Preview* preview, int totalSmCount,
    const DeviceDescription* device) {
    BarContent content;
    content.total = totalSmCount;
    if (preview && preview->device == plan.device)
        content.grantable = preview->grantableSmCounts;
    Maker(plan, preview, device).fill(content, {}, {}, totalSmCount, answerTo(plan, preview));
    return content;
}

void BarContent::takeObserved(const std::vector<PartitionReport>& applied) {
    for (const PartitionReport& report : applied)
        if (BarSegment* segment = at(pathOf(report)); segment && !report.observedSmIds.empty())
            segment->smIds = report.observedSmIds;
}

const BarLevel& BarContent::level(const GroupPath& parent) const {
    static const BarLevel none;
    const BarLevel* level = this;
    for (const int position : parent.positions()) {
        const auto at = static_cast<std::size_t>(position);
        if (position < 0 || at >= level->segments.size())
            return none;
        level = &level->segments[at].split;
    }
    return *level;
}

const BarSegment* BarContent::at(const GroupPath& path) const {
    if (path.isNone() || path.position() < 0)
        return nullptr;
    const std::vector<BarSegment>& beside = level(path.parent()).segments;
    const auto at = static_cast<std::size_t>(path.position());
    return at < beside.size() ? &beside[at] : nullptr;
}

BarSegment* BarContent::at(const GroupPath& path) {
    return const_cast<BarSegment*>(std::as_const(*this).at(path));
}

GroupPath BarContent::pathOf(const PartitionReport& report) const {
    GroupPath found;
    forEach([&](const GroupPath& path, const BarSegment& segment) {
        const bool isIt =
            segment.isRemainder == report.isRemainder &&
            (report.isRemainder
                 ? fromQt(path.isNested() ? at(path.parent())->fullName : QString()) ==
                       report.parent
                 : fromQt(segment.fullName) == report.name);
        if (isIt)
            found = path;
    });
    return found;
}

void BarContent::forEach(
    const std::function<void(const GroupPath&, const BarSegment&)>& visit) const {
    forEachIn(*this, {}, visit);
}

} // namespace parterre::ui
