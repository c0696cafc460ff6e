// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMenu;

namespace parterre::ui {

class MainWindow;
class Session;
class ThroughputExport;

/// The window's menu bar: what can be done, and the keys for it.
class MainMenus : public QObject {
    Q_OBJECT
public:
    /// To be made when the window's panels and docks are there; `window` owns it.
    MainMenus(MainWindow& window, Session& session, ThroughputExport& throughputExport);

private:
    void makeFileMenu();
    QMenu* makeRecoverMenu(QMenu& file);
    void makeEditMenu();
    void makeRunMenu();
    void makeViewMenu();
    void makeHelpMenu();
    void copyFromFocus(qsizetype which);
    void about();

    MainWindow& m_window;
    Session& m_session;
    ThroughputExport* m_export;
};

} // namespace parterre::ui
