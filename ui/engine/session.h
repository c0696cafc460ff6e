// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"
#include "core/model/partition_plan.h"
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "core/model/sample.h"
#include "ui/engine/engine_client.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace parterre::ui {

class PlanEditor;

/// What is applied on one GPU, as the engine reported it.
struct Applied {
    PartitionPlan plan;
    std::vector<PartitionReport> partitions;
    std::set<int> running; ///< indices into `partitions`
};

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

    const std::vector<DeviceDescription>& devices() const { return m_devices; }
    /// Sentences of the engine about what it did not find.
    const QStringList& notices() const { return m_notices; }
    const std::vector<WorkloadInfo>& workloads() const { return m_workloads; }
    QString workloadUnit(const std::string& name) const;
    /// The plan's GPU; null until the engine described it.
    const DeviceDescription* device() const;

    /// The newest answer to the plan; null while there is none.
    const Preview* preview() const { return m_preview ? &*m_preview : nullptr; }
    /// Whether preview() answers the plan as it is now.
    bool isPreviewCurrent() const;
    /// Why the plan has no preview; empty when it has one or waits for it.
    const std::optional<EngineError>& previewError() const { return m_previewError; }

    /// What is applied on the plan's GPU; null when nothing is.
    const Applied* applied() const;
    /// What an apply would change; empty when the applied plan is the edited one.
    QStringList pendingChanges() const;
    bool isApplying() const { return m_applying; }
    /// Whether apply() can be asked for now; otherwise whyNotApply() says why.
    bool canApply() const { return whyNotApply().isEmpty(); }
    QString whyNotApply() const;
    bool isRunning(int partition) const;
    bool isAnyRunning() const;
    /// Whether a partition has a workload to run.
    bool hasWorkload(int partition) const;

    /// Asks the engine anew which GPUs there are. What is applied stays.
    void rescan();
    void apply();
    /// Applies as soon as the driver has answered the plan, now or later.
    void applyWhenPossible();
    void release();
    /// Makes the plan what is applied again, workloads as they are now; one edit, to be undone.
    void revert();
    void runAll();
    void stopAll();
    void run(int partition);
    void stop(int partition);
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
    void previewChanged();
    void appliedChanged();
    void applyFinished(); ///< the plan is applied
    void runningChanged();
    /// Partitions start a run: their samples count time from here.
    void runStarted(const std::set<int>& partitions);
    void runStopped(const std::set<int>& partitions);
    void samplesArrived(const std::vector<parterre::Sample>& samples);
    /// The engine ended; `hadPartitions` tells whether what was applied went with it.
    void engineLost(const QString& reason, bool hadPartitions);
    /// A new engine answers; `hadPartitions` tells whether the one before had applied any.
    void engineBack(bool hadPartitions);
    /// A request failed. `what` says what was tried.
    void failed(const QString& what, const parterre::ui::EngineError& error);

private:
    void askDevices(bool again = false);
    void askWorkloads();
    void chooseDevice();
    void offerStartingPlan();
    /// `anew`: even though there is a description.
    void describeDevice(bool anew = false);
    bool takeDevices(std::vector<DeviceDescription> devices, QStringList notices);
    void planChanged();
    void askPreview();
    void previewAnswered();
    void handleNotification(const QString& method, const Json& parameters);
    void handleEngineLost(const QString& reason);
    Applied* appliedNow();
    std::string plannedWorkload(int partition) const;
    void startRun(const std::set<int>& partitions);
    void sendRun(const std::string& device, const std::set<int>& partitions);
    void markStopped(const std::string& device, const std::set<int>& partitions);
    void restartChangedWorkloads();
    EngineClient::OnError failure(const QString& what);

    EngineClient& m_client;
    PlanEditor& m_editor;
    std::vector<DeviceDescription> m_devices;
    QStringList m_notices;
    std::vector<WorkloadInfo> m_workloads;
    std::string m_shownDevice;
    bool m_started = false; ///< the first plan is on screen: an empty one is meant to be empty

    std::optional<Preview> m_preview;
    PartitionPlan m_previewedPlan; ///< the plan that m_preview or m_previewError answers
    std::optional<EngineError> m_previewError;
    bool m_previewInFlight = false;
    bool m_previewWanted = false; ///< the plan changed while one was in flight

    std::map<std::string, Applied> m_applied;
    bool m_applying = false;
    bool m_applyWanted = false;
    bool m_hadPartitions = false;
};

} // namespace parterre::ui
