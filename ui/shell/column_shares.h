// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

class QAbstractItemView;
class QHeaderView;

namespace parterre::ui {

/// Shares a table's width among its columns, so that none of them collapses while another has room
/// to spare and none needs a scroll bar.
class ColumnShares : public QObject {
    Q_OBJECT
public:
    /// In pixels.
    struct Share {
        int least = 0; ///< below that it is no use
        int usual = 0; ///< all it needs
        bool takesRest = false;
    };

    /// `columns`: the table's header. `shares` has one entry a column. Lives as long as its parent.
    ColumnShares(
        QAbstractItemView& table, QHeaderView& columns, std::vector<Share> shares, QObject* parent);

    /// Each column gets its usual width as long as those that take the rest get their least; after
    /// that all others give way in proportion, down to their least.
    static std::vector<int> widths(const std::vector<Share>& shares, int total);

    /// Another share for one column.
    void setShare(int column, const Share& share);
    /// After columns were hidden or shown; a hidden one has no share.
    void share();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAbstractItemView& m_table;
    QHeaderView& m_columns;
    std::vector<Share> m_shares;
};

} // namespace parterre::ui
