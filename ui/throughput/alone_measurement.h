// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/edited_kernel.h"
#include "core/model/sample.h"
#include "ui/throughput/alone_rates.h"

#include <QObject>

#include <map>
#include <set>
#include <vector>

namespace parterre::ui {

class Session;

/// Lets each partition with a workload run alone for a moment, one after the other, so that it is
/// known what each gets alone (AloneRates watches); then starts again what ran before. Left out is
/// what last ran an edited kernel. Ends early, and starts nothing, when something else happens to
/// the partitions: an apply, a release, a run that is started or ends.
class AloneMeasurement : public QObject {
    Q_OBJECT
public:
    /// How long each one is measured, in seconds of samples.
    static constexpr double longEnough = AloneRates::settling + 1;

    /// `session` must outlive it.
    explicit AloneMeasurement(Session& session, QObject* parent = nullptr);

    bool isActive() const { return m_step != Step::idle; }
    /// Why start() would do nothing, as a sentence; empty when it would do something.
    QString whyNot() const;
    void start();
    /// Stops what runs alone and starts again what ran before.
    void cancel();

signals:
    void changed(); ///< isActive()

private:
    enum class Step {
        idle,
        clearing,  ///< waits until nothing runs
        starting,  ///< waits until the next one runs
        measuring, ///< it runs alone
    };

    bool isMeasured(int partition) const;
    void goOn();
    void take(const std::vector<Sample>& samples);
    void measureNext();
    void end();

    Session& m_session;
    Step m_step = Step::idle;
    std::vector<int> m_left;               ///< partitions still to be measured, the next one last
    std::set<int> m_before;                ///< what ran at the start
    std::map<int, EditedKernel> m_kernels; ///< with which kernels
    int m_current = -1;                    ///< the one that is to run alone
    double m_sampled = 0;                  ///< seconds of it
};

} // namespace parterre::ui
