// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/partition_editor.h"

#include "ui/engine/session.h"
#include "ui/map/sm_map.h"
#include "ui/map/sm_map_panel.h"
#include "ui/partition/group_actions.h"
#include "ui/partition/group_details.h"
#include "ui/partition/group_menu.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/plan_delegate.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_options.h"
#include "ui/partition/plan_table_model.h"
#include "ui/shell/badge.h"
#include "ui/shell/column_shares.h"
#include "ui/shell/compact_button.h"
#include "ui/shell/copy_actions.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/flat_header.h"
#include "ui/shell/glyph.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/throughput/throughput_history.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace parterre::ui {
namespace {

constexpr std::chrono::milliseconds liveTextEvery{250}; // faster than that cannot be read
constexpr int leastRows = 3;                            ///< of the table that stay in view
constexpr int rowsBesideMap = 6;                        ///< where there are as many
constexpr int leastTitle = 6;                           ///< letters of the GPU's name

/// No column gets narrower than its title.
std::vector<ColumnShares::Share> columnShares(const QFontMetrics& metrics, QHeaderView& titles) {
    const int letter = metrics.horizontalAdvance(QLatin1Char('0'));
    const auto title = [&](PlanTableModel::Column column) {
        return titles.sectionSizeHint(column);
    };
    std::vector<ColumnShares::Share> shares(PlanTableModel::columnCount_);
    shares[PlanTableModel::nameColumn] = {10 * letter, 16 * letter};
    shares[PlanTableModel::requestedColumn] = {title(PlanTableModel::requestedColumn), 11 * letter};
    shares[PlanTableModel::grantedColumn] = {title(PlanTableModel::grantedColumn), 10 * letter};
    shares[PlanTableModel::smIdsColumn] = {title(PlanTableModel::smIdsColumn), 0, true};
    shares[PlanTableModel::optionsColumn] = {title(PlanTableModel::optionsColumn), 15 * letter};
    shares[PlanTableModel::workloadColumn] = {title(PlanTableModel::workloadColumn), 11 * letter};
    shares[PlanTableModel::throughputColumn] = {12 * letter, 16 * letter};
    shares[PlanTableModel::runColumn] = {4 * theme::grid, 5 * theme::grid};
    return shares;
}

} // namespace

PartitionEditor::PartitionEditor(
    Session& session, const ThroughputHistory& history, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_history(history)
    , m_bar(new PartitionBar)
    , m_model(new PlanTableModel(session.editor(), this))
    , m_table(new QTableView)
    , m_options(new PlanOptions(session))
    , m_map(new SmMapPanel(session)) {
    makeTable();
    makeDetails();
    m_actions = new GroupActions(session, *m_bar, *m_table, this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * theme::grid, 2 * theme::grid, 2 * theme::grid, theme::grid);
    column->setSpacing(theme::grid);
    m_mapAction = makeViewAction(
        tr("SM &map"), tr("Show the SMs as a map, to paint partitions on"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_M);
    m_tableAction = makeViewAction(
        tr("Partition &table"), tr("Show the partitions as a table"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_T);
    m_mapAction->setIconText(tr("Map"));
    m_tableAction->setIconText(tr("Table"));
    connect(m_mapAction, &QAction::triggered, this, [this] { toggleView(true); });
    connect(m_tableAction, &QAction::triggered, this, [this] { toggleView(false); });
    column->addWidget(makeHeader());
    column->addWidget(m_bar);
    column->addWidget(m_options);
    column->addWidget(m_map);
    column->addWidget(m_table, 1);
    column->addWidget(m_details);
    connectBar();

    connect(&m_session.editor(), &PlanEditor::planChanged, this, &PartitionEditor::showContent);
    connect(&m_session, &Session::previewChanged, this, &PartitionEditor::showContent);
    connect(&m_session, &Session::deviceChanged, this, &PartitionEditor::showContent);
    connect(&m_session, &Session::appliedChanged, this, &PartitionEditor::showContent);
    connect(&m_session, &Session::runningChanged, this, &PartitionEditor::showRunStates);
    connect(m_model, &PlanTableModel::refused, this, &PartitionEditor::refused);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &PartitionEditor::rowsChanged);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &PartitionEditor::rowsChanged);
    connect(m_model, &QAbstractItemModel::modelReset, this, &PartitionEditor::rowsChanged);
    m_liveTimer.start(liveTextEvery);
    connect(&m_liveTimer, &QTimer::timeout, this, [this] {
        if (isVisible())
            showThroughput();
    });
    showContent();
}

QWidget* PartitionEditor::makeHeader() {
    auto* header = new QWidget;
    m_title = new ElidedLabel({}, Qt::ElideRight, leastTitle);
    m_title->setFont(theme::titleFont(font()));
    m_badge = new Badge;
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid);
    row->addWidget(m_title);
    row->addWidget(m_badge);
    row->addStretch();
    for (QAction* action :
         {m_mapAction, m_tableAction, m_showDetails, m_actions->add(), m_actions->remove(),
          m_actions->moveLeft(), m_actions->moveRight()})
        row->addWidget(new CompactButton(action));
    return header;
}

