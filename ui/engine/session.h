// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/applied_plans.h"
#include "ui/engine/device_catalogue.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/preview_requests.h"
#include "ui/partition/group_path.h"

#include <QObject>
#include <QStringList>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace parterre::ui {

class PlanEditor;

/// What the views show: the GPUs, the preview of the plan being edited, what is applied and what
/// runs. All of it is what the engine said; the views keep no copies. Intents go to the engine from
/// here.
class Session : public QObject {
    Q_OBJECT
public:
    /// Both must outlive the session.
    Session(EngineClient& client, PlanEditor& editor, QObject* parent = nullptr);

    EngineClient& client() const { return m_client; }
    PlanEditor& editor() const { return m_editor; }

    const std::vector<DeviceDescription>& devices() const { return m_catalogue.devices(); }
    /// Sentences of the engine about what it did not find.
    const QStringList& notices() const { return m_catalogue.notices(); }
    const std::vector<WorkloadInfo>& workloads() const { return m_catalogue.workloads(); }
    QString workloadUnit(const std::string& name) const { return m_catalogue.workloadUnit(name); }
    bool isAdditive(const std::string& workload) const { return m_catalogue.isAdditive(workload); }
    /// The plan's GPU; null until the engine described it.
    const DeviceDescription* device() const { return m_catalogue.device(); }
    /// The GPU for a plan without one; null while none is known.
    const DeviceDescription* usualDevice() const { return m_catalogue.usualDevice(); }

    /// Why the plan's GPU cannot do something, by its capability's id, as the engine says it; empty
    /// when it can, or is not described yet.
    QString whyNot(std::string_view capability) const;

    /// The newest answer to the plan; null while there is none.
    const Preview* preview() const { return m_previews.preview(); }
    /// Whether preview() answers the plan as it is now.
    bool isPreviewCurrent() const { return m_previews.isCurrent(); }
    /// Why the plan has no preview; empty when it has one or waits for it.
    const std::optional<EngineError>& previewError() const { return m_previews.error(); }

    /// What is applied on the plan's GPU; null when nothing is.
    const Applied* applied() const { return m_plans.applied(); }
    /// What an apply would change; empty when the applied plan is the edited one.
    QStringList pendingChanges() const;
    bool isApplying() const { return m_plans.isApplying(); }
    /// Whether apply() can be asked for now; otherwise whyNotApply() says why.
    bool canApply() const { return whyNotApply().isEmpty(); }
    QString whyNotApply() const;
    bool isRunning(int partition) const { return m_plans.isRunning(partition); }
    bool isAnyRunning() const { return applied() && !applied()->running.empty(); }
    /// Whether a partition has a workload to run.
    bool hasWorkload(int partition) const { return m_plans.hasWorkload(partition); }

    /// While an experiment has a GPU to itself nothing is applied there; empty: none has.
    void setMeasured(const std::string& device);

    /// Asks the engine anew which GPUs there are. What is applied stays.
    void rescan();
    /// Lets the engine look where the SMs of the plan's GPU are: device() tells afterwards.
    void probe() { m_catalogue.probe(); }
    bool isProbing() const { return m_catalogue.isProbing(); }
    void apply();
    /// Applies as soon as the driver has answered the plan, now or later.
    void applyWhenPossible();
    void release() { m_plans.release(); }
    /// Makes the plan what is applied again, workloads and colours as they are now; one edit, to be
    /// undone.
    void revert();
    /// Why revert() would do nothing; empty when it would do something.
    QString whyNotRevert() const;
    void runAll() { m_plans.runAll(); }
    void stopAll() { m_plans.stopAll(); }
    void run(int partition) { m_plans.run(partition); }
    void stop(int partition) { m_plans.stop(partition); }
    /// Runs it in place of the catalogue's kernel of its workload; an edit gives the partition this
    /// workload where it has another. Returns why not, a sentence; empty when it was asked for.
    QString runKernel(int partition, const EditedKernel& kernel);
    /// From now on runs record their blocks in these windows, or do not, which costs nothing. What
    /// runs on the plan's GPU is started anew for it.
    void setTimeline(const std::optional<TimelineOptions>& timeline) {
        m_plans.setTimeline(timeline);
    }
    const std::optional<TimelineOptions>& timeline() const { return m_plans.timeline(); }
    /// What is applied is lost.
    void restartEngine();
    /// Restarts the engine with another number of hardware connections; what is applied is lost.
    void setHardwareConnections(int count);
    /// Whether that is possible: only for an engine that this program started itself. An ssh
    /// does not hand our environment on.
    bool canSetHardwareConnections() const { return m_client.isOwnProcess(); }

signals:
    void devicesChanged();
    void rescanned(int count); ///< rescan() is answered: so many GPUs, simulated ones included
    void deviceChanged();      ///< the plan's GPU is another one, or is described now
    void probingChanged();
    void previewChanged();
    void appliedChanged();
    void applyFinished(); ///< the plan is applied
    /// Somebody wants to edit a workload's kernel, to be run in the partition of that group;
    /// neither need be given.
    void kernelEditingWanted(const std::string& workload, const parterre::ui::GroupPath& group);
    void runningChanged();
    /// Partitions start a run: their samples count time from here.
    void runStarted(const std::set<int>& partitions);
    void runStopped(const std::set<int>& partitions);
    void samplesArrived(const std::vector<parterre::Sample>& samples);
    void timelineChanged(); ///< timeline() is another one
    /// Blocks that partitions of what is applied on the plan's GPU recorded.
    void timelineArrived(const std::vector<parterre::TimelineBatch>& batches);
    /// The engine ended; `hadPartitions` tells whether what was applied went with it.
    void engineLost(const QString& reason, bool hadPartitions);
    /// A new engine answers; `hadPartitions` tells whether the one before had applied any.
    void engineBack(bool hadPartitions);
    /// A request failed. `what` says what was tried.
    void failed(const QString& what, const parterre::ui::EngineError& error);

private:
    void planChanged();
    void askPreview();
    void handleEngineLost(const QString& reason);

    EngineClient& m_client;
    PlanEditor& m_editor;
    DeviceCatalogue m_catalogue;
    PreviewRequests m_previews;
    AppliedPlans m_plans;
    std::string m_shownDevice;
    std::string m_measured;
    bool m_applyWanted = false;
    bool m_hadPartitions = false; ///< when the engine was lost
};

} // namespace parterre::ui
