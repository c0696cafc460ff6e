// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>

#include <vector>

namespace parterre::ui {

class SmMap;

/// What a screen reader sees of the SM map: a table with a row for each GPC, whose cells are the
/// units, each with its name, the partition that has it as its value, where it lies, and an action
/// that gives it to the chosen partition or takes it away.
class SmMapAccessible : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    /// Makes Qt use this class for every SmMap; calling it again changes nothing.
    static void install();

    explicit SmMapAccessible(SmMap* map);
    ~SmMapAccessible() override;

    int childCount() const override;
    QAccessibleInterface* child(int index) const override;
    int indexOfChild(const QAccessibleInterface* child) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    QAccessibleInterface* focusChild() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override;
    int selectedCellCount() const override { return 0; }
    QList<QAccessibleInterface*> selectedCells() const override { return {}; }
    QString columnDescription(int) const override { return {}; }
    QString rowDescription(int row) const override;
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    int columnCount() const override; ///< of the row with the most units
    int rowCount() const override;
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override {}

private:
    SmMap& map() const;
    // Made when first asked for and kept: Qt hands out their ids.
    mutable std::vector<QAccessible::Id> m_children;
};

} // namespace parterre::ui
