// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_panel.h"

#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/compact_button.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/file_suffix.h"
#include "ui/shell/glyph.h"
#include "ui/shell/save_file.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/throughput/throughput_history.h"
#include "ui/timeline/timeline_chart.h"
#include "ui/timeline/timeline_legend.h"

#include <QAction>
#include <QFileDialog>
#include <QLabel>
#include <QLocale>
#include <QSpinBox>
#include <QVBoxLayout>

#include <chrono>

namespace parterre::ui {
namespace {

constexpr int longestMs = 1000; ///< offered; a window longer than that is nothing to look at

QSpinBox* millisecondsBox(std::chrono::milliseconds value, const QString& name) {
    auto* box = new QSpinBox;
    box->setRange(1, longestMs);
    box->setValue(static_cast<int>(value.count()));
    box->setSuffix(TimelinePanel::tr(" ms"));
    box->setAccessibleName(name);
    box->setToolTip(name);
    box->setKeyboardTracking(false); // half a number is none to start runs anew for
    return box;
}

/// As docs/measurements.md has it, of an H200; only the usual windows and no pause were measured.
QString overhead(const TimelineOptions& options) {
    if (options == TimelineOptions())
        return TimelinePanel::tr("overhead on an H200: below 0.1 %, copy not measured");
    if (options.window == options.period)
        return TimelinePanel::tr("overhead on an H200: 0.2 %, copy 4.2 %");
    return TimelinePanel::tr("overhead of these windows: not measured");
}

} // namespace

TimelinePanel::TimelinePanel(Session& session, const ThroughputHistory& history, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_history(history)
    , m_chart(new TimelineChart(m_record))
    , m_legend(new TimelineLegend)
    , m_readout(new ElidedLabel({}, Qt::ElideRight, 12))
    , m_summary(new ElidedLabel({}, Qt::ElideRight, 24))
    , m_window(millisecondsBox(TimelineOptions().window, tr("Length of a sampling window")))
    , m_period(millisecondsBox(
          TimelineOptions().period, tr("From one window's beginning to the next"))) {
    makeActions();
    m_chart->setMinimumSize(240, 64);
    for (QLabel* label : {static_cast<QLabel*>(m_readout), static_cast<QLabel*>(m_summary)})
        label->setFont(theme::captionFont(font()));
    m_readout->setAccessibleName(tr("Block under the mouse or the cursor"));
    m_summary->setAccessibleName(tr("What was recorded"));
    auto* state = new QHBoxLayout;
    state->setSpacing(2 * theme::grid);
    state->addWidget(m_readout, 1);
    state->addWidget(m_summary);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * theme::grid, 0, 2 * theme::grid, theme::grid);
    column->setSpacing(theme::grid / 2);
    column->addWidget(makeTools());
    column->addWidget(m_chart, 1);
    column->addLayout(state);
    connect(m_chart, &TimelineChart::viewChanged, this, &TimelinePanel::showState);
    connect(m_chart, &TimelineChart::pointedAt, m_readout, &ElidedLabel::setWords);
    connectSession();
    showPartitions();
    showRows();
    showState();
}

void TimelinePanel::makeActions() {
    const auto make = [this](const QIcon& icon, const QString& text, const QString& tip) {
        auto* action = new QAction(icon, text, this);
        action->setToolTip(tip);
        action->setStatusTip(tip);
        return action;
    };
    m_recordAction = make(
        glyph(Glyph::record), tr("Record"),
        tr("Have running blocks log where and when they ran; switching starts the runs anew"));
    m_recordAction->setCheckable(true);
    m_follow = make(
        glyph(Glyph::follow), tr("Follow"),
        tr("Show the newest window; otherwise the picture stands still (F, in the timeline)"));
    m_follow->setCheckable(true);
    m_follow->setShortcut(Qt::Key_F);
    m_resetZoom = make({}, tr("Reset zoom"), tr("Back to the whole window (0, in the timeline)"));
    m_allSms =
        make({}, tr("All SMs"), tr("Rows so low that all SMs are in view (A, in the timeline)"));
    m_allSms->setCheckable(true);
    m_allSms->setShortcut(Qt::Key_A);
    for (QAction* action : {m_follow, m_allSms}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_chart->addAction(action);
    }
    m_saveTrace = make(
        {}, tr("Save the timeline as &JSON…"),
        tr("Save the blocks for Perfetto, as parterre-cli run --timeline does"));
    m_savePicture = make({}, tr("Save the &timeline as PNG…"), tr("Save what is in view"));
    connect(m_recordAction, &QAction::triggered, this, &TimelinePanel::switchRecording);
    connect(m_follow, &QAction::triggered, m_chart, &TimelineChart::setFollowing);
    connect(m_resetZoom, &QAction::triggered, m_chart, &TimelineChart::resetZoom);
    connect(m_allSms, &QAction::triggered, m_chart, &TimelineChart::setRowsFitted);
    connect(m_saveTrace, &QAction::triggered, this, &TimelinePanel::askForTrace);
    connect(m_savePicture, &QAction::triggered, this, &TimelinePanel::askForPicture);
    // A window is no longer than its period.
    connect(m_window, &QSpinBox::valueChanged, this, [this](int value) {
        m_period->setMinimum(value);
        switchRecording();
    });
    connect(m_period, &QSpinBox::valueChanged, this, &TimelinePanel::switchRecording);
    m_period->setMinimum(m_window->value());
}

QWidget* TimelinePanel::makeTools() {
    auto* tools = new QWidget;
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid / 2);
    auto* of = new QLabel(tr("of every"));
    row->addWidget(new CompactButton(m_recordAction));
    row->addWidget(m_window);
    row->addWidget(of);
    row->addWidget(m_period);
    row->addSpacing(theme::grid);
    row->addWidget(m_legend, 1);
    for (QAction* action : {m_resetZoom, m_allSms, m_follow})
        row->addWidget(new CompactButton(action));
    auto* save = new QToolButton;
    save->setText(tr("Export"));
    save->setToolTip(tr("Save the timeline as JSON or PNG"));
    save->setPopupMode(QToolButton::InstantPopup);
    save->setAutoRaise(true);
    save->addActions({m_saveTrace, m_savePicture});
    row->addWidget(save);
    return tools;
}

