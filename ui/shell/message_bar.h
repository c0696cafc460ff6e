// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace parterre::ui {

/// One message across the top of the window: what happened, and one button for what can be done
/// about it. Never takes the focus away; stays until closed, acted upon or replaced.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    enum class Kind { info, warning, error };

    explicit MessageBar(QWidget* parent = nullptr);

    /// `action` may be empty: no button then.
    void show(
        Kind kind, const QString& text, const QString& details = {}, const QString& action = {},
        std::function<void()> onAction = {});
    QString text() const;
    /// The action's button; hidden when there is none.
    QPushButton& button() const { return *m_button; }

signals:
    void visibilityChanged();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind = Kind::info;
    QLabel* m_icon;
    QLabel* m_text;
    QLabel* m_details;
    QPushButton* m_button;
    QToolButton* m_close;
    std::function<void()> m_onAction;
};

} // namespace parterre::ui
