// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include <vector>

namespace parterre::ui {

class ThroughputHistory;

/// Now, mean, least and most of each partition's present run.
class ThroughputTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        nameColumn,
        nowColumn,
        meanColumn,
        leastColumn,
        mostColumn,
        unitColumn,
        columnCount_
    };

    /// `history` must outlive the model.
    explicit ThroughputTableModel(const ThroughputHistory& history, QObject* parent = nullptr);

    /// Reads the numbers anew.
    void refresh();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant
    headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// The whole table, tabs between columns, for the clipboard.
    QString asText() const;
    /// The same as a JSON array, one object a row; null while nothing was measured.
    QString asJson() const;

private:
    void reset();

    const ThroughputHistory& m_history;
    std::vector<int> m_rows; ///< partitions; not those that are split
};

} // namespace parterre::ui
