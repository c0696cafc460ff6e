// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/partition_editor.h"

#include "ui/engine/session.h"
#include "ui/map/sm_map.h"
#include "ui/map/sm_map_panel.h"
#include "ui/partition/group_actions.h"
#include "ui/partition/group_details.h"
#include "ui/partition/group_menu.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_runs.h"
#include "ui/partition/plan_delegate.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_options.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/plan_tree.h"
#include "ui/shell/badge.h"
#include "ui/shell/compact_button.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QAction>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace parterre::ui {
namespace {

constexpr std::chrono::milliseconds liveTextEvery{250}; // faster than that cannot be read
constexpr int leastRows = 3;                            ///< of the table that stay in view
constexpr int rowsBesideMap = 6;                        ///< where there are as many
constexpr int leastTitle = 6;                           ///< letters of the GPU's name

} // namespace

PartitionEditor::PartitionEditor(
    Session& session, const ThroughputHistory& history, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_bar(new PartitionBar)
    , m_model(new PlanTableModel(session.editor(), this))
    , m_runs(std::make_unique<PartitionRuns>(session, history, *m_model))
    , m_table(new PlanTree(*m_model))
    , m_options(new PlanOptions(session))
    , m_map(new SmMapPanel(session)) {
    connectTable();
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

PartitionEditor::~PartitionEditor() = default;

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

void PartitionEditor::connectTable() {
    connect(&m_session, &Session::devicesChanged, &m_table->delegate(), [this] {
        m_table->delegate().setWorkloads(m_session.workloads());
    });
    m_model->setWhyNot(
        [this](std::string_view capability) { return m_session.whyNot(capability); });
    connect(m_table, &PlanTree::runToggled, this, &PartitionEditor::toggleRun);
    connect(m_table, &PlanTree::menuWanted, this, &PartitionEditor::openMenu);
    connect(m_table, &PlanTree::visibleRowsChanged, this, &PartitionEditor::rowsChanged);
    connect(m_table, &PlanTree::currentChangedTo, this, [this](const GroupPath& now) {
        m_map->setCurrent(now);
        m_options->setSplit(now.parent());
        if (m_bar->content().isGroup(now) && (!m_bar->hasFocus() || m_bar->focusPart().path != now))
            m_bar->setFocusPart({PartitionBar::Part::Kind::segment, now});
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
    const int view = std::max(m_table->heightOf(leastRows), m_map->minimumSizeHint().height());
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
    const int rows = std::clamp(m_table->visibleRowCount(), leastRows, rowsBesideMap);
    const int both = heightOfRest() + layout()->spacing() + mapHeight() + m_table->heightOf(rows);
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
    int rows = std::max(m_table->visibleRowCount(), leastRows);
    while (rows > leastRows && others + m_table->heightOf(rows) > room)
        --rows;
    return others + m_table->heightOf(rows);
}

void PartitionEditor::connectBar() {
    PlanEditor& editor = m_session.editor();
    connect(m_bar, &PartitionBar::dragBegan, &editor, &PlanEditor::beginGesture);
    connect(m_bar, &PartitionBar::dragCancelled, &editor, &PlanEditor::cancelGesture);
    connect(m_bar, &PartitionBar::dragEnded, &editor, &PlanEditor::endResize);
    connect(
        m_bar, &PartitionBar::handleMoved, &editor,
        [&editor](const GroupPath& group, const HandleMotion::Step& step) {
            editor.setNeighbours(group, step.left, step.right);
        });
    connect(m_map, &SmMapPanel::segmentWanted, m_table, &PlanTree::select);
    connect(m_map, &SmMapPanel::heightChanged, this, &PartitionEditor::rowsChanged);
    connect(m_bar, &PartitionBar::menuWanted, this, &PartitionEditor::openMenu);
    connect(m_bar, &PartitionBar::refused, this, &PartitionEditor::refused);
    connect(m_bar, &PartitionBar::renameWanted, m_table, &PlanTree::editName);
    connect(m_bar, &PartitionBar::segmentSelected, m_table, [this](const GroupPath& segment) {
        if (!m_table->hasFocus())
            m_table->select(segment);
    });
}

void PartitionEditor::showContent() {
    const DeviceDescription* device = m_session.device();
    const PartitionPlan& plan = m_session.editor().plan();
    BarContent content =
        BarContent::make(plan, m_session.preview(), device ? device->smCount : 0, device);
    m_map->setContent(content);
    if (const Applied* applied = m_session.applied();
        applied && m_session.pendingChanges().isEmpty())
        content.takeObserved(applied->partitions);
    m_bar->setContent(content);
    m_model->setApplied(
        m_session.applied() ? std::optional(m_session.applied()->plan) : std::nullopt);
    showRemarks();
    m_model->setContent(content);
    m_table->showOptionsColumn();
    // One that is not known yet may take the focus already.
    m_bar->setEnabled(!device || device->smResource);
    if (!m_table->currentIndex().isValid() && m_model->rowCount() > 0)
        m_table->select(0); // there is always a current one
    m_options->setSplit(m_table->current().parent());
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

void PartitionEditor::showRemarks() {
    std::map<QString, QString> remarks;
    if (const Preview* preview = m_session.preview())
        for (const Diagnostic& diagnostic : preview->diagnostics)
            if (diagnostic.code == "known_once_applied")
                remarks[toQt(diagnostic.group)] = toQt(diagnostic.message);
    m_model->setRemarks(std::move(remarks));
}

void PartitionEditor::showRunStates() {
    m_model->setRunStates(m_runs->states());
}

void PartitionEditor::showThroughput() {
    std::map<GroupPath, LiveRate> rates = m_runs->rates();
    std::map<GroupPath, QString> texts;
    for (const auto& [path, rate] : rates)
        texts[path] = rate.text();
    m_model->setThroughput(std::move(texts));
    m_bar->setLiveRates(std::move(rates));
}

void PartitionEditor::toggleRun(const GroupPath& row) {
    m_runs->toggle(row);
}

GroupPath PartitionEditor::current() const {
    return m_table->current();
}

GroupMenu* PartitionEditor::openMenu(const GroupPath& row, const QPoint& globalPosition) {
    if (!m_model->content().at(row))
        return nullptr;
    m_table->select(row);
    auto* menu = new GroupMenu(*this, m_session, this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(globalPosition);
    return menu;
}

} // namespace parterre::ui
