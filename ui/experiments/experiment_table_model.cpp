// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experiment_table_model.h"

#include "ui/shell/text.h"

#include <algorithm>
#include <utility>

namespace parterre::ui {
namespace {

QString titleOf(const ExperimentColumn& column) {
    return toQt(column.unit.empty() ? column.title : column.title + ", " + column.unit);
}

} // namespace

void ExperimentTableModel::setResult(ExperimentResult result) {
    beginResetModel();
    m_result = std::move(result);
    endResetModel();
}

int ExperimentTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_result.rows.size());
}

int ExperimentTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_result.columns.size());
}

Qt::Alignment ExperimentTableModel::alignmentOf(int column) const {
    const auto at = static_cast<std::size_t>(column);
    const bool isText =
        std::any_of(m_result.rows.begin(), m_result.rows.end(), [at](const auto& row) {
            return std::holds_alternative<std::string>(row[at]);
        });
    return (isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
}

QVariant ExperimentTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(alignmentOf(index.column()));
    if (role != Qt::DisplayRole)
        return {};
    const auto column = static_cast<std::size_t>(index.column());
    return toQt(textOf(
        m_result.rows[static_cast<std::size_t>(index.row())][column], m_result.columns[column]));
}

QVariant
ExperimentTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(alignmentOf(section));
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return titleOf(m_result.columns[static_cast<std::size_t>(section)]);
    return {};
}

QString ExperimentTableModel::asText() const {
    if (m_result.columns.empty())
        return {};
    QString text = toQt(m_result.sentence) + QStringLiteral("\n\n");
    QStringList cells;
    for (const ExperimentColumn& column : m_result.columns)
        cells << titleOf(column);
    text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (int row = 0; row < rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < columnCount(); ++column)
            cells << index(row, column).data().toString();
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace parterre::ui
