// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experiment_results.h"

#include "ui/shell/plain_text.h"
#include "ui/shell/text.h"

#include <QLocale>

#include <utility>

namespace parterre::ui {
namespace {

/// A line for each, as they may be long: "latency p99 below 400 µs", "fma as much as possible".
QStringList goalLines(const ExperimentResult& result) {
    QStringList lines;
    for (const WorkloadGoal& goal : result.parameters.goals) {
        QStringList words{toQt(goal.workload), toQt(aimText(goal))};
        if (isOfLatency(goal.kind))
            words.insert(1, toQt(measureText(goal.kind)));
        lines << words.join(QLatin1Char(' '));
    }
    return lines;
}

} // namespace

void ExperimentResults::add(ExperimentResult result, const QDateTime& time) {
    beginInsertRows({}, 0, 0);
    m_kept.push_front({time, std::move(result)});
    endInsertRows();
    if (rowCount() <= mostKept)
        return;
    beginRemoveRows({}, mostKept, mostKept);
    m_kept.pop_back();
    endRemoveRows();
}

const ExperimentResult& ExperimentResults::at(int row) const {
    return m_kept.at(static_cast<std::size_t>(row)).result;
}

int ExperimentResults::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_kept.size());
}

QVariant ExperimentResults::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Kept& kept = m_kept[static_cast<std::size_t>(index.row())];
    QStringList lines = goalLines(kept.result);
    if (role == Qt::DisplayRole) {
        lines.prepend(tr("%1  %2, %3")
                          .arg(
                              QLocale().toString(kept.time.time(), QStringLiteral("HH:mm:ss")),
                              toQt(kept.result.experiment.title), toQt(kept.result.device)));
        return lines.join(QLatin1Char('\n'));
    }
    if (role == Qt::ToolTipRole) {
        lines.prepend(QLocale().toString(kept.time, QLocale::ShortFormat));
        lines << toQt(kept.result.sentence);
        return plainToolTip(lines.join(QLatin1Char('\n')));
    }
    return {};
}

} // namespace parterre::ui