void PartitionEditor::makeTable() {
    auto* delegate = new PlanDelegate(this);
    connect(&m_session, &Session::devicesChanged, delegate, [this, delegate] {
        delegate->setWorkloads(m_session.workloads());
    });
    connect(delegate, &PlanDelegate::runToggled, this, &PartitionEditor::toggleRun);
    m_table->setModel(m_model);
    m_table->setItemDelegate(delegate);
    m_table->setAccessibleName(tr("Partitions"));
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::StyledPanel);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(
        QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
        QAbstractItemView::SelectedClicked | QAbstractItemView::AnyKeyPressed);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(
        fontMetrics().height() + theme::grid + theme::grid / 2);
    auto* columns = new FlatHeader;
    m_table->setHorizontalHeader(columns);
    columns->setSectionResizeMode(QHeaderView::Fixed);
    m_shares = new ColumnShares(*m_table, columnShares(fontMetrics(), *columns), m_table);
    // One by one they are below the table: twelve columns would be too narrow to read.
    for (int option = 1; PlanTableModel::optionOf(PlanTableModel::optionColumn(option)) == option;
         ++option)
        m_table->hideColumn(PlanTableModel::optionColumn(option));
    m_model->setWhyNot(
        [this](std::string_view capability) { return m_session.whyNot(capability); });
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setMinimumHeight(tableHeight(leastRows));

    addCopyActions(
        m_table, [this] { return m_model->asText(); }, [this] { return m_model->asJson(); });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        const QModelIndex under = m_table->indexAt(position);
        const QModelIndex row = under.isValid() ? under : m_table->currentIndex();
        if (row.isValid())
            openMenu(row.row(), m_table->viewport()->mapToGlobal(position));
    });
    auto* run = new QAction(m_table);
    run->setShortcut(Qt::Key_Space);
    run->setShortcutContext(Qt::WidgetShortcut);
    connect(run, &QAction::triggered, this, [this] { toggleRun(m_table->currentIndex().row()); });
    m_table->addAction(run);

    connect(
        m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& now) {
            m_map->setCurrent(now.row());
            if (now.isValid() && now.row() < m_bar->content().groupCount && !m_bar->hasFocus())
                m_bar->setFocusPart({PartitionBar::Part::Kind::segment, now.row()});
        });
}

void PartitionEditor::makeDetails() {
    m_details = new GroupDetails(*m_model, *m_table);
    connect(m_details, &GroupDetails::heightChanged, this, &PartitionEditor::rowsChanged);
    m_showDetails = new QAction(tr("&Options of the partition"), this);
    m_showDetails->setIconText(tr("Options"));
    m_showDetails->setCheckable(true);
    m_showDetails->setShortcut(Qt::CTRL | Qt::Key_I);
    m_showDetails->setToolTip(tr("All that can be asked for the chosen partition"));
    m_details->hide();
    connect(m_showDetails, &QAction::toggled, this, [this](bool on) {
        m_details->setVisible(on);
        emit rowsChanged();
    });
    addAction(m_showDetails);
}

void PartitionEditor::showOptionsColumn() {
    const bool isShown = m_model->hasAnyOptions();
    if (isShown != m_table->isColumnHidden(PlanTableModel::optionsColumn))
        return;
    m_table->setColumnHidden(PlanTableModel::optionsColumn, !isShown);
    m_shares->share();
}

int PartitionEditor::tableHeight(int rows) const {
    return m_table->horizontalHeader()->sizeHint().height() +
           rows * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth();
}

