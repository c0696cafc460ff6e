// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_table_model.h"

#include "ui/partition/group_options.h"
#include "ui/partition/plan_cells.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/text.h"

#include <QFont>

#include <cstdlib>
#include <utility>

namespace parterre::ui {

PlanTableModel::PlanTableModel(PlanEditor& editor, QObject* parent)
    : QAbstractItemModel(parent)
    , m_editor(editor)
    , m_rows(std::make_unique<PlanRow>()) {}

PlanRow& PlanTableModel::rowOf(const QModelIndex& index) const {
    return index.isValid() ? *static_cast<PlanRow*>(index.internalPointer()) : *m_rows;
}

GroupPath PlanTableModel::pathOf(const QModelIndex& index) const {
    return rowOf(index).path();
}

QModelIndex PlanTableModel::indexOf(const GroupPath& path, int column) const {
    QModelIndex found;
    for (std::size_t i = 0; i < path.positions().size(); ++i) {
        const bool isLast = i + 1 == path.positions().size();
        found = index(path.positions()[i], isLast ? column : 0, found);
        if (!found.isValid())
            return {};
    }
    return found;
}

QModelIndex PlanTableModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, rowOf(parent).below[static_cast<std::size_t>(row)].get());
}

QModelIndex PlanTableModel::parent(const QModelIndex& index) const {
    PlanRow* above = index.isValid() ? rowOf(index).parent : nullptr;
    return above && above->parent ? createIndex(above->position, 0, above) : QModelIndex();
}

int PlanTableModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : rowOf(parent).count();
}

int PlanTableModel::columnCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : int{columnCount_};
}

void PlanTableModel::setContent(BarContent content) {
    m_content = std::move(content);
    sync(*m_rows, {}, m_content);
    emit contentChanged();
}

void PlanTableModel::sync(PlanRow& row, const QModelIndex& index, const BarLevel& level) {
    const RowChange change = RowChange::between(row, level);
    const auto remove = [&](int at, int count) {
        beginRemoveRows(index, at, at + count - 1);
        row.remove(at, count);
        endRemoveRows();
    };
    const auto insert = [&](int at, int count) {
        beginInsertRows(index, at, at + count - 1);
        row.insert(at, count);
        for (int i = at; i < at + count; ++i)
            row.below[static_cast<std::size_t>(i)]->name =
                level.segments[static_cast<std::size_t>(i)].name;
        endInsertRows();
    };
    if (!change.isSimple) {
        remove(0, row.count());
        insert(0, static_cast<int>(level.segments.size()));
    } else if (change.by > 0) {
        insert(change.at, change.by);
    } else if (change.by < 0) {
        remove(change.at, -change.by);
    }
    for (std::size_t i = 0; i < row.below.size(); ++i) {
        row.below[i]->name = level.segments[i].name;
        sync(*row.below[i], this->index(static_cast<int>(i), 0, index), level.segments[i].split);
    }
    if (row.count() > 0)
        emit dataChanged(
            this->index(0, 0, index), this->index(row.count() - 1, columnCount_ - 1, index));
}

void PlanTableModel::tellChanged(
    const PlanRow& row, const QModelIndex& index, int first, int last) {
    if (row.count() == 0)
        return;
    emit dataChanged(this->index(0, first, index), this->index(row.count() - 1, last, index));
    for (const auto& below : row.below)
        tellChanged(*below, this->index(below->position, 0, index), first, last);
}

void PlanTableModel::setThroughput(std::map<GroupPath, QString> texts) {
    if (texts == m_throughput)
        return;
    m_throughput = std::move(texts);
    tellChanged(*m_rows, {}, throughputColumn, throughputColumn);
}

void PlanTableModel::setRunStates(std::map<GroupPath, RunState> states) {
    if (states == m_runStates)
        return;
    m_runStates = std::move(states);
    tellChanged(*m_rows, {}, runColumn, runColumn);
}

