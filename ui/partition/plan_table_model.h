// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"
#include "ui/partition/bar_content.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <functional>
#include <optional>
#include <string_view>
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
        optionsColumn, ///< what is asked for beside a count, in words; the next ones one by one
        coscheduledColumn,
        preferredColumn,
        backfillColumn,
        queueScopeColumn,
        queueLimitColumn,
        throughputColumn,
        runColumn, ///< a button that runs or stops
        columnCount_
    };
    /// What a row's button would do.
    enum class RunState { unavailable, idle, running };
    enum Role {
        colourRole = Qt::UserRole, ///< the partition's QColor; invalid where it is none
        patternRole,               ///< its Qt::BrushStyle
        mostSmsRole,               ///< largest count to offer for editing
        zeroRole,                  ///< what a count of 0 means, in words
        stepRole,                  ///< by how much the arrows of a field change a count
        smIdListRole,              ///< QList<int> of the SMs; invalid where they are not known
        smTotalRole,               ///< SMs of the GPU
        runStateRole,              ///< RunState as int
    };

    /// Why a driver cannot do something, by its capability's id; empty when it can.
    using WhyNot = std::function<QString(std::string_view capability)>;

    explicit PlanTableModel(PlanEditor& editor, QObject* parent = nullptr);

    /// The column of groupOptions()[option].
    static int optionColumn(int option);
    /// The other way round; -1 for a column of something else.
    static int optionOf(int column);

    void setWhyNot(WhyNot whyNot) { m_whyNot = std::move(whyNot); }
    /// Why an option's column cannot be edited with this driver; empty when it can.
    QString whyNotOption(int column) const;
    /// What is applied on the plan's GPU, for marking what differs from it; none: nothing is.
    void setApplied(std::optional<PartitionPlan> applied) { m_applied = std::move(applied); }
    /// Whether a row asks for anything but a count of SMs.
    bool hasOptions(int row) const;
    bool hasAnyOptions() const;
    void clearOptions(int row);

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
    /// The plan's group of a row; null for the remainder.
    const PlanGroup* group(int row) const;
    QVariant shown(const BarSegment& segment, int row, int column) const;
    QVariant toolTip(const BarSegment& segment, int row, int column) const;
    QString optionsText(int row) const;
    /// In words, how a cell differs from what is applied; empty when it does not.
    QString pendingText(int row, int column) const;
    bool refuse(const QString& field, int row, const QVariant& value, const QString& allowed);
    int stepOf(int column) const;

    PlanEditor& m_editor;
    BarContent m_content;
    WhyNot m_whyNot;
    std::optional<PartitionPlan> m_applied;
    QStringList m_throughput;
    std::vector<RunState> m_runStates;
};

} // namespace parterre::ui
