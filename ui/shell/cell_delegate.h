// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace parterre::ui {

/// Draws a table's cells with room around the text and a quiet selection. What has no room is in a
/// tool tip, unless the model has one of its own.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// What is under a selected cell.
    static QColor selectionColour(const QPalette& palette, bool isActive);
    bool helpEvent(
        QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

protected:
    /// Room at the left of the text, for what a subclass draws there.
    virtual int leftRoom(const QModelIndex&) const { return 0; }

    /// What is under the text: the selection, where the cell is selected.
    static void paintGround(QPainter* painter, const QStyleOptionViewItem& option);
    /// Whether the text does not fit.
    bool isTooNarrow(const QStyleOptionViewItem& option, const QModelIndex& index) const;
    QRect textRect(const QRect& cell, const QModelIndex& index) const;
};

} // namespace parterre::ui
