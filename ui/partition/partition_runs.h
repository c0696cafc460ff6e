// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/plan_table_model.h"

#include <map>

namespace parterre::ui {

class Session;
class ThroughputHistory;

/// What of the plan's rows is applied, can run and runs now.
class PartitionRuns {
public:
    /// All must outlive it.
    PartitionRuns(Session& session, const ThroughputHistory& history, const PlanTableModel& rows);

    std::map<GroupPath, PlanTableModel::RunState> states() const;
    /// Of what runs.
    std::map<GroupPath, LiveRate> rates() const;
    /// Runs what does not, and the other way round; nothing where nothing can run.
    void toggle(const GroupPath& path);

private:
    /// Calls it with each row that is applied, and its partition's index.
    void forEachApplied(const std::function<void(const GroupPath&, int)>& visit) const;

    Session& m_session;
    const ThroughputHistory& m_history;
    const PlanTableModel& m_rows;
};

} // namespace parterre::ui
