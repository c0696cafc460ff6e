// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/preview_panel.h"

#include "ui/engine/session.h"
#include "ui/partition/call_list.h"
#include "ui/partition/diagnostic_row.h"
#include "ui/partition/plan_changes.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/card.h"
#include "ui/shell/copy_actions.h"
#include "ui/shell/glyph.h"
#include "ui/shell/plain_text.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/shell/wrapped_label.h"

#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace parterre::ui {
namespace {

constexpr qsizetype mostChangesShown = 4;
constexpr qsizetype mostChangesInTip = 40; ///< a screen's height

/// The first ones, and how many more there are.
QString shortList(const QStringList& changes) {
    QString text = changes.mid(0, mostChangesShown).join(QLatin1Char('\n'));
    if (changes.size() > mostChangesShown)
        text += PreviewPanel::tr("\n… and %1 more").arg(changes.size() - mostChangesShown);
    return text;
}

QString strategyName(Strategy strategy) {
    switch (strategy) {
    case Strategy::byCount:
        return PreviewPanel::tr("Split by count");
    case Strategy::structured:
        return PreviewPanel::tr("Structured split");
    case Strategy::combined:
        return PreviewPanel::tr("Combined units");
    case Strategy::automatic:
        break;
    }
    return PreviewPanel::tr("Automatic");
}

} // namespace

PreviewPanel::PreviewPanel(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_strategy(new QLabel)
    , m_summary(wrappedLabel({}, true))
    , m_verdictIcon(new QLabel)
    , m_verdict(wrappedLabel(tr("The driver grants exactly this.")))
    , m_takeRemainder(new QPushButton)
    , m_calls(new CallList)
    , m_stateIcon(new QLabel)
    , m_state(new QLabel)
    , m_changes(new QLabel)
    , m_apply(new QPushButton(tr("&Apply")))
    , m_revert(new QPushButton(tr("Rever&t")))
    , m_release(new QPushButton(tr("Re&lease"))) {
    for (QLabel* label : {m_strategy, m_state, m_changes})
        label->setTextFormat(Qt::PlainText); // names and the driver's words are never markup
    m_strategy->setFont(theme::headingFont(font()));

    auto* inner = new QWidget;
    auto* list = new QVBoxLayout(inner);
    list->setContentsMargins(2 * theme::grid, theme::grid, 2 * theme::grid, theme::grid);
    list->setSpacing(theme::grid);
    list->addWidget(m_strategy);
    list->addWidget(m_summary);
    auto* verdict = new QHBoxLayout;
    verdict->setSpacing(theme::grid);
    verdict->addWidget(m_verdictIcon, 0, Qt::AlignTop);
    verdict->addWidget(m_verdict, 1);
    list->addLayout(verdict);
    m_takeRemainder->setAutoDefault(false);
    m_takeRemainder->setToolTip(
        tr("Make a partition of the SMs that no other one gets, as they are (Ctrl+R)"));
    list->addWidget(m_takeRemainder, 0, Qt::AlignLeft);
    m_list = new QVBoxLayout;
    m_list->setSpacing(theme::grid);
    list->addLayout(m_list);
    list->addWidget(m_calls);
    list->addStretch();
    auto* scroll = new QScrollArea;
    scroll->setWidget(inner);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setAutoFillBackground(false);
    inner->setAutoFillBackground(false);

    addCopyActions(
        this, [this] { return asText(); },
        [this] {
            return m_session.preview() ? toQt(Json(*m_session.preview()).dump(2)) : QString();
        });
    setContextMenuPolicy(Qt::ActionsContextMenu);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(scroll, 1);
    column->addWidget(makeState());

    connect(&m_session, &Session::previewChanged, this, &PreviewPanel::showPreview);
    connect(&m_session, &Session::deviceChanged, this, &PreviewPanel::showPreview);
    connect(&m_session, &Session::appliedChanged, this, &PreviewPanel::showState);
    connect(&m_session.client(), &EngineClient::stateChanged, this, &PreviewPanel::showPreview);
    connect(m_apply, &QPushButton::clicked, &m_session, &Session::apply);
    connect(m_takeRemainder, &QPushButton::clicked, this, [this] {
        applyFix({{}, Fix::Kind::useRemainder, 0}, {}, {});
    });
    connect(m_revert, &QPushButton::clicked, &m_session, &Session::revert);
    connect(m_release, &QPushButton::clicked, &m_session, &Session::release);
    showPreview();
}

QWidget* PreviewPanel::makeState() {
    m_state->setFont(theme::headingFont(font()));
    m_state->setWordWrap(true);
    m_changes->setFont(theme::captionFont(font()));
    m_changes->setForegroundRole(QPalette::PlaceholderText);
    m_changes->setWordWrap(true);
    m_apply->setDefault(true);
    auto* state = new QWidget;
    auto* column = new QVBoxLayout(state);
    column->setContentsMargins(2 * theme::grid, theme::grid, 2 * theme::grid, 2 * theme::grid);
    column->setSpacing(theme::grid);
    auto* line = new QHBoxLayout;
    line->setSpacing(theme::grid);
    line->addWidget(m_stateIcon, 0, Qt::AlignTop);
    line->addWidget(m_state, 1);
    column->addLayout(line);
    column->addWidget(m_changes);
    column->addWidget(m_apply);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(theme::grid);
    buttons->addWidget(m_revert, 1);
    buttons->addWidget(m_release, 1);
    column->addLayout(buttons);
    return state;
}

void PreviewPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_shown.clear(); // icons are drawn in the palette's colours
        showPreview();
    }
}