void TimelinePanel::connectSession() {
    connect(&m_session, &Session::timelineArrived, this, &TimelinePanel::take);
    connect(&m_session, &Session::timelineChanged, this, &TimelinePanel::showState);
    connect(&m_session, &Session::applyFinished, this, &TimelinePanel::forget);
    connect(&m_session, &Session::deviceChanged, this, &TimelinePanel::showRows);
    connect(&m_session, &Session::devicesChanged, this, &TimelinePanel::showRows);
    connect(&m_session, &Session::runningChanged, this, &TimelinePanel::showState);
    connect(&m_session, &Session::appliedChanged, this, &TimelinePanel::showState);
    connect(&m_history, &ThroughputHistory::seriesChanged, this, &TimelinePanel::showPartitions);
}

void TimelinePanel::switchRecording() {
    if (!m_recordAction->isChecked()) {
        m_session.setTimeline({});
        return;
    }
    m_chart->setFollowing(true);
    m_session.setTimeline(TimelineOptions{
        std::chrono::milliseconds(m_window->value()),
        std::chrono::milliseconds(m_period->value())});
}

void TimelinePanel::take(const std::vector<TimelineBatch>& batches) {
    // What stands still must not lose its oldest windows to newer ones.
    if (!m_session.timeline() || !m_chart->isFollowing())
        return;
    const Applied* applied = m_session.applied();
    for (const TimelineBatch& batch : batches) {
        const auto partition = static_cast<std::size_t>(batch.partition);
        if (applied && partition < applied->partitions.size())
            m_record.append(
                batch, toQt(applied->partitions[partition].workload), *m_session.timeline());
    }
    showRows();
    m_chart->refresh();
    showState();
}

void TimelinePanel::forget() {
    m_record.clear();
    m_chart->setFollowing(true);
    m_chart->refresh();
    showRows();
    showState();
}

