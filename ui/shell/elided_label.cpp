// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/elided_label.h"

#include "ui/shell/plain_text.h"

#include <QPainter>

#include <algorithm>

namespace parterre::ui {

ElidedLabel::ElidedLabel(
    const QString& text, Qt::TextElideMode mode, int leastLetters, int mostLetters, QWidget* parent)
    : QLabel(text, parent)
    , m_mode(mode)
    , m_leastLetters(leastLetters)
    , m_mostLetters(mostLetters) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setWords(const QString& text) {
    setText(text);
    showToolTip();
}

QSize ElidedLabel::sizeFor(int mostLetters) const {
    const int whole = fontMetrics().horizontalAdvance(text()) + 1;
    const int letter = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    return {
        mostLetters > 0 ? std::min(whole, mostLetters * letter) : whole, fontMetrics().height()};
}

QSize ElidedLabel::sizeHint() const {
    return sizeFor(m_mostLetters);
}

QSize ElidedLabel::minimumSizeHint() const {
    return sizeFor(m_leastLetters);
}

bool ElidedLabel::isElided() const {
    return fontMetrics().horizontalAdvance(text()) > width();
}

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(
        rect(), Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(text(), m_mode, width()));
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    showToolTip();
}

void ElidedLabel::showToolTip() {
    setToolTip(isElided() ? plainToolTip(text()) : QString());
}

} // namespace parterre::ui
