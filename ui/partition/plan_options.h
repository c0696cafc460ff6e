// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/group_path.h"

#include <QKeySequence>
#include <QWidget>

class QCheckBox;
class QComboBox;

namespace parterre::ui {

class PlanEditor;
class Session;

/// The choices that concern a split as a whole: strategy, units, clusters, remainder. It is the
/// plan's own, or the one that the current row is in. What this driver cannot do is disabled and
/// says why. Those that are on or off are its actions(), too.
class PlanOptions : public QWidget {
    Q_OBJECT
public:
    explicit PlanOptions(Session& session, QWidget* parent = nullptr);

    QAction* remainderAction() const { return m_remainder.action; }
    /// Whose split they are about: the group's at `parent`, or, of none, the plan's own.
    void setSplit(const GroupPath& parent);

private:
    /// A check box and an action with a key, for menus, that do the same.
    struct Switch {
        QCheckBox* box = nullptr;
        QAction* action = nullptr;

        void setChecked(bool on) const;
    };
    Switch makeSwitch(
        const QString& words, const QString& tip, const QKeySequence& keys,
        void (PlanEditor::*set)(bool, const GroupPath&));
    void showPlan();
    void showCapabilities();
    void setStrategyAvailable(int index, const QString& whyNot);

    Session& m_session;
    QComboBox* m_strategy;
    GroupPath m_parent;
    QStringList m_tips; ///< of the strategies, in their order
    Switch m_smallestUnits;
    Switch m_maxCluster;
    Switch m_remainder;
};

} // namespace parterre::ui
