// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_table_model.h"

#include "ui/partition/plan_editor.h"
#include "ui/shell/id_ranges.h"
#include "ui/shell/partition_palette.h"
#include "ui/shell/text.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace parterre::ui {
namespace {

/// How one list of rows becomes another: `by` rows more (or, negative, fewer) from row `at` on.
struct RowChange {
    bool isSimple = true; ///< false: nothing so simple turns the one into the other
    int at = 0;
    int by = 0;
};

RowChange rowChange(const std::vector<BarSegment>& before, const std::vector<BarSegment>& after) {
    const auto sameName = [](const BarSegment& a, const BarSegment& b) { return a.name == b.name; };
    const auto& shorter = before.size() < after.size() ? before : after;
    const auto& longer = before.size() < after.size() ? after : before;
    const auto common =
        std::mismatch(shorter.begin(), shorter.end(), longer.begin(), longer.end(), sameName);
    const auto tail = shorter.end() - common.first;
    const bool isSimple =
        before.size() == after.size() ||
        std::equal(common.first, shorter.end(), longer.end() - tail, longer.end(), sameName);
    return {
        isSimple, static_cast<int>(common.first - shorter.begin()),
        static_cast<int>(after.size()) - static_cast<int>(before.size())};
}

} // namespace

PlanTableModel::PlanTableModel(PlanEditor& editor, QObject* parent)
    : QAbstractTableModel(parent)
    , m_editor(editor) {}

void PlanTableModel::setContent(BarContent content) {
    // Rows that stay are kept, so that a selection and an open editor survive an edit elsewhere.
    const RowChange change = rowChange(m_content.segments, content.segments);
    const int last = change.at + std::abs(change.by) - 1;
    if (!change.isSimple)
        beginResetModel();
    else if (change.by > 0)
        beginInsertRows({}, change.at, last);
    else if (change.by < 0)
        beginRemoveRows({}, change.at, last);
    m_content = std::move(content);
    if (!change.isSimple)
        endResetModel();
    else if (change.by > 0)
        endInsertRows();
    else if (change.by < 0)
        endRemoveRows();
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount_ - 1));
}

void PlanTableModel::setThroughput(const QStringList& texts) {
    if (texts == m_throughput)
        return;
    m_throughput = texts;
    if (rowCount() > 0)
        emit dataChanged(
            index(0, throughputColumn), index(rowCount() - 1, throughputColumn), {Qt::DisplayRole});
}

void PlanTableModel::setRunStates(std::vector<RunState> states) {
    if (states == m_runStates)
        return;
    m_runStates = std::move(states);
    if (rowCount() > 0)
        emit dataChanged(index(0, runColumn), index(rowCount() - 1, runColumn));
}

PlanTableModel::RunState PlanTableModel::runState(int row) const {
    const auto at = static_cast<std::size_t>(row);
    return at < m_runStates.size() ? m_runStates[at] : RunState::unavailable;
}

QString PlanTableModel::runText(const BarSegment& segment, int row) const {
    switch (runState(row)) {
    case RunState::running:
        return tr("Stop %1").arg(segment.name);
    case RunState::idle:
        return tr("Run %1").arg(segment.name);
    case RunState::unavailable:
        break;
    }
    return segment.isPartition
               ? tr("Apply the plan and choose a workload to run %1").arg(segment.name)
               : tr("Nothing can run here");
}

int PlanTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_content.segments.size());
}

int PlanTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columnCount_;
}

QVariant PlanTableModel::shown(const BarSegment& segment, int row, int column) const {
    switch (column) {
    case nameColumn:
        return segment.name;
    case requestedColumn:
        if (segment.isRemainder)
            return QStringLiteral("–");
        return segment.requested == 0 ? QVariant(tr("all that fit")) : segment.requested;
    case grantedColumn:
        return segment.granted ? QVariant(*segment.granted) : QVariant(QStringLiteral("…"));
    case smIdsColumn:
        if (!segment.isMade)
            return tr("not made");
        return segment.smIds ? idRanges(*segment.smIds) : tr("known once applied");
    case workloadColumn:
        if (!segment.isPartition)
            return QStringLiteral("–");
        return segment.workload.isEmpty() ? tr("none") : segment.workload;
    case throughputColumn:
        return m_throughput.value(row);
    default:
        return {};
    }
}

