// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace parterre::ui {

/// One line that gives way: what has no room is left out at the right or in the middle, and the
/// whole of it is in the tool tip then.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    /// Asks for room for the whole text, but for no more than `mostLetters` if that is not 0, and
    /// never gets less than for `leastLetters`.
    ElidedLabel(
        const QString& text, Qt::TextElideMode mode, int leastLetters, int mostLetters = 0,
        QWidget* parent = nullptr);

    void setWords(const QString& text);
    bool isElided() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QSize sizeFor(int mostLetters) const;
    void showToolTip();

    Qt::TextElideMode m_mode;
    int m_leastLetters;
    int m_mostLetters;
};

} // namespace parterre::ui