void TimelinePanel::showPartitions() {
    std::vector<TimelineChart::Partition> partitions;
    std::vector<TimelineChart::Partition> listed; // nothing runs in what is split
    for (const ThroughputHistory::Series& one : m_history.series()) {
        partitions.push_back({one.name, one.look});
        if (!one.isSplit)
            listed.push_back(partitions.back());
    }
    m_chart->setPartitions(std::move(partitions));
    m_legend->setPartitions(std::move(listed));
}

void TimelinePanel::showRows() {
    const std::string& device = m_session.editor().plan().device;
    if (std::exchange(m_device, device) != device && !m_record.isEmpty())
        forget(); // blocks of another GPU
    m_chart->setRows(smRows(m_session.device(), m_record.sms()));
}

void TimelinePanel::showState() {
    const bool isOn = m_session.timeline().has_value();
    m_recordAction->setChecked(isOn);
    m_follow->setChecked(m_chart->isFollowing());
    m_resetZoom->setEnabled(m_chart->isZoomed() && !m_record.isEmpty());
    m_allSms->setChecked(m_chart->areRowsFitted());
    m_savePicture->setEnabled(!m_record.isEmpty());
    m_saveTrace->setEnabled(!m_record.isEmpty());
    m_chart->setHint(
        !isOn                      ? tr("Run a partition with the timeline on to see its blocks: "
                                                             "Record switches it on.")
        : m_session.isAnyRunning() ? tr("Waiting for the first blocks…")
        : m_session.applied()      ? tr("Run a partition to see its blocks.")
                                   : tr("Apply the plan and run a partition to see its blocks."));
    m_summary->setWords(summary());
    m_summary->setToolTip(
        tr("Off, kernels run in a form that logs nothing. On, the newest %1 blocks are kept.\n"
           "Overhead as measured on an H200: 10 of every 100 ms cost fma, tensor and read\n"
           "nothing that could be measured. All the time, 0.2 % of these, and 4.2 % of copy over\n"
           "the whole GPU, which takes larger blocks while it is logged.")
            .arg(QLocale().toString(static_cast<qulonglong>(BlockRecord::mostBlocks))));
}

QString TimelinePanel::summary() const {
    QStringList parts;
    if (const auto& options = m_session.timeline())
        parts << tr("Records %1 of every %2 ms")
                     .arg(options->window.count())
                     .arg(options->period.count());
    else
        parts << tr("Off: costs nothing");
    if (!m_record.isEmpty() || m_record.dropped() > 0)
        parts << tr("%1 blocks, %2 more had no room")
                     .arg(
                         QLocale().toString(static_cast<qlonglong>(m_record.recorded())),
                         QLocale().toString(static_cast<qlonglong>(m_record.dropped())));
    if (m_session.timeline())
        parts << overhead(*m_session.timeline());
    if (!m_chart->isFollowing())
        parts << tr("frozen");
    return parts.join(QStringLiteral(" · "));
}

QString TimelinePanel::readout() const {
    return m_readout->text();
}

bool TimelinePanel::savePicture(const QString& path) const {
    return m_chart->grab().save(path, "PNG");
}

bool TimelinePanel::saveTrace(const QString& path, QString* error) const {
    QStringList names;
    for (const ThroughputHistory::Series& one : m_history.series())
        names << one.name;
    return saveFile(
        path, QByteArray::fromStdString(timelineTrace(m_record.exported(names))), error);
}

void TimelinePanel::askForPicture() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(
            window(), tr("Save the timeline"), {}, tr("PNG picture (*.png)")),
        QStringLiteral(".png"));
    if (!path.isEmpty() && !savePicture(path))
        emit failed(tr("%1 could not be written.").arg(path), {});
}

void TimelinePanel::askForTrace() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(
            window(), tr("Save the timeline"), {}, tr("Trace events (*.json)")),
        QStringLiteral(".json"));
    QString error;
    if (!path.isEmpty() && !saveTrace(path, &error))
        emit failed(tr("%1 could not be written.").arg(path), error);
}

} // namespace parterre::ui
