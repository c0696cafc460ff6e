// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/workload_info.h"
#include "ui/shell/cell_delegate.h"

#include <vector>

namespace parterre::ui {

/// Draws and edits the cells of the plan's table: a field for SMs, a list for workloads, the
/// partition's colour before its name, the run button, and where SMs lie, as a strip, where there
/// is no room for their ids.
class PlanDelegate : public CellDelegate {
    Q_OBJECT
public:
    explicit PlanDelegate(QObject* parent = nullptr);

    void setWorkloads(const std::vector<WorkloadInfo>& workloads);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        const override;
    QWidget* createEditor(
        QWidget* parent, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override;
    void setModelData(
        QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(
        QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

protected:
    int leftRoom(const QModelIndex& index) const override;

signals:
    void runToggled(const QModelIndex& index);

private:
    std::vector<WorkloadInfo> m_workloads;
};

} // namespace parterre::ui
