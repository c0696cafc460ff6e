// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_delegate.h"

#include "ui/partition/plan_table_model.h"
#include "ui/shell/glyph.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QComboBox>
#include <QMouseEvent>
#include <QPainter>
#include <QSpinBox>

namespace parterre::ui {
namespace {

constexpr int swatchSide = 12;
constexpr int glyphSide = 14;

void paintSwatch(QPainter& painter, const QRect& rect, const QModelIndex& index) {
    const auto colour = index.data(PlanTableModel::colourRole).value<QColor>();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(rect, 3, 3);
    painter.setBrush(QBrush(
        QColor(255, 255, 255, 150),
        static_cast<Qt::BrushStyle>(index.data(PlanTableModel::patternRole).toInt())));
    painter.drawRoundedRect(rect, 3, 3);
    painter.restore();
}

} // namespace

PlanDelegate::PlanDelegate(QObject* parent)
    : CellDelegate(parent) {}

void PlanDelegate::setWorkloads(const std::vector<WorkloadInfo>& workloads) {
    m_workloads = workloads;
}

int PlanDelegate::leftRoom(const QModelIndex& index) const {
    return index.column() == PlanTableModel::nameColumn &&
                   index.data(PlanTableModel::colourRole).isValid()
               ? swatchSide + theme::grid
               : 0;
}

void PlanDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    CellDelegate::paint(painter, option, index);
    if (index.column() == PlanTableModel::runColumn) {
        const auto state =
            static_cast<PlanTableModel::RunState>(index.data(PlanTableModel::runStateRole).toInt());
        const QRect side(0, 0, glyphSide, glyphSide);
        glyph(state == PlanTableModel::RunState::running ? Glyph::stop : Glyph::run)
            .paint(
                painter, QRect(option.rect.center() - side.center(), side.size()), Qt::AlignCenter,
                state == PlanTableModel::RunState::unavailable ? QIcon::Disabled : QIcon::Normal);
    } else if (
        index.column() == PlanTableModel::nameColumn &&
        index.data(PlanTableModel::colourRole).isValid()) {
        paintSwatch(
            *painter,
            QRect(
                option.rect.left() + theme::grid, option.rect.center().y() - swatchSide / 2 + 1,
                swatchSide, swatchSide),
            index);
    }
}

QWidget* PlanDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    if (index.column() == PlanTableModel::requestedColumn) {
        auto* box = new QSpinBox(parent);
        box->setRange(0, index.data(PlanTableModel::mostSmsRole).toInt());
        box->setSpecialValueText(tr("all that fit"));
        box->setFrame(false);
        return box;
    }
    if (index.column() == PlanTableModel::workloadColumn) {
        auto* box = new QComboBox(parent);
        box->addItem(tr("none"), QString());
        for (const WorkloadInfo& workload : m_workloads) {
            box->addItem(toQt(workload.name), toQt(workload.name));
            box->setItemData(
                box->count() - 1,
                QStringLiteral("%1. %2").arg(toQt(workload.title), toQt(workload.description)),
                Qt::ToolTipRole);
        }
        connect(box, &QComboBox::activated, this, [this, box] {
            auto* self = const_cast<PlanDelegate*>(this);
            emit self->commitData(box);
            emit self->closeEditor(box);
        });
        return box;
    }
    return QStyledItemDelegate::createEditor(parent, option, index);
}

void PlanDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    if (auto* box = qobject_cast<QComboBox*>(editor))
        box->setCurrentIndex(std::max(0, box->findData(index.data(Qt::EditRole))));
    else
        QStyledItemDelegate::setEditorData(editor, index);
}

void PlanDelegate::setModelData(
    QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    if (auto* box = qobject_cast<QComboBox*>(editor))
        model->setData(index, box->currentData());
    else
        QStyledItemDelegate::setModelData(editor, model, index);
}

bool PlanDelegate::editorEvent(
    QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
    const QModelIndex& index) {
    if (index.column() != PlanTableModel::runColumn)
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    if (event->type() != QEvent::MouseButtonRelease ||
        static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
        return false;
    emit runToggled(index.row());
    return true;
}

} // namespace parterre::ui
