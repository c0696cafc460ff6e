// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_result.h"

#include <QAbstractTableModel>

namespace parterre::ui {

/// The table of an experiment's result.
class ExperimentTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setResult(ExperimentResult result);
    const ExperimentResult& result() const { return m_result; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant
    headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// The sentence and the table, tabs between columns, for the clipboard.
    QString asText() const;

private:
    Qt::Alignment alignmentOf(int column) const;

    ExperimentResult m_result;
};

} // namespace parterre::ui
