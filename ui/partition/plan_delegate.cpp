// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_delegate.h"

#include "ui/partition/count_box.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/plan_tree.h"
#include "ui/shell/glyph.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QComboBox>
#include <QGuiApplication>
#include <QMouseEvent>
#include <QPainter>

namespace parterre::ui {
namespace {

constexpr int swatchSide = 12;
constexpr int glyphSide = 14;
constexpr int stripHeight = 8;

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

/// Where the SMs lie among all of the GPU's, for a cell too narrow for their ids.
void paintStrip(QPainter& painter, const QRect& rect, const QModelIndex& index) {
    const auto ids = index.data(PlanTableModel::smIdListRole).value<QList<int>>();
    const int total = index.data(PlanTableModel::smTotalRole).toInt();
    const auto ink = index.data(PlanTableModel::colourRole).value<QColor>();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing); // an SM may be less than a pixel
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme::mixed(theme::surface(QGuiApplication::palette()), Qt::gray, 0.25));
    painter.drawRect(rect);
    painter.setBrush(ink.isValid() ? ink : QColor(Qt::gray));
    const double sm = static_cast<double>(rect.width()) / std::max(total, 1);
    for (qsizetype i = 0; i < ids.size();) {
        qsizetype next = i + 1;
        while (next < ids.size() && ids[next] == ids[next - 1] + 1)
            ++next;
        painter.drawRect(QRectF(
            rect.left() + ids[i] * sm, rect.top(), static_cast<double>(next - i) * sm,
            rect.height()));
        i = next;
    }
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
    if (index.column() == PlanTableModel::smIdsColumn &&
        index.data(PlanTableModel::smIdListRole).isValid() && isTooNarrow(option, index)) {
        paintGround(painter, option);
        const QRect cell = textRect(option.rect, index);
        paintStrip(
            *painter,
            QRect(cell.left(), cell.center().y() - stripHeight / 2 + 1, cell.width(), stripHeight),
            index);
        return;
    }
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
        auto* box = new CountBox(parent);
        box->setRange(
            index.data(PlanTableModel::mostSmsRole).toInt(),
            index.data(PlanTableModel::zeroRole).toString());
        box->setStep(index.data(PlanTableModel::stepRole).toInt());
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
    else if (auto* count = qobject_cast<CountBox*>(editor)) {
        if (!count->isEdited()) {
            count->setValue(index.data(Qt::EditRole).toInt());
            count->selectAll();
        }
    } else
        QStyledItemDelegate::setEditorData(editor, index);
}

void PlanDelegate::setModelData(
    QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    if (auto* box = qobject_cast<QComboBox*>(editor))
        model->setData(index, box->currentData());
    else if (const auto* count = qobject_cast<CountBox*>(editor))
        model->setData(index, count->words());
    else
        QStyledItemDelegate::setModelData(editor, model, index);
}

QSize PlanDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* tree = qobject_cast<const PlanTree*>(option.widget);
    const QSize size = CellDelegate::sizeHint(option, index);
    return tree ? QSize(size.width(), tree->rowHeight()) : size;
}

bool PlanDelegate::editorEvent(
    QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
    const QModelIndex& index) {
    if (index.column() != PlanTableModel::runColumn)
        return QStyledItemDelegate::editorEvent(event, model, option, index);
    if (event->type() != QEvent::MouseButtonRelease ||
        static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton)
        return false;
    emit runToggled(index);
    return true;
}

} // namespace parterre::ui