int PartitionEditor::mapHeight() const {
    const QMargins margins = layout()->contentsMargins();
    return m_map->preferredHeight(width() - margins.left() - margins.right());
}

int PartitionEditor::heightOfRest() const {
    int height = layout()->minimumSize().height() + layout()->spacing();
    if (!m_map->isHidden())
        height -= (m_map->minimumHeight() > 0 ? m_map->minimumHeight()
                                              : m_map->minimumSizeHint().height()) +
                  layout()->spacing();
    if (!m_table->isHidden())
        height -= m_table->minimumHeight() + layout()->spacing();
    return height;
}

QSize PartitionEditor::minimumSizeHint() const {
    const int view = std::max(tableHeight(leastRows), m_map->minimumSizeHint().height());
    return {layout()->minimumSize().width(), heightOfRest() + view};
}

QAction* PartitionEditor::makeViewAction(
    const QString& words, const QString& tip, const QKeySequence& keys) {
    auto* action = new QAction(words, this);
    action->setCheckable(true);
    action->setShortcut(keys);
    action->setToolTip(QStringLiteral("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
}

void PartitionEditor::toggleView(bool isMap) {
    bool& wanted = isMap ? m_wantsMap : m_wantsTable;
    bool& other = isMap ? m_wantsTable : m_wantsMap;
    const QWidget* view = isMap ? static_cast<QWidget*>(m_map) : m_table;
    wanted = view->isHidden();
    other = other || !wanted; // one of the two is always there
    m_prefersMap = isMap == wanted;
    arrangeViews(height());
    emit rowsChanged();
}

void PartitionEditor::arrangeViews(int room) {
    const int rows = std::clamp(m_model->rowCount(), leastRows, rowsBesideMap);
    const int both = heightOfRest() + layout()->spacing() + mapHeight() + tableHeight(rows);
    const bool fit = both <= room;
    const bool showMap = m_wantsMap && (!m_wantsTable || m_prefersMap || fit);
    const bool showTable = m_wantsTable && (!m_wantsMap || !m_prefersMap || fit);
    const bool hadFocus = m_table->hasFocus() || m_map->map().hasFocus();
    m_map->setMinimumHeight(
        showTable ? mapHeight() : std::min(mapHeight(), m_map->minimumSizeHint().height()));
    m_map->setVisible(showMap);
    m_table->setVisible(showTable);
    m_mapAction->setChecked(showMap);
    m_tableAction->setChecked(showTable);
    if (hadFocus && !m_table->hasFocus() && !m_map->map().hasFocus())
        (showMap ? static_cast<QWidget*>(&m_map->map()) : m_table)->setFocus();
}

void PartitionEditor::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrangeViews(height());
}

int PartitionEditor::heightWithin(int room) {
    arrangeViews(room);
    if (m_table->isHidden())
        return heightOfRest() +
               std::clamp(room - heightOfRest(), m_map->minimumHeight(), mapHeight());
    const int others =
        heightOfRest() + (m_map->isHidden() ? 0 : m_map->minimumHeight() + layout()->spacing());
    int rows = std::max(m_model->rowCount(), leastRows);
    while (rows > leastRows && others + tableHeight(rows) > room)
        --rows;
    return others + tableHeight(rows);
}

void PartitionEditor::connectBar() {
    PlanEditor& editor = m_session.editor();
    connect(m_bar, &PartitionBar::dragBegan, &editor, &PlanEditor::beginGesture);
    connect(m_bar, &PartitionBar::dragCancelled, &editor, &PlanEditor::cancelGesture);
    connect(m_bar, &PartitionBar::dragEnded, &editor, &PlanEditor::endResize);
    connect(
        m_bar, &PartitionBar::handleMoved, &editor,
        [&editor](int group, const HandleMotion::Step& step) {
            editor.setNeighbours(group, step.left, step.right);
        });
    connect(m_map, &SmMapPanel::segmentWanted, m_actions, &GroupActions::select);
    connect(m_map, &SmMapPanel::heightChanged, this, &PartitionEditor::rowsChanged);
    connect(m_bar, &PartitionBar::menuWanted, this, &PartitionEditor::openMenu);
    connect(m_bar, &PartitionBar::refused, this, &PartitionEditor::refused);
    connect(m_bar, &PartitionBar::renameWanted, m_actions, &GroupActions::renameGroup);
    connect(m_bar, &PartitionBar::segmentSelected, m_table, [this](int segment) {
        if (!m_table->hasFocus())
            m_actions->select(segment);
    });
}

void PartitionEditor::showContent() {
    const DeviceDescription* device = m_session.device();
    const PartitionPlan& plan = m_session.editor().plan();
    BarContent content = BarContent::make(plan, m_session.preview(), device ? device->smCount : 0);
    m_map->setContent(content);
    if (const Applied* applied = m_session.applied();
        applied && m_session.pendingChanges().isEmpty())
        content.takeObserved(applied->partitions);
    m_bar->setContent(content);
    m_model->setApplied(
        m_session.applied() ? std::optional(m_session.applied()->plan) : std::nullopt);
    m_model->setContent(content);
    showOptionsColumn();
    // One that is not known yet may take the focus already.
    m_bar->setEnabled(!device || device->smResource);
    if (!m_table->currentIndex().isValid() && m_model->rowCount() > 0)
        m_actions->select(0); // there is always a current one
    m_actions->showState();
    showHeadline();
    showRunStates();
    showThroughput();
}

void PartitionEditor::showHeadline() {
    const DeviceDescription* device = m_session.device();
    m_badge->setVisible(device && device->simulated);
    if (!device) {
        m_title->setWords(tr("No GPU"));
        return;
    }
    m_title->setWords(toQt(device->name));
    m_badge->setText(tr("simulated"));
    m_badge->setToolTip(
        tr("Not a real GPU: answers come from a simulation, %1.").arg(toQt(device->provenance)));
}

int PartitionEditor::appliedIndex(int row) const {
    const Applied* applied = m_session.applied();
    const auto& segments = m_model->content().segments;
    if (!applied || row < 0 || row >= static_cast<int>(segments.size()))
        return -1;
    const BarSegment& segment = segments[static_cast<std::size_t>(row)];
    const auto found = std::find_if(
        applied->partitions.begin(), applied->partitions.end(), [&](const PartitionReport& one) {
            if (one.isNested() || one.isRemainder != segment.isRemainder)
                return false;
            return one.isRemainder || toQt(one.name) == segment.name;
        });
    return found == applied->partitions.end()
               ? -1
               : static_cast<int>(found - applied->partitions.begin());
}

void PartitionEditor::showRunStates() {
    std::vector<PlanTableModel::RunState> states;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const int partition = appliedIndex(row);
        states.push_back(
            partition < 0 || !m_session.hasWorkload(partition)
                ? PlanTableModel::RunState::unavailable
            : m_session.isRunning(partition) ? PlanTableModel::RunState::running
                                             : PlanTableModel::RunState::idle);
    }
    m_model->setRunStates(std::move(states));
}

