// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/cell_delegate.h"

namespace parterre::ui {

/// Draws the bars of a NowModel: what a partition gets now as a bar, what it got alone as a line
/// across it, and its ideal share as a dotted one.
class RateBarDelegate : public CellDelegate {
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        const override;
};

} // namespace parterre::ui
