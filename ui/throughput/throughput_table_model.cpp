// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/throughput_table_model.h"

#include "ui/shell/text.h"
#include "ui/throughput/throughput_history.h"

#include <utility>

namespace parterre::ui {

ThroughputTableModel::ThroughputTableModel(const ThroughputHistory& history, QObject* parent)
    : QAbstractTableModel(parent)
    , m_history(history) {
    connect(&m_history, &ThroughputHistory::seriesChanged, this, &ThroughputTableModel::reset);
    reset();
}

void ThroughputTableModel::reset() {
    std::vector<int> rows;
    for (int i = 0; i < static_cast<int>(m_history.series().size()); ++i)
        if (!m_history.series()[static_cast<std::size_t>(i)].isSplit)
            rows.push_back(i);
    if (rows == m_rows) {
        refresh();
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void ThroughputTableModel::refresh() {
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount_ - 1), {Qt::DisplayRole});
}

int ThroughputTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ThroughputTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columnCount_;
}

QVariant ThroughputTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const bool isText = index.column() == nameColumn || index.column() == unitColumn;
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const int partition = m_rows[static_cast<std::size_t>(index.row())];
    const ThroughputHistory::Series& series =
        m_history.series()[static_cast<std::size_t>(partition)];
    if (index.column() == nameColumn)
        return series.name;
    if (index.column() == unitColumn)
        return series.unit;
    const ThroughputHistory::Numbers numbers = m_history.numbers(partition);
    if (numbers.count == 0)
        return QStringLiteral("–");
    switch (index.column()) {
    case nowColumn:
        return series.running && numbers.now ? ThroughputHistory::rateText(*numbers.now)
                                             : QStringLiteral("–");
    case meanColumn:
        return ThroughputHistory::rateText(numbers.mean);
    case leastColumn:
        return ThroughputHistory::rateText(numbers.least);
    case mostColumn:
        return ThroughputHistory::rateText(numbers.most);
    default:
        return {};
    }
}

QVariant
ThroughputTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    const bool isText = section == nameColumn || section == unitColumn;
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case nameColumn:
        return tr("Partition");
    case nowColumn:
        return tr("Now");
    case meanColumn:
        return tr("Mean");
    case leastColumn:
        return tr("Min");
    case mostColumn:
        return tr("Max");
    case unitColumn:
        return tr("Unit");
    default:
        return {};
    }
}

QString ThroughputTableModel::asJson() const {
    Json rows = Json::array();
    for (const int partition : m_rows) {
        const auto& series = m_history.series()[static_cast<std::size_t>(partition)];
        const ThroughputHistory::Numbers numbers = m_history.numbers(partition);
        const auto known = [&](double rate) { return numbers.count > 0 ? Json(rate) : Json(); };
        rows.push_back(
            {{"name", fromQt(series.name)},
             {"workload", fromQt(series.workload)},
             {"unit", fromQt(series.unit)},
             {"now", series.running && numbers.now ? Json(*numbers.now) : Json()},
             {"mean", known(numbers.mean)},
             {"min", known(numbers.least)},
             {"max", known(numbers.most)}});
    }
    return toQt(rows.dump(2));
}

QString ThroughputTableModel::asText() const {
    QString text;
    for (int row = -1; row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < columnCount_; ++column)
            cells << (row < 0 ? headerData(column, Qt::Horizontal) : data(index(row, column)))
                         .toString();
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace parterre::ui
