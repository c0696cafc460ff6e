// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSpinBox>

namespace parterre::ui {

/// A field for a count. Unlike a QSpinBox it takes whatever is typed, so that a wrong value can be
/// refused with a sentence instead of being swallowed; its arrows stay within the range.
class CountBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit CountBox(QWidget* parent = nullptr);

    /// 0 up to `most`; `zero` is shown for 0.
    void setRange(int most, const QString& zero);
    void setStep(int step) { m_step = step; }
    void setValue(int value);
    int value() const { return m_value; }        ///< as set, whatever is typed since
    bool isEdited() const { return m_isEdited; } ///< typed, and not entered yet
    /// What is typed, not checked.
    QString words() const { return text(); }

    void stepBy(int steps) override;
    QValidator::State validate(QString& input, int& position) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// Somebody typed something and left the field or pressed Return, or used the arrows.
    void entered(const QString& words);

protected:
    StepEnabled stepEnabled() const override;

private:
    int m_value = 0;
    int m_most = 0;
    int m_step = 1;
    QString m_zero;
    bool m_isEdited = false;
};

} // namespace parterre::ui
