// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace parterre::ui {

class Session;

/// The library of starting points for the plan's GPU, each with what it would make of it and a
/// sentence of what it is for. Choosing one is an edit like any other.
class StartMenu : public QMenu {
    Q_OBJECT
public:
    explicit StartMenu(Session& session, QWidget* parent = nullptr);

private:
    void offer();

    Session& m_session;
};

} // namespace parterre::ui
