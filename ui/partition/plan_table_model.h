// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"
#include "ui/partition/bar_content.h"
#include "ui/partition/plan_rows.h"

#include <QAbstractItemModel>

#include <functional>
#include <map>
#include <optional>
#include <string_view>

namespace parterre::ui {

class PlanEditor;

/// The partition bar's content as a table, one row a segment, with the same numbers;
/// sub-partitions below the one that they are split off. Edits go to the PlanEditor.
class PlanTableModel : public QAbstractItemModel {
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
    /// Why an option's column cannot be edited with this driver, or for this group; empty when it
    /// can.
    QString whyNotOption(int column, const GroupPath& group = {}) const;
    /// What is applied on the plan's GPU, for marking what differs from it; none: nothing is.
    void setApplied(std::optional<PartitionPlan> applied) { m_applied = std::move(applied); }
    /// Whether a row asks for anything but a count of SMs.
    bool hasOptions(const GroupPath& group) const;
    bool hasAnyOptions() const;
    void clearOptions(const GroupPath& group);

    void setContent(BarContent content);
    const BarContent& content() const { return m_content; }
    /// A text for rows where something runs: what runs there now.
    void setThroughput(std::map<GroupPath, QString> texts);
    void setRunStates(std::map<GroupPath, RunState> states);
    /// Why nobody can know yet what a split below a group gives, by the group's full name.
    void setRemarks(std::map<QString, QString> remarks);

    GroupPath pathOf(const QModelIndex& index) const; ///< none for an invalid one
    /// Invalid where there is no such row.
    QModelIndex indexOf(const GroupPath& path, int column = nameColumn) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant
    headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    /// The whole table, tabs between columns, for the clipboard; full names.
    QString asText() const;
    /// The same as a JSON array, one object a row; null where something is not known.
    QString asJson() const;

signals:
    /// An edit that the plan does not take, with a sentence to show.
    void refused(const QString& sentence);
    /// After setContent(): all rows are there.
    void contentChanged();

private:
    friend class PlanCells;
    PlanRow& rowOf(const QModelIndex& index) const;
    void sync(PlanRow& row, const QModelIndex& index, const BarLevel& level);
    void tellChanged(const PlanRow& row, const QModelIndex& index, int first, int last);
    RunState runState(const GroupPath& path) const;
    bool refuse(
        const QString& field, const GroupPath& path, const QVariant& value, const QString& allowed);

    PlanEditor& m_editor;
    BarContent m_content;
    std::unique_ptr<PlanRow> m_rows; ///< above all rows
    WhyNot m_whyNot;
    std::optional<PartitionPlan> m_applied;
    std::map<GroupPath, QString> m_throughput;
    std::map<GroupPath, RunState> m_runStates;
    std::map<QString, QString> m_remarks;
};

} // namespace parterre::ui
