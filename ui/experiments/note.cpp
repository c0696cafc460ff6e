// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/note.h"

#include "ui/shell/theme.h"
#include "ui/shell/wrapped_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

namespace parterre::ui {
namespace {

constexpr int iconSize = 16;

} // namespace

Note::Note(Glyph shape, QWidget* parent)
    : QWidget(parent)
    , m_shape(shape)
    , m_icon(new QLabel)
    , m_text(wrappedLabel({})) {
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid);
    row->addWidget(m_icon, 0, Qt::AlignTop);
    row->addWidget(m_text, 1);
    showIcon();
    hide();
}

void Note::showIcon() {
    m_icon->setPixmap(glyph(m_shape).pixmap(QSize(iconSize, iconSize), devicePixelRatioF()));
}

void Note::setText(const QString& sentence) {
    m_text->setText(sentence);
    setAccessibleName(sentence);
    setVisible(!sentence.isEmpty());
}

QString Note::text() const {
    return m_text->text();
}

void Note::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcon();
}

} // namespace parterre::ui
