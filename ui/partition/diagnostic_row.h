// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/diagnostic.h"
#include "ui/shell/card.h"

class QPushButton;

namespace parterre::ui {

/// One diagnostic: how grave, what is so, why, what to do, and a button that does it.
class DiagnosticRow : public Card {
    Q_OBJECT
public:
    explicit DiagnosticRow(const Diagnostic& diagnostic, QWidget* parent = nullptr);

    /// Null when the diagnostic has no fix.
    QPushButton* fixButton() const { return m_button; }

signals:
    void fixWanted(const parterre::Fix& fix, const QString& group);

private:
    QPushButton* m_button = nullptr;
};

} // namespace parterre::ui
