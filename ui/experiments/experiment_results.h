// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_result.h"

#include <QAbstractListModel>
#include <QDateTime>

#include <deque>

namespace parterre::ui {

/// What this session's experiments found, the newest first.
class ExperimentResults : public QAbstractListModel {
    Q_OBJECT
public:
    static constexpr int mostKept = 100; ///< then the oldest goes

    using QAbstractListModel::QAbstractListModel;

    /// In front of all others.
    void add(ExperimentResult result, const QDateTime& time = QDateTime::currentDateTime());
    /// Of a row that there is.
    const ExperimentResult& at(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    struct Kept {
        QDateTime time;
        ExperimentResult result;
    };
    std::deque<Kept> m_kept;
};

} // namespace parterre::ui
