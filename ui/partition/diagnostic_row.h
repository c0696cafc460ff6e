// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/diagnostic.h"
#include "ui/shell/card.h"

class QPushButton;

namespace parterre::ui {

/// One diagnostic: how grave, what is so, why, what to do, and buttons that do it.
class DiagnosticRow : public Card {
    Q_OBJECT
public:
    /// `other`: another way out beside the diagnostic's own.
    explicit DiagnosticRow(
        const Diagnostic& diagnostic, const std::optional<Fix>& other = {},
        QWidget* parent = nullptr);

    /// Null when the diagnostic has no fix.
    QPushButton* fixButton() const { return m_button; }
    /// Null when there is no other way out.
    QPushButton* otherButton() const { return m_other; }

signals:
    /// `group` and `split` are the diagnostic's.
    void fixWanted(const parterre::Fix& fix, const QString& group, const QString& split);

private:
    QPushButton* makeButton(const Fix& fix, const Diagnostic& about);

    QPushButton* m_button = nullptr;
    QPushButton* m_other = nullptr;
};

} // namespace parterre::ui
