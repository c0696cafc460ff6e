// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/experiment_results.h"

#include "ui/shell/plain_text.h"
#include "ui/shell/text.h"

#include <QLocale>

#include <utility>

namespace parterre::ui {

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
    if (role == Qt::DisplayRole)
        return tr("%1  %2, %3")
            .arg(
                QLocale().toString(kept.time.time(), QStringLiteral("HH:mm:ss")),
                toQt(kept.result.experiment.title), toQt(kept.result.device));
    if (role == Qt::ToolTipRole)
        return plainToolTip(
            QLocale().toString(kept.time, QLocale::ShortFormat) + QLatin1Char('\n') +
            toQt(kept.result.sentence));
    return {};
}

} // namespace parterre::ui
