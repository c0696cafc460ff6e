// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/curve_legend.h"

#include "ui/shell/glyph.h"
#include "ui/shell/plain_text.h"
#include "ui/throughput/curve_visibility.h"

#include <QAction>
#include <QMenu>
#include <QShortcut>
#include <QToolButton>

namespace parterre::ui {
namespace {

constexpr int keys = 9;
constexpr int mostLetters = 18; ///< of a name; the rest is in the tool tip

} // namespace

CurveLegend::CurveLegend(CurveVisibility& visibility, QWidget& plots, QWidget* parent)
    : QToolBar(parent)
    , m_visibility(visibility)
    , m_menu(new QMenu(this))
    , m_menuAction(new QAction(tr("Curves to show…"), this))
    , m_showAll(new QAction(tr("&Show all"), this))
    , m_hideAll(new QAction(tr("&Hide all"), this)) {
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize(QSize(22, 14));
    setAccessibleName(tr("Curves of the plot"));
    // The style's own arrows are black, also on black.
    if (auto* more = findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
        more->setIcon(glyph(Glyph::more));
        more->setToolTip(tr("More curves"));
        more->setAccessibleName(more->toolTip());
    }
    for (int i = 0; i < keys; ++i) {
        auto* key = new QShortcut(QKeySequence(Qt::Key_1 + i), &plots);
        key->setContext(Qt::WidgetWithChildrenShortcut);
        connect(key, &QShortcut::activated, this, [this, i] {
            if (i < actions().size())
                actions()[i]->trigger();
        });
    }
    m_menuAction->setShortcut(Qt::Key_L);
    m_menuAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_menuAction->setStatusTip(tr("Choose in a menu which curves are shown (L, in the plot)"));
    plots.addAction(m_menuAction);
    connect(m_menuAction, &QAction::triggered, this, [this] {
        if (!m_entries.empty())
            m_menu->popup(mapToGlobal(QPoint(0, height())));
    });
    connect(m_showAll, &QAction::triggered, this, [this] { showAll(true); });
    connect(m_hideAll, &QAction::triggered, this, [this] { showAll(false); });
    connect(&m_visibility, &CurveVisibility::changed, this, &CurveLegend::showVisibility);
}

void CurveLegend::showAll(bool shown) {
    for (const Entry& entry : m_entries)
        m_visibility.setShown(entry.key, shown);
}

void CurveLegend::setEntries(std::vector<Entry> entries) {
    m_entries = std::move(entries);
    const auto count = static_cast<qsizetype>(m_entries.size());
    while (actions().size() > count)
        delete actions().last();
    for (auto i = static_cast<std::size_t>(actions().size()); i < m_entries.size(); ++i) {
        QAction* action = addAction(QString());
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, i](bool shown) {
            m_visibility.setShown(m_entries[i].key, shown);
        });
    }
    const int room = fontMetrics().averageCharWidth() * mostLetters;
    for (qsizetype i = 0; i < count; ++i) {
        const Entry& entry = m_entries[static_cast<std::size_t>(i)];
        QAction* action = actions()[i];
        action->setIcon(entry.icon);
        action->setText(
            plainActionText(fontMetrics().elidedText(entry.name, Qt::ElideRight, room)));
        action->setToolTip(plainToolTip(
            i < keys ? tr("Show or hide %1 (%2, in the plot)").arg(entry.name).arg(i + 1)
                     : tr("Show or hide %1").arg(entry.name)));
    }
    m_menu->clear();
    m_menu->addActions(actions());
    m_menu->addSeparator();
    m_menu->addActions({m_showAll, m_hideAll});
    m_menuAction->setEnabled(count > 0);
    showVisibility();
}

void CurveLegend::showVisibility() {
    for (qsizetype i = 0; i < actions().size(); ++i)
        actions()[i]->setChecked(m_visibility.isShown(m_entries[static_cast<std::size_t>(i)].key));
}

} // namespace parterre::ui