void PreviewPanel::showSummary() {
    const Preview* preview = m_session.preview();
    if (m_session.previewError()) {
        m_strategy->setText(tr("No answer to this plan"));
        const EngineError& error = *m_session.previewError();
        m_summary->setText(QStringList{error.message, error.hint(), error.cause()}
                               .filter(QRegularExpression(QStringLiteral(".")))
                               .join(QLatin1Char('\n')));
        return;
    }
    if (!preview) {
        m_strategy->setText(
            m_session.client().state() == EngineClient::State::failed
                ? tr("No engine is running")
                : tr("Waiting for the engine"));
        m_summary->clear();
        return;
    }
    m_strategy->setText(strategyName(preview->strategy));
    int granted = 0, partitions = 0;
    for (const PreviewGroup& group : preview->groups) {
        granted += group.smCount;
        partitions += group.smCount > 0 ? 1 : 0;
    }
    m_summary->setText(
        tr("%1 of %2 requested SMs granted to %n partition(s), %3 left over.", nullptr, partitions)
            .arg(granted)
            .arg(m_session.editor().plan().requestedSmCount())
            .arg(preview->remainder.smCount));
}

QString PreviewPanel::changesText() const {
    return m_changes->text();
}

QString PreviewPanel::asText() const {
    QStringList lines{m_strategy->text(), m_summary->text()};
    if (const Preview* preview = m_session.preview()) {
        for (const PreviewGroup& group : preview->groups)
            lines << tr("%1: %2 of %3 SMs")
                         .arg(toQt(group.name))
                         .arg(group.smCount)
                         .arg(group.requestedSmCount);
        for (const NestedPreview& nested : preview->nested)
            if (!nested.isKnown)
                lines << tr("%1: known once applied, %2 SMs requested")
                             .arg(toQt(nested.part.name))
                             .arg(nested.part.requestedSmCount);
            else if (!nested.isRemainder)
                lines << tr("%1: %2 of %3 SMs")
                             .arg(toQt(nested.part.name))
                             .arg(nested.part.smCount)
                             .arg(nested.part.requestedSmCount);
        for (const Diagnostic& diagnostic : preview->diagnostics)
            lines << QStringLiteral("%1: %2").arg(
                toQt(severityWord(diagnostic.severity)), toQt(diagnostic.message));
        for (const std::string& call : preview->calls)
            lines << toQt(call);
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

Diagnostic PreviewPanel::possible(Diagnostic diagnostic) const {
    if (!diagnostic.fix || diagnostic.fix->kind != Fix::Kind::setHardwareConnections ||
        m_session.canSetHardwareConnections())
        return diagnostic;
    const QString words = tr("This engine was not started by this window directly: start it with "
                             "CUDA_DEVICE_MAX_CONNECTIONS=%1 where it runs.")
                              .arg(diagnostic.fix->value);
    diagnostic.fix.reset();
    diagnostic.hint += (diagnostic.hint.empty() ? "" : " ") + fromQt(words);
    return diagnostic;
}

std::optional<Fix> PreviewPanel::otherFix(const Diagnostic& diagnostic) const {
    const bool isAboutSize = diagnostic.code == "rounded_up" ||
                             diagnostic.code == "below_minimum" ||
                             diagnostic.code == "fewer_groups";
    const DeviceDescription* device = m_session.device();
    const PartitionPlan& plan = m_session.editor().plan();
    const PlanSplit* split = splitAt(plan, pathOf(plan, diagnostic.split));
    if (!isAboutSize || !device || !split || split->ignoreCoscheduling)
        return {};
    for (const SplitUnits& units : device->units)
        if (units.ignoreCoscheduling)
            return Fix{
                fromQt(tr("Use %1-SM units").arg(units.smCount())), Fix::Kind::useSmallestUnits, 0};
    return {};
}

void PreviewPanel::applyFix(const Fix& fix, const QString& group, const QString& split) {
    if (fix.kind == Fix::Kind::setHardwareConnections)
        m_session.setHardwareConnections(fix.value);
    else
        m_session.editor().applyFix(fix, group, split);
}

void PreviewPanel::showRemainder() {
    const Preview* preview = m_session.previewError() ? nullptr : m_session.preview();
    const PartitionPlan& plan = m_session.editor().plan();
    const int left =
        preview && !preview->hasErrors() && !plan.groups.empty() ? preview->remainder.smCount : 0;
    m_takeRemainder->setText(tr("Use the %1 left over").arg(left));
    m_takeRemainder->setVisible(left > 0 && !plan.partitionRemainder);
}

void PreviewPanel::showPreview() {
    showSummary();
    showRemainder();
    const Preview* preview = m_session.previewError() ? nullptr : m_session.preview();
    QStringList calls;
    if (preview)
        for (const std::string& call : preview->calls)
            calls << toQt(call);
    m_calls->setCalls(calls);

    const bool exact = preview && preview->diagnostics.empty() && m_session.isPreviewCurrent();
    m_verdictIcon->setPixmap(glyph(Glyph::check).pixmap(QSize(16, 16), devicePixelRatioF()));
    m_verdictIcon->setVisible(exact);
    m_verdict->setVisible(exact);

    std::string diagnostics = preview ? Json(preview->diagnostics).dump() : "[]";
    diagnostics += m_session.device() ? " on " + m_session.device()->id : ""; // see otherFix()
    if (diagnostics != m_shown) {
        m_shown = diagnostics;
        for (DiagnosticRow* row : std::as_const(m_rows)) {
            row->hide();
            row->deleteLater(); // we may be inside a click on its button
        }
        m_rows.clear();
        if (preview)
            for (const Diagnostic& diagnostic : preview->diagnostics) {
                auto* row = new DiagnosticRow(possible(diagnostic), otherFix(diagnostic));
                connect(row, &DiagnosticRow::fixWanted, this, &PreviewPanel::applyFix);
                m_list->addWidget(row);
                m_rows << row;
            }
    }
    showState();
}

void PreviewPanel::showState() {
    const QStringList changes = m_session.pendingChanges();
    const Applied* applied = m_session.applied();
    Glyph shape = Glyph::info;
    QString details;
    const QStringList wanted = applied ? changes : planCreations(m_session.editor().plan());
    if (m_session.isApplying()) {
        m_state->setText(tr("Applying…"));
    } else if (!applied) {
        m_state->setText(tr("Nothing is applied yet"));
        details = shortList(wanted);
    } else if (changes.isEmpty()) {
        shape = Glyph::check;
        const auto split = std::count_if(
            applied->partitions.begin(), applied->partitions.end(),
            [](const PartitionReport& report) { return report.isSplit; });
        m_state->setText(
            tr("Applied: %n partition(s)", nullptr,
               static_cast<int>(applied->partitions.size()) - static_cast<int>(split)));
        QStringList ranSomewhereElse;
        for (const PartitionReport& report : applied->partitions)
            if (!report.observedSmIds.empty() &&
                static_cast<int>(report.observedSmIds.size()) != report.smCount)
                ranSomewhereElse << tr("%1 reports %2 SMs, kernels ran on %3")
                                        .arg(toQt(report.name))
                                        .arg(report.smCount)
                                        .arg(report.observedSmIds.size());
        details = ranSomewhereElse.join(QLatin1Char('\n'));
    } else {
        shape = Glyph::warning;
        m_state->setText(tr("%n change(s) not applied", nullptr, static_cast<int>(changes.size())));
        details = shortList(wanted);
    }
    m_stateIcon->setPixmap(glyph(shape).pixmap(QSize(16, 16), devicePixelRatioF()));
    m_changes->setText(details);
    m_changes->setVisible(!details.isEmpty());
    const QString whyNot = m_session.whyNotApply();
    m_apply->setEnabled(whyNot.isEmpty());
    const QStringList tip = whyNot.isEmpty()
                                ? QStringList{tr("Make it so on the GPU (Ctrl+Return):")} +
                                      wanted.mid(0, mostChangesInTip)
                                : QStringList{whyNot};
    m_apply->setToolTip(plainToolTip(tip.join(QLatin1Char('\n'))));
    m_apply->setAccessibleDescription(tip.join(QLatin1Char('\n')));
    const QString whyNotRevert = m_session.whyNotRevert();
    m_revert->setEnabled(whyNotRevert.isEmpty());
    m_revert->setToolTip(
        whyNotRevert.isEmpty() ? tr("Back to the plan that is applied (Ctrl+Shift+R)")
                               : whyNotRevert);
    m_release->setEnabled(applied && !m_session.isApplying());
    m_release->setToolTip(
        applied ? tr("Give the partitions up; the plan stays") : tr("Nothing is applied."));
}

} // namespace parterre::ui
