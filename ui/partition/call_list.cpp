// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/call_list.h"

#include "ui/shell/theme.h"

#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>

namespace parterre::ui {

CallList::CallList(QWidget* parent)
    : QWidget(parent)
    , m_heading(new QToolButton)
    , m_text(new QPlainTextEdit) {
    m_heading->setCheckable(true);
    m_heading->setAutoRaise(true);
    m_heading->setArrowType(Qt::RightArrow);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setToolTip(tr("What the engine would call, in this order"));
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(theme::captionFont(this->font()).pointSizeF());
    m_text->setFont(font);
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("Driver calls"));
    m_text->setFixedHeight(8 * fontMetrics().height());
    m_text->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme::grid / 2);
    column->addWidget(m_heading);
    column->addWidget(m_text);
    connect(m_heading, &QToolButton::toggled, this, [this](bool open) {
        m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        m_text->setVisible(open);
    });
    setCalls({});
}

void CallList::setCalls(const QStringList& calls) {
    m_heading->setText(tr("%n driver call(s)", nullptr, static_cast<int>(calls.size())));
    setVisible(!calls.isEmpty());
    const QString text = calls.join(QLatin1Char('\n'));
    if (text != m_text->toPlainText())
        m_text->setPlainText(text);
}

} // namespace parterre::ui
