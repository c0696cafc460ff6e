// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/column_shares.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHeaderView>

#include <algorithm>
#include <utility>

namespace parterre::ui {

ColumnShares::ColumnShares(
    QAbstractItemView& table, QHeaderView& columns, std::vector<Share> shares, QObject* parent)
    : QObject(parent)
    , m_table(table)
    , m_columns(columns)
    , m_shares(std::move(shares)) {
    m_table.viewport()->installEventFilter(this);
}

std::vector<int> ColumnShares::widths(const std::vector<Share>& shares, int total) {
    int least = 0;
    int give = 0;
    int takers = 0;
    for (const Share& share : shares) {
        least += share.least;
        give += share.takesRest ? 0 : share.usual - share.least;
        takers += share.takesRest ? 1 : 0;
    }
    const int spare = std::max(total - least, 0);
    const double part = give > 0 ? std::min(1.0, static_cast<double>(spare) / give) : 1.0;
    std::vector<int> widths;
    widths.reserve(shares.size());
    int left = spare;
    for (const Share& share : shares) {
        const int more = share.takesRest ? 0 : static_cast<int>((share.usual - share.least) * part);
        widths.push_back(share.least + more);
        left -= more;
    }
    for (std::size_t i = 0; i < shares.size() && takers > 0; ++i)
        if (shares[i].takesRest) {
            const int some = left / takers--;
            widths[i] += some;
            left -= some;
        }
    return widths;
}

void ColumnShares::setShare(int column, const Share& share) {
    m_shares[static_cast<std::size_t>(column)] = share;
    this->share();
}

void ColumnShares::share() {
    std::vector<Share> shown = m_shares;
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (m_columns.isSectionHidden(static_cast<int>(i)))
            shown[i] = {};
    const std::vector<int> all = widths(shown, m_table.viewport()->width());
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!m_columns.isSectionHidden(static_cast<int>(i)))
            m_columns.resizeSection(static_cast<int>(i), all[i]);
}

bool ColumnShares::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        share();
    return QObject::eventFilter(watched, event);
}

} // namespace parterre::ui
