// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCheckBox;
class QComboBox;

namespace parterre::ui {

class Session;

/// The choices that concern the plan as a whole: strategy, split units, clusters, remainder. What
/// this driver cannot do is disabled and says why.
class PlanOptions : public QWidget {
    Q_OBJECT
public:
    explicit PlanOptions(Session& session, QWidget* parent = nullptr);

private:
    void showPlan();
    void showCapabilities();
    void setStrategyAvailable(int index, const QString& whyNot);

    Session& m_session;
    QComboBox* m_strategy;
    QCheckBox* m_smallestUnits;
    QCheckBox* m_maxCluster;
    QCheckBox* m_remainder;
};

} // namespace parterre::ui
