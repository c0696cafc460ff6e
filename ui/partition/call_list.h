// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPlainTextEdit;
class QToolButton;

namespace parterre::ui {

/// The driver calls an apply would make, under a heading that opens and closes.
class CallList : public QWidget {
    Q_OBJECT
public:
    explicit CallList(QWidget* parent = nullptr);

    void setCalls(const QStringList& calls);

private:
    QToolButton* m_heading;
    QPlainTextEdit* m_text;
};

} // namespace parterre::ui