QVariant PlanTableModel::toolTip(const BarSegment& segment, int column) const {
    switch (column) {
    case grantedColumn:
        if (segment.granted && !segment.isRemainder && *segment.granted != segment.requested)
            return tr("%1 asked for, %2 granted: see the preview for the reason.")
                .arg(segment.requested)
                .arg(*segment.granted);
        return {};
    case smIdsColumn:
        return segment.smIds
                   ? QVariant(idRanges(*segment.smIds))
                   : QVariant(tr("This driver tells where a partition runs only once it exists."));
    case workloadColumn:
        return segment.isPartition
                   ? QVariant()
                   : QVariant(tr("Make the remainder a partition to run something in it."));
    default:
        return {};
    }
}

QVariant PlanTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const BarSegment& segment = m_content.segments[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return shown(segment, index.row(), index.column());
    case Qt::EditRole:
        if (index.column() == requestedColumn)
            return segment.requested;
        if (index.column() == workloadColumn)
            return segment.workload;
        return shown(segment, index.row(), index.column());
    case Qt::ToolTipRole:
        return index.column() == runColumn ? runText(segment, index.row())
                                           : toolTip(segment, index.column());
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (index.column() == requestedColumn || index.column() == grantedColumn ||
                     index.column() == throughputColumn
                 ? Qt::AlignRight
                 : Qt::AlignLeft) |
            Qt::AlignVCenter);
    case colourRole:
        return segment.isPartition ? partition_palette::colour(segment.colour) : QVariant();
    case runStateRole:
        return static_cast<int>(runState(index.row()));
    case Qt::AccessibleTextRole:
        return index.column() == runColumn ? runText(segment, index.row())
                                           : data(index, Qt::DisplayRole);
    case patternRole:
        return static_cast<int>(partition_palette::pattern(segment.colour));
    case mostSmsRole:
        return m_content.total;
    default:
        return {};
    }
}

QVariant PlanTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (section == requestedColumn || section == grantedColumn || section == throughputColumn
                 ? Qt::AlignRight
                 : Qt::AlignLeft) |
            Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case nameColumn:
        return tr("Partition");
    case requestedColumn:
        return tr("Requested");
    case grantedColumn:
        return tr("Granted");
    case smIdsColumn:
        return tr("SM ids");
    case workloadColumn:
        return tr("Workload");
    case throughputColumn:
        return tr("Now");
    default:
        return {};
    }
}

Qt::ItemFlags PlanTableModel::flags(const QModelIndex& index) const {
    if (!index.isValid() || index.row() >= rowCount())
        return Qt::NoItemFlags;
    const BarSegment& segment = m_content.segments[static_cast<std::size_t>(index.row())];
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    const bool editable = (index.column() == workloadColumn && segment.isPartition) ||
                          (!segment.isRemainder &&
                           (index.column() == nameColumn || index.column() == requestedColumn));
    if (editable)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool PlanTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const int row = index.row();
    switch (index.column()) {
    case nameColumn: {
        const QString name = value.toString().trimmed();
        if (m_editor.rename(row, name))
            return true;
        emit refused(
            name.isEmpty() ? tr("A partition needs a name.")
                           : tr("Another partition is named \"%1\" already.").arg(name));
        return false;
    }
    case requestedColumn: {
        bool isNumber = false;
        const int count = value.toInt(&isNumber);
        if (!isNumber || count < 0 || count > m_content.total) {
            emit refused(tr("Allowed are 0 (all that fit) to %1 SMs.").arg(m_content.total));
            return false;
        }
        m_editor.setSmCount(row, count);
        return true;
    }
    case workloadColumn: {
        const bool remainder = m_content.segments[static_cast<std::size_t>(row)].isRemainder;
        m_editor.setWorkload(remainder ? m_editor.groupCount() : row, value.toString());
        return true;
    }
    default:
        return false;
    }
}

QString PlanTableModel::asJson() const {
    Json rows = Json::array();
    for (int row = 0; row < rowCount(); ++row) {
        const BarSegment& segment = m_content.segments[static_cast<std::size_t>(row)];
        rows.push_back(
            {{"name", fromQt(segment.name)},
             {"requested_sm_count", segment.isRemainder ? Json(nullptr) : Json(segment.requested)},
             {"sm_count", segment.granted ? Json(*segment.granted) : Json(nullptr)},
             {"sm_ids", segment.smIds ? Json(*segment.smIds) : Json(nullptr)},
             {"workload", fromQt(segment.workload)},
             {"throughput", fromQt(m_throughput.value(row))}});
    }
    return toQt(rows.dump(2));
}

QString PlanTableModel::asText() const {
    QString text;
    for (int row = -1; row < rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < runColumn; ++column)
            cells << (row < 0 ? headerData(column, Qt::Horizontal) : data(index(row, column)))
                         .toString();
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

} // namespace parterre::ui
