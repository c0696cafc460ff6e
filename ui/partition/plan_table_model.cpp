// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_table_model.h"

#include "ui/partition/group_options.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/id_ranges.h"
#include "ui/shell/text.h"

#include <QFont>

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

bool isNumeric(int column) {
    switch (column) {
    case PlanTableModel::requestedColumn:
    case PlanTableModel::grantedColumn:
    case PlanTableModel::coscheduledColumn:
    case PlanTableModel::preferredColumn:
    case PlanTableModel::queueLimitColumn:
    case PlanTableModel::throughputColumn:
        return true;
    default:
        return false;
    }
}

const GroupOption* optionAt(int column) {
    const int which = PlanTableModel::optionOf(column);
    return which < 0 ? nullptr : &groupOptions()[static_cast<std::size_t>(which)];
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

int PlanTableModel::optionColumn(int option) {
    return option == 0 ? int{requestedColumn} : coscheduledColumn + option - 1;
}

int PlanTableModel::optionOf(int column) {
    if (column == requestedColumn)
        return 0;
    return column >= coscheduledColumn && column <= queueLimitColumn
               ? column - coscheduledColumn + 1
               : -1;
}

const PlanGroup* PlanTableModel::group(int row) const {
    const auto at = static_cast<std::size_t>(row);
    const std::vector<PlanGroup>& groups = m_editor.plan().groups;
    return row >= 0 && row < m_content.groupCount && at < groups.size() ? &groups[at] : nullptr;
}

QString PlanTableModel::whyNotOption(int column) const {
    const GroupOption* option = optionAt(column);
    return option && option->capability && m_whyNot ? m_whyNot(option->capability) : QString();
}

bool PlanTableModel::hasOptions(int row) const {
    return group(row) && ui::hasOptions(*group(row));
}

bool PlanTableModel::hasAnyOptions() const {
    return std::any_of(
        m_editor.plan().groups.begin(), m_editor.plan().groups.end(),
        [](const PlanGroup& one) { return ui::hasOptions(one); });
}

void PlanTableModel::clearOptions(int row) {
    if (hasOptions(row))
        m_editor.editGroup(
            row, tr("Reset the options of %1").arg(toQt(group(row)->name)), ui::clearOptions);
}

QString PlanTableModel::optionsText(int row) const {
    const PlanGroup* one = group(row);
    if (!one)
        return QStringLiteral("–");
    const PlanGroup plain;
    QStringList words;
    for (std::size_t i = 1; i < groupOptions().size(); ++i) {
        const GroupOption& option = groupOptions()[i];
        if (option.read(*one) != option.read(plain))
            words
                << (option.kind == GroupOption::Kind::check
                        ? option.title
                        : tr("%1 %2").arg(option.title, option.text(*one)));
    }
    return words.isEmpty() ? tr("none") : words.join(QStringLiteral(", "));
}

QString PlanTableModel::pendingText(int row, int column) const {
    const PlanGroup* planned = group(row);
    if (!m_applied || !planned)
        return {};
    const auto before =
        std::find_if(m_applied->groups.begin(), m_applied->groups.end(), [&](const PlanGroup& one) {
            return one.name == planned->name;
        });
    if (before == m_applied->groups.end())
        return column == nameColumn ? tr("Not applied yet.") : QString();
    const GroupOption* option = optionAt(column);
    if (!option || option->read(*before) == option->read(*planned))
        return {};
    return tr("Not applied yet; applied is: %1.").arg(option->text(*before));
}

int PlanTableModel::stepOf(int column) const {
    if (column == queueLimitColumn)
        return 1;
    if (column == requestedColumn && !m_content.grantable.empty())
        return std::max(m_content.grantable.front(), 1);
    return 2; // SMs come in TPCs of two
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
    if (const GroupOption* option = optionAt(column)) {
        if (segment.isRemainder || !group(row))
            return QStringLiteral("–");
        const QVariant value = option->read(*group(row));
        return option->kind == GroupOption::Kind::count && value.toInt() != 0
                   ? value
                   : option->text(*group(row));
    }
    switch (column) {
    case nameColumn:
        return segment.name;
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
    case optionsColumn:
        return optionsText(row);
    case throughputColumn:
        return m_throughput.value(row);
    default:
        return {};
    }
}

QVariant PlanTableModel::toolTip(const BarSegment& segment, int row, int column) const {
    if (const QString pending = pendingText(row, column); !pending.isEmpty())
        return pending;
    if (const GroupOption* option = optionAt(column); option && !segment.isRemainder) {
        const QString whyNot = whyNotOption(column);
        return whyNot.isEmpty() ? option->meaning : whyNot;
    }
    switch (column) {
    case grantedColumn:
        if (segment.granted && !segment.isRemainder && segment.requested != 0 &&
            *segment.granted != segment.requested)
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
        if (const GroupOption* option = optionAt(index.column()))
            return group(index.row()) ? option->read(*group(index.row())) : QVariant(0);
        if (index.column() == workloadColumn)
            return segment.workload;
        return shown(segment, index.row(), index.column());
    case Qt::ToolTipRole:
        return index.column() == runColumn ? runText(segment, index.row())
                                           : toolTip(segment, index.row(), index.column());
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case colourRole:
        return segment.isPartition ? segment.look.colour : QVariant();
    case runStateRole:
        return static_cast<int>(runState(index.row()));
    case Qt::AccessibleTextRole:
        return index.column() == runColumn ? runText(segment, index.row())
                                           : data(index, Qt::DisplayRole);
    case patternRole:
        return static_cast<int>(segment.look.pattern);
    case mostSmsRole:
        return optionAt(index.column()) ? optionAt(index.column())->most(m_content.total)
                                        : m_content.total;
    case zeroRole:
        return optionAt(index.column()) ? optionAt(index.column())->zero : QString();
    case stepRole:
        return stepOf(index.column());
    case smIdListRole:
        return segment.smIds && segment.isMade
                   ? QVariant::fromValue(QList<int>(segment.smIds->begin(), segment.smIds->end()))
                   : QVariant();
    case smTotalRole:
        return m_content.total;
    case Qt::AccessibleDescriptionRole: {
        const QString pending = pendingText(index.row(), index.column());
        return pending.isEmpty() ? whyNotOption(index.column()) : pending;
    }
    case Qt::FontRole: {
        if (pendingText(index.row(), index.column()).isEmpty())
            return {};
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    default:
        return {};
    }
}

QVariant PlanTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    if (section != requestedColumn && optionAt(section))
        return optionAt(section)->title;
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
    case optionsColumn:
        return tr("Options");
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
    if (!whyNotOption(index.column()).isEmpty())
        return Qt::ItemIsSelectable;
    const bool editable =
        (index.column() == workloadColumn && segment.isPartition) ||
        (!segment.isRemainder && (index.column() == nameColumn || optionAt(index.column())));
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return editable ? flags | Qt::ItemIsEditable : flags;
}

bool PlanTableModel::refuse(
    const QString& field, int row, const QVariant& value, const QString& allowed) {
    emit refused(tr("%1 of %2 cannot be \"%3\"; allowed: %4.")
                     .arg(
                         field, m_content.segments[static_cast<std::size_t>(row)].name,
                         value.toString(), allowed));
    return false;
}

bool PlanTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const int row = index.row();
    if (const GroupOption* option = optionAt(index.column()); option && group(row)) {
        const QVariant parsed = option->parse(value, m_content.total);
        if (!parsed.isValid())
            return refuse(option->field, row, value, option->allowed(m_content.total));
        m_editor.editGroup(row, option->editText.arg(toQt(group(row)->name)), [&](PlanGroup& one) {
            option->write(one, parsed);
        });
        return true;
    }
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
