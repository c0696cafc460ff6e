// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/glyph.h"

#include <QWidget>

class QLabel;

namespace parterre::ui {

/// A sentence with an icon beside it; not to be seen while there is none.
class Note : public QWidget {
    Q_OBJECT
public:
    explicit Note(Glyph shape, QWidget* parent = nullptr);

    void setText(const QString& sentence);
    QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void showIcon();

    Glyph m_shape;
    QLabel* m_icon;
    QLabel* m_text;
};

} // namespace parterre::ui
