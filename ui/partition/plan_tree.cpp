// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_tree.h"

#include "ui/partition/plan_delegate.h"
#include "ui/shell/column_shares.h"
#include "ui/shell/copy_actions.h"
#include "ui/shell/flat_header.h"
#include "ui/shell/theme.h"

#include <QAction>
#include <QHeaderView>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace parterre::ui {
namespace {

constexpr int leastRows = 3; ///< that stay in view

/// A few letters at least, however deep a name is; with room to spare as many as elsewhere.
ColumnShares::Share nameShare(const QFontMetrics& metrics, int indentation) {
    const int letter = metrics.horizontalAdvance(QLatin1Char('0'));
    return {std::max(10 * letter, 6 * letter + indentation), 16 * letter + indentation};
}

/// No column gets narrower than its title.
std::vector<ColumnShares::Share> columnShares(const QFontMetrics& metrics, QHeaderView& titles) {
    const int letter = metrics.horizontalAdvance(QLatin1Char('0'));
    const auto title = [&](PlanTableModel::Column column) {
        return titles.sectionSizeHint(column);
    };
    std::vector<ColumnShares::Share> shares(PlanTableModel::columnCount_);
    shares[PlanTableModel::nameColumn] = nameShare(metrics, 0);
    shares[PlanTableModel::requestedColumn] = {title(PlanTableModel::requestedColumn), 11 * letter};
    shares[PlanTableModel::grantedColumn] = {title(PlanTableModel::grantedColumn), 10 * letter};
    shares[PlanTableModel::smIdsColumn] = {title(PlanTableModel::smIdsColumn), 0, true};
    shares[PlanTableModel::optionsColumn] = {title(PlanTableModel::optionsColumn), 15 * letter};
    shares[PlanTableModel::workloadColumn] = {title(PlanTableModel::workloadColumn), 11 * letter};
    shares[PlanTableModel::throughputColumn] = {12 * letter, 16 * letter};
    shares[PlanTableModel::runColumn] = {4 * theme::grid, 5 * theme::grid};
    return shares;
}

int countRows(const QTreeView& view, const QModelIndex& parent) {
    int count = 0;
    for (int row = 0; row < view.model()->rowCount(parent); ++row) {
        const QModelIndex index = view.model()->index(row, 0, parent);
        count += 1 + (view.isExpanded(index) ? countRows(view, index) : 0);
    }
    return count;
}

} // namespace

PlanTree::PlanTree(PlanTableModel& model, QWidget* parent)
    : QTreeView(parent)
    , m_model(model)
    , m_delegate(new PlanDelegate(this)) {
    setModel(&model);
    setItemDelegate(m_delegate);
    setAccessibleName(tr("Partitions"));
    setUniformRowHeights(true);
    setExpandsOnDoubleClick(false); // it edits
    setIndentation(3 * theme::grid / 2);
    setRootIsDecorated(false);
    setFrameShape(QFrame::StyledPanel);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(
        QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
        QAbstractItemView::SelectedClicked | QAbstractItemView::AnyKeyPressed);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeColumns();
    setMinimumHeight(heightOf(leastRows));
    makeActions();
    connect(&model, &PlanTableModel::contentChanged, this, &PlanTree::unfold);
    const auto remember = [this](const QModelIndex& index, bool isFolded) {
        if (m_isUnfolding)
            return;
        if (isFolded)
            m_folded.insert(nameOf(index));
        else
            m_folded.erase(nameOf(index));
        emit visibleRowsChanged();
    };
    connect(this, &QTreeView::collapsed, this, [remember](const QModelIndex& index) {
        remember(index, true);
    });
    connect(this, &QTreeView::expanded, this, [remember](const QModelIndex& index) {
        remember(index, false);
    });
    connect(
        selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& now) { emit currentChangedTo(m_model.pathOf(now)); });
}

void PlanTree::makeColumns() {
    auto* columns = new FlatHeader;
    setHeader(columns);
    columns->setStretchLastSection(false);
    columns->setSectionResizeMode(QHeaderView::Fixed);
    columns->setSectionsMovable(false);
    m_shares = new ColumnShares(*this, *columns, columnShares(fontMetrics(), *columns), this);
    // One by one they are below the table: twelve columns would be too narrow to read.
    for (int option = 1; PlanTableModel::optionOf(PlanTableModel::optionColumn(option)) == option;
         ++option)
        hideColumn(PlanTableModel::optionColumn(option));
}

