// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QToolBar>

#include <vector>

class QMenu;

namespace parterre::ui {

class CurveVisibility;

/// The curves of a plot, each with a piece of its line, to show and to hide: by mouse, by the keys
/// 1 to 9, and all of them in a menu (L). Sixty have no room side by side; the tool bar offers the
/// rest in a menu at its end.
class CurveLegend : public QToolBar {
    Q_OBJECT
public:
    struct Entry {
        QString key; ///< as CurveVisibility knows it
        QString name;
        QIcon icon;
    };

    /// `plots` is where the keys are heard. Both must outlive the legend.
    CurveLegend(CurveVisibility& visibility, QWidget& plots, QWidget* parent = nullptr);

    void setEntries(std::vector<Entry> entries);
    /// Opens the menu of all curves.
    QAction* menuAction() const { return m_menuAction; }
    QMenu& menu() const { return *m_menu; }

private:
    void showVisibility();
    void showAll(bool shown);

    CurveVisibility& m_visibility;
    std::vector<Entry> m_entries;
    QMenu* m_menu;
    QAction* m_menuAction;
    QAction* m_showAll;
    QAction* m_hideAll;
};

} // namespace parterre::ui
