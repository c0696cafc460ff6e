// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/bar_content.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace parterre::ui {

class PlanEditor;

/// The partition bar's content as a table, one row a segment, with the same numbers. Edits go to
/// the PlanEditor.
class PlanTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        nameColumn,
        requestedColumn,
        grantedColumn,
        smIdsColumn,
        workloadColumn,
        throughputColumn,
        runColumn, ///< a button that runs or stops
        columnCount_
    };
    /// What a row's button would do.
    enum class RunState { unavailable, idle, running };
    enum Role {
        colourRole = Qt::UserRole, ///< the partition's QColor; invalid where it is none
        patternRole,               ///< its Qt::BrushStyle
        mostSmsRole,               ///< largest SM count to offer for editing
        runStateRole,              ///< RunState as int
    };

    explicit PlanTableModel(PlanEditor& editor, QObject* parent = nullptr);

    void setContent(BarContent content);
    const BarContent& content() const { return m_content; }
    /// A text for each row: what runs there now.
    void setThroughput(const QStringList& texts);
    void setRunStates(std::vector<RunState> states);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant
    headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// The whole table, tabs between columns, for the clipboard.
    QString asText() const;
    /// The same as a JSON array, one object a row; null where something is not known.
    QString asJson() const;

signals:
    /// An edit that the plan does not take, with a sentence to show.
    void refused(const QString& sentence);

private:
    RunState runState(int row) const;
    QString runText(const BarSegment& segment, int row) const;
    QVariant shown(const BarSegment& segment, int row, int column) const;
    QVariant toolTip(const BarSegment& segment, int column) const;

    PlanEditor& m_editor;
    BarContent m_content;
    QStringList m_throughput;
    std::vector<RunState> m_runStates;
};

} // namespace parterre::ui
