// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/diagnostic.h"

#include <QList>
#include <QWidget>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace parterre::ui {

class CallList;
class DiagnosticRow;
class Session;

/// What the driver would do with the plan, what is applied, and the buttons between the two.
class PreviewPanel : public QWidget {
    Q_OBJECT
public:
    explicit PreviewPanel(Session& session, QWidget* parent = nullptr);

    QPushButton& applyButton() const { return *m_apply; }
    QPushButton& revertButton() const { return *m_revert; }
    QPushButton& releaseButton() const { return *m_release; }
    /// Makes a partition of what is left over; hidden where there is nothing to be made one.
    QPushButton& remainderButton() const { return *m_takeRemainder; }
    /// What Apply would change, as it is listed above the button; its tool tip has all of it.
    QString changesText() const;
    QString asText() const;
    const QList<DiagnosticRow*>& diagnostics() const { return m_rows; }

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeState();
    void showPreview();
    void showSummary();
    void showState();
    /// Without a fix that cannot be made from here; words take its place.
    Diagnostic possible(Diagnostic diagnostic) const;
    /// Another way out than a diagnostic's own: smaller units, where rounding to large ones is why.
    std::optional<Fix> otherFix(const Diagnostic& diagnostic) const;
    void applyFix(const Fix& fix, const QString& group, const QString& split);
    void showRemainder();

    Session& m_session;
    QLabel* m_strategy;
    QLabel* m_summary;
    QLabel* m_verdictIcon;
    QLabel* m_verdict;
    QPushButton* m_takeRemainder;
    QVBoxLayout* m_list = nullptr;
    QList<DiagnosticRow*> m_rows;
    std::string m_shown; ///< the diagnostics shown, as JSON: rows are only rebuilt for others
    CallList* m_calls;
    QLabel* m_stateIcon;
    QLabel* m_state;
    QLabel* m_changes;
    QPushButton* m_apply;
    QPushButton* m_revert;
    QPushButton* m_release;
};

} // namespace parterre::ui
