// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/device_panel.h"

#include "ui/engine/session.h"
#include "ui/inspector/device_facts.h"
#include "ui/inspector/device_list.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/copy_actions.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/glyph.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/shell/wrapped_label.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QListView>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace parterre::ui {
namespace {

constexpr int leastWidth = 25 * theme::grid;
constexpr int mostRowsShown = 4;
// Letters of a fact's name and value that stay visible however narrow the pane is; a value asks for
// no more room than an ordinary one needs, so that a UUID does not push the names away.
constexpr int leastName = 8;
constexpr int leastValue = 10;
constexpr int usualValue = 12;

QLabel* heading(const QString& words, const QFont& font) {
    QLabel* label = wrappedLabel(words);
    label->setFont(theme::headingFont(font));
    return label;
}

} // namespace

DevicePanel::DevicePanel(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new DeviceListModel(this))
    , m_list(new QListView)
    , m_notice(wrappedLabel({}, true))
    , m_facts(new QScrollArea) {
    m_list->setModel(m_model);
    m_list->setAccessibleName(tr("GPUs"));
    m_list->setIconSize(QSize(20, 20));
    m_list->setSpacing(2);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_notice->setFont(theme::captionFont(font()));
    m_facts->setWidgetResizable(true);
    m_facts->setFrameShape(QFrame::NoFrame);
    m_facts->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    addCopyActions(
        this, [this] { return m_session.device() ? deviceText(*m_session.device()) : QString(); },
        [this] {
            return m_session.device() ? toQt(Json(*m_session.device()).dump(2)) : QString();
        });
    setContextMenuPolicy(Qt::ActionsContextMenu);

    setMinimumWidth(leastWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * theme::grid, theme::grid / 2, theme::grid, theme::grid);
    column->setSpacing(theme::grid);
    column->addWidget(m_list);
    column->addWidget(m_notice);
    column->addWidget(m_facts, 1);

    connect(&m_session, &Session::devicesChanged, this, &DevicePanel::showDevices);
    connect(&m_session, &Session::deviceChanged, this, &DevicePanel::showDevice);
    connect(&m_session.client(), &EngineClient::stateChanged, this, [this] {
        if (!m_session.device())
            showDevice();
    });
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex& now) {
            const QString id = now.data(DeviceListModel::idRole).toString();
            if (!id.isEmpty())
                m_session.editor().setDevice(id);
        });
    showDevices();
    showDevice();
}

QString DevicePanel::notice() const {
    return m_notice->text();
}

void DevicePanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showDevice();
}

void DevicePanel::showDevices() {
    const QSignalBlocker blocker(m_list->selectionModel());
    m_model->setDevices(m_session.devices());
    m_notice->setText(m_session.notices().join(QLatin1Char('\n')));
    m_notice->setVisible(!m_session.notices().isEmpty());
    const int rows = std::clamp(m_model->rowCount(), 1, mostRowsShown);
    const int row = m_model->rowCount() > 0 ? m_list->sizeHintForRow(0) : fontMetrics().height();
    m_list->setFixedHeight(rows * (row + 2 * m_list->spacing()) + 2 * m_list->frameWidth());
    m_list->setVerticalScrollBarPolicy(
        m_model->rowCount() > mostRowsShown ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    showDevice();
}

void DevicePanel::showDevice() {
    const QSignalBlocker blocker(m_list->selectionModel());
    const int row = m_model->rowOf(toQt(m_session.editor().plan().device));
    m_list->setCurrentIndex(m_model->index(row));
    m_list->viewport()->update();
    m_facts->setWidget(makeFacts());
    m_facts->viewport()->setAutoFillBackground(false);
    m_facts->widget()->setAutoFillBackground(false);
}

QWidget* DevicePanel::makeFacts() const {
    auto* page = new QWidget;
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(0, theme::grid / 2, theme::grid, theme::grid);
    grid->setHorizontalSpacing(theme::grid);
    grid->setVerticalSpacing(theme::grid / 2 + 1);
    grid->setColumnStretch(1, 1);
    int row = 0;
    const DeviceDescription* device = m_session.device();
    if (!device) {
        grid->addWidget(
            wrappedLabel(
                m_session.client().state() == EngineClient::State::ready
                    ? tr("No GPU is described yet.")
                : m_session.client().state() == EngineClient::State::failed
                    ? tr("No engine is running, so no GPU is known.")
                    : tr("Waiting for the engine."),
                true),
            row++, 0, 1, 2);
        grid->setRowStretch(row, 1);
        return page;
    }
    if (device->simulated) {
        auto* icon = new QLabel;
        icon->setPixmap(glyph(Glyph::info).pixmap(QSize(16, 16), devicePixelRatioF()));
        auto* line = new QHBoxLayout;
        line->setSpacing(theme::grid);
        line->addWidget(icon, 0, Qt::AlignTop);
        line->addWidget(
            wrappedLabel(
                device->provenance.empty()
                    ? tr("This GPU is simulated.")
                    : tr("This GPU is simulated: %1.").arg(toQt(device->provenance))),
            1);
        grid->addLayout(line, row++, 0, 1, 2);
        grid->setRowMinimumHeight(row++, theme::grid / 2);
    }
    const QFont small = theme::captionFont(font());
    for (const DeviceFact& fact : deviceFacts(*device)) {
        auto* name = new ElidedLabel(fact.name, Qt::ElideRight, leastName);
        auto* value = new ElidedLabel(fact.value, Qt::ElideMiddle, leastValue, usualValue);
        name->setFont(small);
        name->setForegroundRole(QPalette::PlaceholderText);
        value->setFont(small);
        grid->addWidget(name, row, 0);
        grid->addWidget(value, row++, 1);
    }
    if (!device->capabilities.empty()) {
        grid->setRowMinimumHeight(row++, theme::grid / 2);
        grid->addWidget(heading(tr("What this driver can do"), font()), row++, 0, 1, 2);
    }
    for (const Capability& capability : device->capabilities) {
        auto* icon = new QLabel;
        icon->setPixmap(glyph(capability.available ? Glyph::check : Glyph::cross)
                            .pixmap(QSize(14, 14), devicePixelRatioF()));
        icon->setAccessibleName(capability.available ? tr("yes") : tr("no"));
        QString words = toQt(capability.name);
        if (!capability.available && !capability.sentence.empty())
            words = toQt(capability.sentence);
        QLabel* label = wrappedLabel(words, !capability.available);
        label->setFont(small);
        auto* line = new QHBoxLayout;
        line->setSpacing(theme::grid);
        line->addWidget(icon, 0, Qt::AlignTop);
        line->addWidget(label, 1);
        grid->addLayout(line, row++, 0, 1, 2);
    }
    grid->setRowStretch(row, 1);
    return page;
}

} // namespace parterre::ui
