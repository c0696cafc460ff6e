// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_cells.h"

#include "ui/partition/group_options.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/id_ranges.h"
#include "ui/shell/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace parterre::ui {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("PlanTableModel", text);
}

} // namespace

const GroupOption* PlanCells::optionAt(int column) {
    const int which = PlanTableModel::optionOf(column);
    return which < 0 ? nullptr : &groupOptions()[static_cast<std::size_t>(which)];
}

bool PlanCells::isNumeric(int column) {
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

QString PlanCells::title(int column) {
    if (column != PlanTableModel::requestedColumn && optionAt(column))
        return optionAt(column)->title;
    switch (column) {
    case PlanTableModel::nameColumn:
        return tr("Partition");
    case PlanTableModel::requestedColumn:
        return tr("Requested");
    case PlanTableModel::grantedColumn:
        return tr("Granted");
    case PlanTableModel::smIdsColumn:
        return tr("SM ids");
    case PlanTableModel::workloadColumn:
        return tr("Workload");
    case PlanTableModel::optionsColumn:
        return tr("Options");
    case PlanTableModel::throughputColumn:
        return tr("Now");
    default:
        return {};
    }
}

const PlanGroup* PlanCells::group(const GroupPath& path) const {
    return m_model.m_content.isGroup(path) ? groupAt(m_model.m_editor.plan(), path) : nullptr;
}

QString PlanCells::optionsText(const GroupPath& path) const {
    const PlanGroup* one = group(path);
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

QString PlanCells::pendingText(const GroupPath& path, int column) const {
    const PlanGroup* planned = group(path);
    if (!m_model.m_applied || !planned)
        return {};
    const PartitionPlan& applied = *m_model.m_applied;
    const PlanGroup* before =
        groupAt(applied, pathOf(applied, fullNameAt(m_model.m_editor.plan(), path)));
    if (!before)
        return column == PlanTableModel::nameColumn ? tr("Not applied yet.") : QString();
    if (column == PlanTableModel::nameColumn &&
        before->split.has_value() != planned->split.has_value())
        return before->split ? tr("Not applied yet; applied is: split within.")
                             : tr("Not applied yet; applied is: one piece.");
    const GroupOption* option = optionAt(column);
    if (!option || option->read(*before) == option->read(*planned))
        return {};
    return tr("Not applied yet; applied is: %1.").arg(option->text(*before));
}

int PlanCells::stepOf(const GroupPath& path, int column) const {
    if (column == PlanTableModel::queueLimitColumn)
        return 1;
    const std::vector<int>& grantable = m_model.m_content.level(path.parent()).grantable;
    if (column == PlanTableModel::requestedColumn && !grantable.empty())
        return std::max(grantable.front(), 1);
    return 2; // SMs come in TPCs of two
}

QString PlanCells::runText(const GroupPath& path, const BarSegment& segment) const {
    switch (m_model.runState(path)) {
    case PlanTableModel::RunState::running:
        return tr("Stop %1").arg(segment.fullName);
    case PlanTableModel::RunState::idle:
        return tr("Run %1").arg(segment.fullName);
    case PlanTableModel::RunState::unavailable:
        break;
    }
    if (segment.isSplit())
        return tr("Nothing runs in %1 itself: its sub-partitions have its SMs")
            .arg(segment.fullName);
    return segment.isPartition
               ? tr("Apply the plan and choose a workload to run %1").arg(segment.fullName)
               : tr("Nothing can run here");
}

QString PlanCells::grantedText(const BarSegment& segment) const {
    if (segment.isKnownOnceApplied)
        return tr("not yet");
    return segment.granted ? QString::number(*segment.granted) : QStringLiteral("…");
}

QVariant PlanCells::shown(const GroupPath& path, int column) const {
    const BarSegment* segment = m_model.m_content.at(path);
    if (!segment)
        return {};
    if (const GroupOption* option = optionAt(column)) {
        if (segment->isRemainder || !group(path))
            return QStringLiteral("–");
        const QVariant value = option->read(*group(path));
        return option->kind == GroupOption::Kind::count && value.toInt() != 0
                   ? value
                   : option->text(*group(path));
    }
    switch (column) {
    case PlanTableModel::grantedColumn:
        return segment->granted && !segment->isKnownOnceApplied ? QVariant(*segment->granted)
                                                                : QVariant(grantedText(*segment));
    case PlanTableModel::smIdsColumn:
        if (!segment->isMade)
            return tr("not made");
        return segment->smIds ? idRanges(*segment->smIds) : tr("known once applied");
    case PlanTableModel::workloadColumn:
        if (!segment->isPartition || segment->isSplit())
            return QStringLiteral("–");
        return segment->workload.isEmpty() ? tr("none") : segment->workload;
    case PlanTableModel::optionsColumn:
        return optionsText(path);
    case PlanTableModel::throughputColumn: {
        const auto found = m_model.m_throughput.find(path);
        return found == m_model.m_throughput.end() ? QString() : found->second;
    }
    default:
        return {};
    }
}

QString PlanCells::remark(const GroupPath& path) const {
    const BarSegment* above = m_model.m_content.at(path.parent());
    const auto found = m_model.m_remarks.find(above ? above->fullName : QString());
    return found != m_model.m_remarks.end()
               ? found->second
               : tr("The driver can be asked once the partition above is applied.");
}

QVariant PlanCells::grantedTip(const GroupPath& path, const BarSegment& segment) const {
    if (segment.isKnownOnceApplied)
        return tr("Known once applied. %1").arg(remark(path));
    if (segment.granted && !segment.isRemainder && segment.requested != 0 &&
        *segment.granted != segment.requested)
        return tr("%1 asked for, %2 granted: see the preview for the reason.")
            .arg(segment.requested)
            .arg(*segment.granted);
    return {};
}

QVariant PlanCells::placeTip(const GroupPath& path, const BarSegment& segment) const {
    if (segment.smIds)
        return idRanges(*segment.smIds);
    return segment.isKnownOnceApplied
               ? remark(path)
               : tr("This driver tells where a partition runs only once it exists.");
}

QVariant PlanCells::toolTip(const GroupPath& path, int column) const {
    const BarSegment* segment = m_model.m_content.at(path);
    if (!segment)
        return {};
    if (column == PlanTableModel::runColumn)
        return runText(path, *segment);
    const QString pending = pendingText(path, column);
    if (column == PlanTableModel::nameColumn && path.isNested())
        return pending.isEmpty() ? segment->fullName : tr("%1. %2").arg(segment->fullName, pending);
    if (!pending.isEmpty())
        return pending;
    if (const GroupOption* option = optionAt(column); option && !segment->isRemainder) {
        const QString whyNot = m_model.whyNotOption(column, path);
        return whyNot.isEmpty() ? option->meaning : whyNot;
    }
    switch (column) {
    case PlanTableModel::grantedColumn:
        return grantedTip(path, *segment);
    case PlanTableModel::smIdsColumn:
        return placeTip(path, *segment);
    case PlanTableModel::workloadColumn:
        if (segment->isSplit())
            return tr("Nothing runs in what is split: choose workloads for its sub-partitions.");
        return segment->isPartition
                   ? QVariant()
                   : QVariant(tr("Make the remainder a partition to run something in it."));
    default:
        return {};
    }
}

QString PlanCells::accessibleText(const GroupPath& path, int column) const {
    const BarSegment* segment = m_model.m_content.at(path);
    if (!segment)
        return {};
    if (column == PlanTableModel::nameColumn)
        return segment->fullName;
    return column == PlanTableModel::runColumn ? runText(path, *segment)
                                               : shown(path, column).toString();
}

} // namespace parterre::ui