LiveRate PartitionEditor::liveRate(int row) const {
    const int partition = appliedIndex(row);
    if (partition < 0 || !m_session.isRunning(partition))
        return {};
    const auto at = static_cast<std::size_t>(partition);
    const PartitionReport& report = m_session.applied()->partitions[at];
    const BarSegment& segment = m_model->content().segments[static_cast<std::size_t>(row)];
    return {
        m_history.nowText(partition), report.smCount,
        segment.isMade && segment.isPartition && segment.shown() == report.smCount};
}

void PartitionEditor::showThroughput() {
    std::vector<LiveRate> rates;
    QStringList texts;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        rates.push_back(liveRate(row));
        texts << rates.back().text();
    }
    m_model->setThroughput(texts);
    m_bar->setLiveRates(std::move(rates));
}

void PartitionEditor::toggleRun(int row) {
    const int partition = appliedIndex(row);
    if (partition < 0)
        return;
    if (m_session.isRunning(partition))
        m_session.stop(partition);
    else
        m_session.run(partition);
}

int PartitionEditor::currentRow() const {
    return m_table->currentIndex().row();
}

GroupMenu* PartitionEditor::openMenu(int row, const QPoint& globalPosition) {
    if (row < 0 || row >= m_model->rowCount())
        return nullptr;
    m_actions->select(row);
    auto* menu = new GroupMenu(*this, m_session, this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(globalPosition);
    return menu;
}

} // namespace parterre::ui
