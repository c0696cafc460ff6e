// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/count_box.h"

#include "ui/shell/theme.h"

#include <QLineEdit>
#include <QStyle>
#include <QStyleOptionSpinBox>

#include <algorithm>
#include <utility>

namespace parterre::ui {

CountBox::CountBox(QWidget* parent)
    : QAbstractSpinBox(parent) {
    // Not QLineEdit::isModified(): a spin box forgets it on Return before it says so.
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { m_isEdited = true; });
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        if (std::exchange(m_isEdited, false))
            emit entered(words());
    });
}

void CountBox::setRange(int most, const QString& zero) {
    m_most = most;
    m_zero = zero;
    updateGeometry();
    setValue(m_value);
}

void CountBox::setValue(int value) {
    m_value = value;
    lineEdit()->setText(value == 0 && !m_zero.isEmpty() ? m_zero : QString::number(value));
    m_isEdited = false;
    lineEdit()->setCursorPosition(0);
    update();
}

void CountBox::stepBy(int steps) {
    bool isNumber = false;
    const int typed = words().toInt(&isNumber);
    // From 0 the first step up leads to the step itself, and all others stay multiples of it.
    const qint64 from = isNumber ? typed : words() == m_zero ? 0 : m_value;
    const qint64 to = steps > 0 ? (from / m_step + steps) * m_step
                                : ((from + m_step - 1) / m_step + steps) * m_step;
    setValue(static_cast<int>(std::clamp<qint64>(to, 0, m_most)));
    selectAll();
    emit entered(words());
}

QValidator::State CountBox::validate(QString&, int&) const {
    return QValidator::Acceptable;
}

QSize CountBox::sizeHint() const {
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    const int letters = std::max(
        fontMetrics().horizontalAdvance(m_zero),
        fontMetrics().horizontalAdvance(QStringLiteral("0000")));
    const QSize content(letters + theme::grid, lineEdit()->sizeHint().height());
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, content, this);
}

QSize CountBox::minimumSizeHint() const {
    return sizeHint();
}

QAbstractSpinBox::StepEnabled CountBox::stepEnabled() const {
    return isReadOnly() ? StepNone : StepUpEnabled | StepDownEnabled;
}

} // namespace parterre::ui
