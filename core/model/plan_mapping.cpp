// SPDX-License-Identifier: Apache-2.0
#include "core/model/plan_mapping.h"

#include "core/model/sm_supply.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace parterre {
namespace {

std::string whyNot(const DeviceDescription& device, std::string_view capability) {
    for (const Capability& one : device.capabilities)
        if (one.id == capability && !one.available)
            return one.sentence;
    return {};
}

/// Lays a plan's groups out anew.
class Mapping {
public:
    Mapping(const PartitionPlan& original, const DeviceDescription& device)
        : m_original(original)
        , m_supply(device)
        , m_result{original, {}} {}

    PlanMapping take() {
        m_result.plan.device = m_supply.device().id;
        forgetUnits();
        dropWhatTheDriverLacks();
        scale();
        return std::move(m_result);
    }

private:
    std::vector<PlanGroup>& groups() { return m_result.plan.groups; }

    /// Calls it with each group on every level, and its full name.
    template <typename Visit>
    void forEachGroup(const Visit& visit) {
        for (const SplitPlace<PlanSplit>& place : splitsOf(m_result.plan))
            for (PlanGroup& group : place.split->groups)
                visit(group, fullName(place.parent, group.name));
    }

    void forgetUnits() {
        forEachGroup([&](PlanGroup& group, const std::string& name) {
            if (!group.units.empty())
                m_result.changes.push_back(fmt::format(
                    "{} is painted no more: its units are other SMs on this GPU.", name));
            group.units.clear();
        });
    }

    void dropWhatTheDriverLacks() {
        const DeviceDescription& device = m_supply.device();
        if (const std::string why = whyNot(device, "structured_split"); !why.empty()) {
            for (const SplitPlace<PlanSplit>& place : splitsOf(m_result.plan)) {
                if (place.split->strategy != Strategy::structured)
                    continue;
                place.split->strategy = Strategy::automatic;
                m_result.changes.push_back(
                    (place.parent.empty() ? "The strategy" : place.parent + "'s strategy") +
                    " is automatic: " + why + '.');
            }
            forEachGroup([&](PlanGroup& group, const std::string& name) {
                if (group.coscheduledSmCount != 0 || group.preferredCoscheduledSmCount != 0 ||
                    group.backfill)
                    m_result.changes.push_back(fmt::format(
                        "{} loses its co-scheduled sizes and backfill: {}.", name, why));
                group.coscheduledSmCount = 0;
                group.preferredCoscheduledSmCount = 0;
                group.backfill = false;
            });
        }
        if (const std::string why = whyNot(device, "workqueues"); !why.empty())
            forEachGroup([&](PlanGroup& group, const std::string& name) {
                if (group.workqueue)
                    m_result.changes.push_back(
                        fmt::format("{} loses its work-queue settings: {}.", name, why));
                group.workqueue.reset();
            });
    }

    /// SMs that the plan was made for.
    int madeFor() const {
        return m_original.madeFor ? m_original.madeFor->smCount
                                  : std::max(m_original.requestedSmCount(), m_supply.total());
    }
    bool hasSmallestUnits() const { return m_original.ignoreCoscheduling; }
    bool isEqual() const { return m_original.hasEqualGroups() && !hasSmallestUnits(); }
    /// What counts are rounded to.
    int step() const {
        return isEqual() ? m_supply.alignment() : m_supply.piece(hasSmallestUnits());
    }
    int least() const { return hasSmallestUnits() ? step() : std::max(m_supply.least(), step()); }

    int scaled(int smCount) const {
        const double share = static_cast<double>(smCount) * m_supply.total() / madeFor();
        const int steps = static_cast<int>(std::lround(share / step()));
        return std::max(steps * step(), least());
    }

    /// SMs for groups of these sizes: equal ones of several units may use what no unit has.
    int room(const std::vector<PlanGroup>& wanted) const {
        const bool areUnits = std::all_of(wanted.begin(), wanted.end(), [&](const PlanGroup& one) {
            return one.smCount <= m_supply.piece();
        });
        return isEqual() && !areUnits ? wholeUnits(m_supply.total(), step())
                                      : m_supply.inPieces(hasSmallestUnits());
    }
    int needed() const {
        int sum = 0;
        for (const PlanGroup& group : m_result.plan.groups)
            sum += std::max(group.smCount, least()); // of discovery it is not known
        return sum;
    }

    void scale() {
        for (PlanGroup& group : groups())
            if (group.smCount != 0)
                group.smCount = scaled(group.smCount);
        while (needed() > room(groups()))
            if (!shrink())
                leaveOutLast();
        for (PlanGroup& group : groups()) {
            const auto before = std::find_if(
                m_original.groups.begin(), m_original.groups.end(),
                [&](const PlanGroup& one) { return one.name == group.name; });
            if (before->smCount != group.smCount)
                m_result.changes.push_back(
                    fmt::format("{}: {} → {} SMs.", group.name, before->smCount, group.smCount));
            scaleWithin(group, before->smCount, group.name);
        }
        for (auto left = m_original.groups.begin() + static_cast<std::ptrdiff_t>(groups().size());
             left != m_original.groups.end(); ++left)
            m_result.changes.push_back(fmt::format("There is no room for {}.", left->name));
    }

    /// What is split again keeps its shares of its parent, rounded down to what there is always
    /// room for.
    void scaleWithin(PlanGroup& parent, int parentBefore, const std::string& parentName) {
        if (!parent.split || parentBefore == 0)
            return;
        const int least = m_supply.piece(parent.split->ignoreCoscheduling);
        std::vector<PlanGroup> kept;
        for (PlanGroup& group : parent.split->groups) {
            const int before = group.smCount;
            const std::string name = fullName(parentName, group.name);
            group.smCount = wholeUnits(before * parent.smCount / parentBefore, least);
            if (before > 0 && group.smCount == 0) {
                m_result.changes.push_back(fmt::format("There is no room for {}.", name));
                continue;
            }
            if (group.smCount != before)
                m_result.changes.push_back(
                    fmt::format("{}: {} → {} SMs.", name, before, group.smCount));
            scaleWithin(group, before, name);
            kept.push_back(std::move(group));
        }
        parent.split->groups = std::move(kept);
        if (parent.split->groups.empty())
            parent.split.reset();
    }

    /// One step less for the largest, or for all where they are to stay equal. False where nothing
    /// can be less.
    bool shrink() {
        if (groups().empty())
            return false;
        const auto largest = std::max_element(
            groups().begin(), groups().end(), [](const PlanGroup& one, const PlanGroup& other) {
                return one.smCount < other.smCount;
            });
        if (largest->smCount - step() < least())
            return false;
        if (isEqual())
            for (PlanGroup& group : groups())
                group.smCount -= step();
        else
            largest->smCount -= step();
        return true;
    }

    void leaveOutLast() { groups().pop_back(); }

    const PartitionPlan& m_original;
    SmSupply m_supply;
    PlanMapping m_result;
};

} // namespace

PlanMapping mapPlan(const PartitionPlan& plan, const DeviceDescription& device) {
    const bool isSame = plan.madeFor && plan.madeFor->name == device.name &&
                        plan.madeFor->smCount == device.smCount;
    if (isSame || !device.smResource) { // what cannot be partitioned, a preview says
        PartitionPlan same = plan;
        same.device = device.id;
        return {same, {}};
    }
    return Mapping(plan, device).take();
}

} // namespace parterre
