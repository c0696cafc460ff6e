// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/now_model.h"

#include "ui/engine/session.h"
#include "ui/throughput/alone_rates.h"
#include "ui/throughput/csv_text.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/value_axis_range.h"
#include "ui/throughput/whole_gpu_rate.h"

#include <QLocale>

#include <algorithm>
#include <map>
#include <utility>

namespace parterre::ui {
namespace {

/// The sum, as long as every part is known.
void addTo(std::optional<double>& sum, const std::optional<double>& part) {
    if (sum && part)
        *sum += *part;
    else
        sum.reset();
}

QString rateOrDash(const std::optional<double>& rate) {
    return rate ? ThroughputHistory::rateText(*rate) : QStringLiteral("–");
}

} // namespace

NowModel::NowModel(
    const Session& session, const ThroughputHistory& history, const AloneRates& alone,
    QObject* parent)
    : QAbstractTableModel(parent)
    , m_session(session)
    , m_history(history)
    , m_alone(alone) {}

std::vector<NowModel::Row> NowModel::readRows() const {
    std::vector<Row> rows;
    const Applied* applied = m_session.applied();
    const DeviceDescription* device = m_session.device();
    if (!applied || !device || applied->partitions.size() != m_history.series().size())
        return rows;
    std::map<QString, Row> totals;
    std::map<QString, int> parts;
    for (int i = 0; i < static_cast<int>(applied->partitions.size()); ++i) {
        const PartitionReport& report = applied->partitions[static_cast<std::size_t>(i)];
        const auto& series = m_history.series()[static_cast<std::size_t>(i)];
        if (series.isSplit)
            continue; // its sub-partitions have the SMs
        Row row{series.name, series.unit, series.look};
        if (series.running)
            row.now = m_history.numbers(i).now;
        row.alone = m_alone.rate(applied->plan.device, report);
        if (series.unit.isEmpty()) {
            row.idealSource = tr("It has no workload that does anything.");
        } else if (!series.isAdditive) {
            row.idealSource = tr("A latency is not shared out.");
        } else if (const auto whole = wholeGpuRate(*device, report.workload)) {
            row.ideal = whole->rate * report.smCount / device->smCount;
            row.idealSource = tr("%1 of %2 SMs of %3.")
                                  .arg(report.smCount)
                                  .arg(device->smCount)
                                  .arg(whole->source);
        } else {
            row.idealSource = tr(
                "Unknown: no figure of this GPU says what it can do at most with this workload.");
        }
        if (series.isAdditive && !series.unit.isEmpty() && row.now) {
            const bool isFirst = parts[series.unit]++ == 0;
            Row& total = totals[series.unit];
            if (isFirst)
                total = {tr("Total"), series.unit, {}, true, 0.0, 0.0, 0.0, {}};
            addTo(total.now, row.now);
            addTo(total.alone, row.alone);
            addTo(total.ideal, row.ideal);
        }
        rows.push_back(std::move(row));
    }
    std::map<QString, double> most;
    for (const Row& row : rows)
        for (const auto& value : {row.now, row.alone, row.ideal})
            most[row.unit] = std::max(most[row.unit], value.value_or(0));
    for (Row& row : rows)
        row.scale = ValueAxisRange::roundedUp(most[row.unit]);
    for (auto& [unit, total] : totals) {
        if (parts[unit] < 2)
            continue;
        total.idealSource = total.ideal ? tr("The sum of those that run.")
                                        : tr("Unknown, as that of some that run is.");
        total.scale = ValueAxisRange::roundedUp(
            std::max({total.now.value_or(0), total.alone.value_or(0), total.ideal.value_or(0)}));
        rows.push_back(std::move(total));
    }
    return rows;
}

void NowModel::refresh() {
    std::vector<Row> rows = readRows();
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows = std::move(rows);
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount_ - 1));
}

int NowModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int NowModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columnCount_;
}

QString NowModel::barText(const Row& row) const {
    if (!row.now)
        return tr("does not run");
    const auto& beside = row.alone ? row.alone : row.ideal;
    if (!beside || *beside <= 0)
        return {};
    const QString part = QLocale().toString(100 * *row.now / *beside, 'f', 0);
    return row.alone ? tr("%1 % of alone").arg(part) : tr("%1 % of ideal").arg(part);
}

QVariant NowModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (column == nowColumn || column == aloneColumn || column == idealColumn
                 ? Qt::AlignRight
                 : Qt::AlignLeft) |
            Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        if (column == barColumn)
            return barText(row);
        if (column == idealColumn)
            return row.idealSource;
        if (column == aloneColumn)
            return row.alone ? tr("Measured while nothing else ran on this GPU.")
                             : tr("Not measured yet: run it while no other partition runs.");
        return {};
    }
    if (role == Qt::AccessibleTextRole && column == barColumn)
        return barText(row);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case nameColumn:
        return row.name;
    case nowColumn:
        return rateOrDash(row.now);
    case aloneColumn:
        return row.alone            ? ThroughputHistory::rateText(*row.alone)
               : row.unit.isEmpty() ? QStringLiteral("–")
                                    : tr("not yet");
    case idealColumn:
        if (row.ideal)
            return ThroughputHistory::rateText(*row.ideal);
        return row.idealSource.startsWith(tr("Unknown")) ? tr("unknown") : QStringLiteral("–");
    case unitColumn:
        return row.unit;
    default:
        return {};
    }
}

QVariant NowModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (section == nowColumn || section == aloneColumn || section == idealColumn
                 ? Qt::AlignRight
                 : Qt::AlignLeft) |
            Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case nameColumn:
        return tr("Partition");
    case barColumn:
        return tr("Now, with alone │ and ideal ┆");
    case nowColumn:
        return tr("Now");
    case aloneColumn:
        return tr("Alone │");
    case idealColumn:
        return tr("Ideal ┆");
    case unitColumn:
        return tr("Unit");
    default:
        return {};
    }
}

QString NowModel::asCsv() const {
    QString csv = QStringLiteral("partition,unit,now,alone,ideal\n");
    const auto number = [](const std::optional<double>& value) {
        return value ? QString::number(*value, 'g', 9) : QString();
    };
    for (const Row& row : m_rows)
        csv += QStringLiteral("%1,%2,%3,%4,%5\n")
                   .arg(
                       csvQuoted(row.name), csvQuoted(row.unit), number(row.now), number(row.alone),
                       number(row.ideal));
    return csv;
}

} // namespace parterre::ui
