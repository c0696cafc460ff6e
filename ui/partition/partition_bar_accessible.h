// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>

#include <vector>

namespace parterre::ui {

class PartitionBar;

/// What a screen reader sees of the partition bar: a group whose children are the segments, each
/// with name and description, and the handles, each a slider with value, least and most.
class PartitionBarAccessible : public QAccessibleWidget {
public:
    /// Makes Qt use this class for every PartitionBar; calling it again changes nothing.
    static void install();

    explicit PartitionBarAccessible(PartitionBar* bar);
    ~PartitionBarAccessible() override;

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    QAccessibleInterface* focusChild() const override;

private:
    PartitionBar& bar() const;
    // Made when first asked for and kept: Qt hands out their ids.
    mutable std::vector<QAccessible::Id> m_children;
};

} // namespace parterre::ui
