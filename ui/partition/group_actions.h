// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>

#include <vector>

class QAction;
class QMenu;
class QTableView;

namespace parterre::ui {

class PartitionBar;
class Session;

/// What can be done with the current partition, the one chosen last in the bar or in the table: one
/// action each, for menus, buttons and keys alike. One that cannot be done now is disabled, and its
/// tool tip says why.
class GroupActions : public QObject {
    Q_OBJECT
public:
    /// Keys that are letters elsewhere work only inside `scope`. All must outlive the actions.
    GroupActions(Session& session, PartitionBar& bar, QTableView& table, QWidget* scope);

    QAction* add() const { return m_add; }
    QAction* takeRemainder() const { return m_takeRemainder; } ///< all of it that is grantable
    QAction* rename() const { return m_rename; }
    /// In two, three and four.
    const QList<QAction*>& splits() const { return m_splits; }
    /// A submenu of splits().
    void addSplitsTo(QMenu& menu) const;
    QAction* merge() const { return m_merge; }
    QAction* equalise() const { return m_equalise; }
    QAction* remove() const { return m_remove; }
    QAction* discover() const { return m_discover; } ///< as many SMs as fit
    QAction* moveLeft() const { return m_moveLeft; }
    QAction* moveRight() const { return m_moveRight; }

    /// Makes a row of the table the current one: a group, or the remainder, which has no actions.
    void select(int row);
    /// Row of the current group; -1 when there is none.
    int current() const;

    void renameGroup(int group);
    /// Brings words and enabled states up to date with plan and choice.
    void showState();

private:
    QAction* make(const QString& text, const QKeySequence& keys);
    void set(QAction* action, const QString& tip, const QString& whyNot);
    void addGroup();
    void addRemainder();
    void move(int by);
    int leftOver() const;
    /// The largest grantable count up to `most`; 0 when there is none.
    int grantableUpTo(int most) const;
    QString whyNotTakeRemainder() const;
    /// SMs that the driver would grant each of so many equal parts of a group; empty when it has
    /// too few for them.
    std::vector<int> partsOf(int group, int parts) const;
    void showSplit(int parts, const QString& whyNone);

    Session& m_session;
    PartitionBar& m_bar;
    QTableView& m_table;
    QAction* m_add;
    QAction* m_takeRemainder;
    QAction* m_rename;
    QList<QAction*> m_splits;
    QAction* m_merge;
    QAction* m_equalise;
    QAction* m_remove;
    QAction* m_discover;
    QAction* m_moveLeft;
    QAction* m_moveRight;
};

} // namespace parterre::ui
