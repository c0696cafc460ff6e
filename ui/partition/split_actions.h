// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/group_path.h"

#include <QList>
#include <QObject>

class QAction;
class QMenu;

namespace parterre::ui {

class PartitionBar;
class Session;

/// The two ways to make several partitions of one: beside each other, in its place, or within it,
/// as its sub-partitions; and the way back from the latter. Of the current group.
class SplitActions : public QObject {
    Q_OBJECT
public:
    /// All must outlive the actions. Keys work wherever the focus is in `scope`.
    SplitActions(Session& session, PartitionBar& bar, QWidget* scope);

    const QList<QAction*>& beside() const { return m_beside; } ///< in 2, 3 and 4
    const QList<QAction*>& within() const { return m_within; } ///< in 2, 3 and 4
    QAction* join() const { return m_join; }                   ///< one piece again
    /// A submenu of each, and the way back.
    void addTo(QMenu& menu) const;

    /// Brings words and enabled states up to date; `group`: the current one, or none.
    void showState(const GroupPath& group);

private:
    QAction* make(const QKeySequence& keys);
    /// SMs that the driver would grant each of so many equal parts of a group; empty when it has
    /// too few for them.
    std::vector<int> besideSizes(int parts) const;
    std::vector<int> withinSizes(int parts) const;
    /// "32 and 32 SMs, 2 left over"; empty for no sizes.
    QString sizesText(const std::vector<int>& sizes) const;
    QString whyNotBeside(int parts, const QString& name) const;
    QString whyNotWithin(int parts, const QString& name) const;

    Session& m_session;
    PartitionBar& m_bar;
    GroupPath m_group;
    QList<QAction*> m_beside;
    QList<QAction*> m_within;
    QAction* m_join;
};

} // namespace parterre::ui
