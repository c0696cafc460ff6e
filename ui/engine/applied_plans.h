// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/edited_kernel.h"
#include "core/model/partition_plan.h"
#include "core/model/partition_report.h"
#include "core/model/sample.h"
#include "core/model/timeline.h"
#include "core/model/workload_info.h"
#include "ui/engine/session_part.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace parterre::ui {

/// What is applied on one GPU, as the engine reported it.
struct Applied {
    PartitionPlan plan;
    std::vector<PartitionReport> partitions;
    std::set<int> running; ///< indices into `partitions`
    /// By such an index: what was started last in place of the catalogue's kernel of its workload.
    std::map<int, EditedKernel> kernels{};
};

/// What is applied on each GPU and what runs in it; asks the engine for changes of either. What is
/// shown and told is that of the plan's GPU.
class AppliedPlans : public SessionPart {
    Q_OBJECT
public:
    using SessionPart::SessionPart;

    /// What is applied on the plan's GPU; null when nothing is.
    const Applied* applied() const;
    bool isEmpty() const { return m_applied.empty(); } ///< on every GPU
    bool isApplying() const { return m_applying; }
    bool isRunning(int partition) const;
    /// Whether a partition has a workload to run.
    bool hasWorkload(int partition) const;

    void apply();
    void release();
    void runAll();
    void stopAll();
    void run(int partition);
    /// Also one that runs already. The plan must have given it the kernel's workload.
    void runKernel(int partition, const EditedKernel& kernel);
    void stop(int partition);
    /// Whether runs record their blocks, and when; a run that goes on is started anew for it.
    void setTimeline(const std::optional<TimelineOptions>& timeline);
    const std::optional<TimelineOptions>& timeline() const { return m_timeline; }
    /// Runs whose workload the plan has changed go on with the new one.
    void restartChangedWorkloads();
    /// The engine is gone, and all of it with it.
    void clear();
    /// Takes a notification of the engine, if it is one about runs.
    void handle(const QString& method, const Json& parameters);

signals:
    void changed();
    void applyFinished();
    void released();
    void runningChanged();
    void runStarted(const std::set<int>& partitions);
    void runStopped(const std::set<int>& partitions);
    void samplesArrived(const std::vector<parterre::Sample>& samples);
    void timelineChanged();
    void timelineArrived(const std::vector<parterre::TimelineBatch>& batches);

private:
    Applied* appliedNow();
    /// A name of the catalogue, or none, and what it is told.
    using PlannedWorkload = std::pair<std::string, WorkloadParameters>;
    PlannedWorkload plannedWorkload(int partition) const;
    /// Empty: the catalogue's.
    std::optional<EditedKernel> editedKernel(int partition) const;
    void startRun(const std::set<int>& partitions);
    void sendRun(const std::string& device, const std::set<int>& partitions);
    /// Stops runs of the plan's GPU and starts them with what is asked for by then.
    void restart(const std::set<int>& partitions, const QString& what);
    void markStopped(const std::string& device, const std::set<int>& partitions);

    std::map<std::string, Applied> m_applied; ///< by device id
    bool m_applying = false;
    std::optional<TimelineOptions> m_timeline;
    std::map<std::string, std::set<int>> m_restarting; ///< by device id: their stop is under way
};

} // namespace parterre::ui
