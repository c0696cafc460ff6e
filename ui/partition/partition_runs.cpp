// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/partition_runs.h"

#include "ui/engine/session.h"
#include "ui/throughput/throughput_history.h"

namespace parterre::ui {

PartitionRuns::PartitionRuns(
    Session& session, const ThroughputHistory& history, const PlanTableModel& rows)
    : m_session(session)
    , m_history(history)
    , m_rows(rows) {}

void PartitionRuns::forEachApplied(const std::function<void(const GroupPath&, int)>& visit) const {
    const Applied* applied = m_session.applied();
    if (!applied)
        return;
    for (std::size_t i = 0; i < applied->partitions.size(); ++i)
        if (const GroupPath path = m_rows.content().pathOf(applied->partitions[i]); !path.isNone())
            visit(path, static_cast<int>(i));
}

std::map<GroupPath, PlanTableModel::RunState> PartitionRuns::states() const {
    std::map<GroupPath, PlanTableModel::RunState> states;
    forEachApplied([&](const GroupPath& path, int partition) {
        if (m_session.hasWorkload(partition))
            states[path] = m_session.isRunning(partition) ? PlanTableModel::RunState::running
                                                          : PlanTableModel::RunState::idle;
    });
    return states;
}

std::map<GroupPath, LiveRate> PartitionRuns::rates() const {
    std::map<GroupPath, LiveRate> rates;
    forEachApplied([&](const GroupPath& path, int partition) {
        if (!m_session.isRunning(partition))
            return;
        const int smCount =
            m_session.applied()->partitions[static_cast<std::size_t>(partition)].smCount;
        const BarSegment& segment = *m_rows.content().at(path);
        rates[path] = {
            m_history.nowText(partition), smCount,
            segment.isMade && segment.isPartition && segment.shown() == smCount};
    });
    return rates;
}

void PartitionRuns::toggle(const GroupPath& path) {
    forEachApplied([&](const GroupPath& applied, int partition) {
        if (applied != path)
            return;
        if (m_session.isRunning(partition))
            m_session.stop(partition);
        else
            m_session.run(partition);
    });
}

} // namespace parterre::ui
