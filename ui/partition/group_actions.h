// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/group_path.h"

#include <QKeySequence>
#include <QObject>

class QAction;

namespace parterre::ui {

class PartitionBar;
class PlanTree;
class Session;
class SplitActions;

/// What can be done with the current partition, the one chosen last in the bar or in the table: one
/// action each, for menus, buttons and keys alike. One that cannot be done now is disabled, and its
/// tool tip says why.
class GroupActions : public QObject {
    Q_OBJECT
public:
    /// Keys that are letters elsewhere work only inside `scope`. All must outlive the actions.
    GroupActions(Session& session, PartitionBar& bar, PlanTree& table, QWidget* scope);

    QAction* add() const { return m_add; }
    QAction* takeRemainder() const { return m_takeRemainder; } ///< all of it that is grantable
    QAction* rename() const { return m_rename; }
    SplitActions& splits() const { return *m_splits; }
    QAction* merge() const { return m_merge; }
    QAction* equalise() const { return m_equalise; }
    QAction* remove() const { return m_remove; }
    QAction* discover() const { return m_discover; } ///< as many SMs as fit
    QAction* moveLeft() const { return m_moveLeft; }
    QAction* moveRight() const { return m_moveRight; }

    /// The current group; none when there is none, or it is a remainder.
    GroupPath current() const;

    /// Brings words and enabled states up to date with plan and choice.
    void showState();

private:
    QAction* make(const QString& text, const QKeySequence& keys);
    void addGroup();
    void addRemainder();
    void move(int by);
    /// The split that holds the current row: where another group would be added.
    GroupPath parent() const;
    int leftOver() const; ///< SMs, there
    /// The largest grantable count up to `most`, there; 0 when there is none.
    int grantableUpTo(int most) const;
    QString whyNotTakeRemainder() const;

    Session& m_session;
    PartitionBar& m_bar;
    PlanTree& m_table;
    QAction* m_add;
    QAction* m_takeRemainder;
    QAction* m_rename;
    SplitActions* m_splits;
    QAction* m_merge;
    QAction* m_equalise;
    QAction* m_remove;
    QAction* m_discover;
    QAction* m_moveLeft;
    QAction* m_moveRight;
};

} // namespace parterre::ui
