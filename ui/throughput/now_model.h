// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/partition_palette.h"

#include <QAbstractTableModel>
#include <QString>

#include <optional>
#include <vector>

namespace parterre::ui {

class AloneRates;
class Session;
class ThroughputHistory;

/// What each partition gets now, beside what it got alone and its ideal share of the GPU; below
/// them, the sums of those that share a unit.
class NowModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        nameColumn,
        barColumn,
        nowColumn,
        aloneColumn,
        idealColumn,
        unitColumn,
        columnCount_
    };

    struct Row {
        QString name;
        QString unit;
        partition_palette::Look look;
        bool isTotal = false;
        std::optional<double> now{};
        std::optional<double> alone{}; ///< measured while nothing else ran
        std::optional<double> ideal{}; ///< its part of the SMs times what the whole GPU can do
        QString idealSource{};         ///< a sentence: how that is known, or why not
        double scale = 1;              ///< what a bar of full length stands for
    };

    /// All must outlive the model.
    NowModel(
        const Session& session, const ThroughputHistory& history, const AloneRates& alone,
        QObject* parent = nullptr);

    /// Reads the numbers anew.
    void refresh();
    const std::vector<Row>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant
    headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QString asCsv() const;

private:
    std::vector<Row> readRows() const;
    QString barText(const Row& row) const;

    const Session& m_session;
    const ThroughputHistory& m_history;
    const AloneRates& m_alone;
    std::vector<Row> m_rows;
};

} // namespace parterre::ui