void PlanTableModel::setRemarks(std::map<QString, QString> remarks) {
    m_remarks = std::move(remarks);
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

QString PlanTableModel::whyNotOption(int column, const GroupPath& group) const {
    const GroupOption* option = PlanCells::optionAt(column);
    if (!option || !option->capability)
        return {};
    const BarSegment* segment = m_content.at(group);
    if (segment && segment->isSplit() && option->isOfRuns)
        return tr("Nothing runs in what is split: sub-partitions have work queues of their own.");
    return m_whyNot ? m_whyNot(option->capability) : QString();
}

bool PlanTableModel::hasOptions(const GroupPath& group) const {
    const PlanGroup* one = groupAt(m_editor.plan(), group);
    return one && ui::hasOptions(*one);
}

bool PlanTableModel::hasAnyOptions() const {
    bool hasAny = false;
    m_content.forEach(
        [&](const GroupPath& path, const BarSegment&) { hasAny = hasAny || hasOptions(path); });
    return hasAny;
}

void PlanTableModel::clearOptions(const GroupPath& group) {
    if (hasOptions(group))
        m_editor.editGroup(
            group, tr("Reset the options of %1").arg(toQt(fullNameAt(m_editor.plan(), group))),
            ui::clearOptions);
}

PlanTableModel::RunState PlanTableModel::runState(const GroupPath& path) const {
    const auto found = m_runStates.find(path);
    return found == m_runStates.end() ? RunState::unavailable : found->second;
}

QVariant PlanTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole && index.column() == nameColumn)
        return rowOf(index).name; // also while rows come and go
    const GroupPath path = pathOf(index);
    const BarSegment* segment = m_content.at(path);
    if (!segment)
        return {};
    const PlanCells cells(*this);
    const GroupOption* option = PlanCells::optionAt(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cells.shown(path, index.column());
    case Qt::EditRole:
        if (option) {
            const PlanGroup* group = groupAt(m_editor.plan(), path);
            return group ? option->read(*group) : QVariant(0);
        }
        return index.column() == workloadColumn ? segment->workload : data(index, Qt::DisplayRole);
    case Qt::ToolTipRole:
        return cells.toolTip(path, index.column());
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (PlanCells::isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    case colourRole:
        return segment->isPartition ? segment->look.colour : QVariant();
    case runStateRole:
        return static_cast<int>(runState(path));
    case Qt::AccessibleTextRole:
        return cells.accessibleText(path, index.column());
    case patternRole:
        return static_cast<int>(segment->look.pattern);
    case mostSmsRole:
        return option ? option->most(m_content.total) : m_content.total;
    case zeroRole:
        return option ? option->zero : QString();
    case stepRole:
        return cells.stepOf(path, index.column());
    case smIdListRole:
        return segment->smIds && segment->isMade
                   ? QVariant::fromValue(QList<int>(segment->smIds->begin(), segment->smIds->end()))
                   : QVariant();
    case smTotalRole:
        return m_content.total;
    case Qt::AccessibleDescriptionRole: {
        const QString pending = cells.pendingText(path, index.column());
        return pending.isEmpty() ? whyNotOption(index.column(), path) : pending;
    }
    case Qt::FontRole: {
        if (cells.pendingText(path, index.column()).isEmpty())
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
            (PlanCells::isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(PlanCells::title(section)) : QVariant();
}

Qt::ItemFlags PlanTableModel::flags(const QModelIndex& index) const {
    const GroupPath path = pathOf(index);
    const BarSegment* segment = m_content.at(path);
    if (!segment)
        return Qt::NoItemFlags;
    if (!whyNotOption(index.column(), path).isEmpty())
        return Qt::ItemIsSelectable;
    const bool canEditOption = index.column() == nameColumn || PlanCells::optionAt(index.column());
    const bool editable =
        (index.column() == workloadColumn && segment->isPartition && !segment->isSplit()) ||
        (!segment->isRemainder && canEditOption);
    const Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return editable ? flags | Qt::ItemIsEditable : flags;
}

bool PlanTableModel::refuse(
    const QString& field, const GroupPath& path, const QVariant& value, const QString& allowed) {
    emit refused(tr("%1 of %2 cannot be \"%3\"; allowed: %4.")
                     .arg(field, m_content.at(path)->fullName, value.toString(), allowed));
    return false;
}

bool PlanTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const GroupPath path = pathOf(index);
    const PlanGroup* group = groupAt(m_editor.plan(), path);
    if (const GroupOption* option = PlanCells::optionAt(index.column()); option && group) {
        const QVariant parsed = option->parse(value, m_content.total);
        if (!parsed.isValid())
            return refuse(option->field, path, value, option->allowed(m_content.total));
        m_editor.editGroup(
            path, option->editText.arg(m_content.at(path)->fullName),
            [&](PlanGroup& one) { option->write(one, parsed); });
        return true;
    }
    switch (index.column()) {
    case nameColumn: {
        const QString name = value.toString().trimmed();
        if (m_editor.rename(path, name))
            return true;
        emit refused(
            name.isEmpty() ? tr("A partition needs a name.")
                           : tr("Another partition is named \"%1\" already.").arg(name));
        return false;
    }
    case workloadColumn:
        m_editor.setWorkload(path, value.toString());
        return true;
    default:
        return false;
    }
}

QString PlanTableModel::asJson() const {
    Json rows = Json::array();
    m_content.forEach([&](const GroupPath& path, const BarSegment& segment) {
        const bool isKnown = segment.granted && !segment.isKnownOnceApplied;
        rows.push_back(
            {{"name", fromQt(segment.fullName)},
             {"requested_sm_count", segment.isRemainder ? Json(nullptr) : Json(segment.requested)},
             {"sm_count", isKnown ? Json(*segment.granted) : Json(nullptr)},
             {"sm_ids", segment.smIds ? Json(*segment.smIds) : Json(nullptr)},
             {"workload", fromQt(segment.workload)},
             {"throughput", fromQt(PlanCells(*this).shown(path, throughputColumn).toString())}});
    });
    return toQt(rows.dump(2));
}

QString PlanTableModel::asText() const {
    const PlanCells cells(*this);
    QStringList titles;
    for (int column = 0; column < runColumn; ++column)
        titles << PlanCells::title(column);
    QString text = titles.join(QLatin1Char('\t')) + QLatin1Char('\n');
    m_content.forEach([&](const GroupPath& path, const BarSegment&) {
        QStringList texts;
        for (int column = 0; column < runColumn; ++column)
            texts << cells.accessibleText(path, column);
        text += texts.join(QLatin1Char('\t')) + QLatin1Char('\n');
    });
    return text;
}

} // namespace parterre::ui