void PlanTree::makeActions() {
    addCopyActions(
        this, [this] { return m_model.asText(); }, [this] { return m_model.asJson(); });
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        const QModelIndex under = indexAt(position);
        const QModelIndex row = under.isValid() ? under : currentIndex();
        if (row.isValid())
            emit menuWanted(m_model.pathOf(row), viewport()->mapToGlobal(position));
    });
    auto* run = new QAction(this);
    run->setShortcut(Qt::Key_Space);
    run->setShortcutContext(Qt::WidgetShortcut);
    connect(run, &QAction::triggered, this, [this] { emit runToggled(current()); });
    addAction(run);
    connect(m_delegate, &PlanDelegate::runToggled, this, [this](const QModelIndex& index) {
        emit runToggled(m_model.pathOf(index));
    });
}

GroupPath PlanTree::current() const {
    return m_model.pathOf(currentIndex());
}

void PlanTree::select(const GroupPath& path) {
    const int column = std::max(currentIndex().column(), 0);
    if (const QModelIndex index = m_model.indexOf(path, column); index.isValid())
        setCurrentIndex(index);
}

void PlanTree::editName(const GroupPath& path) {
    setFocus();
    const QModelIndex name = m_model.indexOf(path);
    setCurrentIndex(name);
    edit(name);
}

int PlanTree::rowHeight() const {
    return fontMetrics().height() + theme::grid + theme::grid / 2;
}

int PlanTree::visibleRowCount() const {
    return countRows(*this, {});
}

int PlanTree::heightOf(int rows) const {
    return header()->sizeHint().height() + rows * rowHeight() + 2 * frameWidth();
}

void PlanTree::showOptionsColumn() {
    const bool isShown = m_model.hasAnyOptions();
    if (isShown != isColumnHidden(PlanTableModel::optionsColumn))
        return;
    setColumnHidden(PlanTableModel::optionsColumn, !isShown);
    m_shares->share();
}

QString PlanTree::nameOf(const QModelIndex& index) const {
    return index.data(Qt::AccessibleTextRole).toString();
}

void PlanTree::unfold() {
    m_isUnfolding = true;
    int levels = 1;
    m_model.content().forEach([&](const GroupPath& path, const BarSegment& segment) {
        levels = std::max(levels, path.level());
        if (segment.isSplit())
            setExpanded(m_model.indexOf(path), !m_folded.contains(segment.fullName));
    });
    m_isUnfolding = false;
    if (levels == std::exchange(m_levels, levels))
        return;
    const bool isFlat = levels == 1;
    setRootIsDecorated(!isFlat);
    m_shares->setShare(
        PlanTableModel::nameColumn, nameShare(fontMetrics(), isFlat ? 0 : levels * indentation()));
}

void PlanTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    // As quiet as the cells' selection; the style fills it with the highlight's full colour.
    painter->fillRect(rect, palette().color(QPalette::Base));
    if (selectionModel()->isRowSelected(index.row(), index.parent()))
        painter->fillRect(rect, CellDelegate::selectionColour(palette(), isActiveWindow()));
    QTreeView::drawBranches(painter, rect, index);
}

QModelIndex PlanTree::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    const QModelIndex now = currentIndex();
    if (!now.isValid() || (action != MoveLeft && action != MoveRight))
        return QTreeView::moveCursor(action, modifiers);
    if (now.column() == 0 && m_model.rowCount(now) > 0 && isExpanded(now) == (action == MoveLeft)) {
        setExpanded(now, action == MoveRight);
        return now;
    }
    if (now.column() == 0 && action == MoveLeft)
        return now.parent().isValid() ? now.parent() : now;
    const int step = action == MoveLeft ? -1 : 1;
    for (int column = now.column() + step; column >= 0 && column < m_model.columnCount();
         column += step)
        if (!isColumnHidden(column))
            return now.siblingAtColumn(column);
    return now;
}

} // namespace parterre::ui
