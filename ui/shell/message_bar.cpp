// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/message_bar.h"

#include "ui/shell/glyph.h"
#include "ui/shell/theme.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace parterre::ui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel)
    , m_text(new QLabel)
    , m_details(new QLabel)
    , m_button(new QPushButton)
    , m_close(new QToolButton) {
    for (QLabel* label : {m_text, m_details}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText); // what an engine says is text, never markup
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_text->setFont(theme::headingFont(font()));
    m_close->setIcon(glyph(Glyph::cross));
    m_close->setAutoRaise(true);
    m_close->setAccessibleName(tr("Close the message"));
    m_close->setToolTip(m_close->accessibleName());
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    texts->addWidget(m_text);
    texts->addWidget(m_details);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(2 * theme::grid, theme::grid, theme::grid, theme::grid);
    row->setSpacing(theme::grid * 3 / 2);
    row->addWidget(m_icon);
    row->addLayout(texts, 1);
    row->addWidget(m_button);
    row->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    connect(m_button, &QPushButton::clicked, this, [this] {
        hide();
        // The action may show another message, with another action.
        if (const std::function<void()> act = std::exchange(m_onAction, {}))
            act();
    });
    hide();
}

void MessageBar::show(
    Kind kind, const QString& text, const QString& details, const QString& action,
    std::function<void()> onAction) {
    m_kind = kind;
    const Glyph shape = kind == Kind::error     ? Glyph::error
                        : kind == Kind::warning ? Glyph::warning
                                                : Glyph::info;
    m_icon->setPixmap(glyph(shape).pixmap(QSize(20, 20), devicePixelRatioF()));
    m_text->setText(text);
    m_details->setText(details);
    m_details->setVisible(!details.isEmpty());
    m_button->setText(action);
    m_button->setVisible(!action.isEmpty());
    m_onAction = std::move(onAction);
    setAccessibleName(text);
    QWidget::show();
    update();
    QAccessibleEvent event(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

QString MessageBar::text() const {
    return m_text->text();
}

void MessageBar::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    emit visibilityChanged();
}

void MessageBar::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    emit visibilityChanged();
}

void MessageBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QColor ink = m_kind == Kind::error     ? theme::bad(palette())
                       : m_kind == Kind::warning ? theme::caution(palette())
                                                 : palette().color(QPalette::Link);
    painter.fillRect(rect(), theme::mixed(palette().color(QPalette::Window), ink, 0.14));
    painter.fillRect(QRect(0, 0, 4, height()), ink);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme::line(palette()));
}

} // namespace parterre::ui
