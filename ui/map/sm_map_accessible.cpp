// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/sm_map_accessible.h"

#include "ui/map/sm_map.h"

#include <QAccessible>
#include <QPointer>

#include <algorithm>

namespace parterre::ui {
namespace {

/// Stops of one row, which is one GPC, in order.
std::vector<int> stopsOfRow(const SmMapContent& content, int row) {
    std::vector<int> stops;
    for (std::size_t i = 0; i < content.stops.size(); ++i)
        if (content.sms[static_cast<std::size_t>(content.stops[i].sms.front())].gpc == row)
            stops.push_back(static_cast<int>(i));
    return stops;
}

/// One unit, or one SM that is in none.
class StopAccessible : public QAccessibleInterface,
                       public QAccessibleTableCellInterface,
                       public QAccessibleActionInterface {
public:
    StopAccessible(SmMap* map, int index)
        : m_map(map)
        , m_index(index) {}

    bool isValid() const override { return m_map && m_index < m_map->stopCount(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_map ? m_map->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override {
        return QAccessible::queryAccessibleInterface(m_map);
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }

    QString text(QAccessible::Text kind) const override {
        if (!isValid())
            return {};
        switch (kind) {
        case QAccessible::Name:
            return content().stopName(stop());
        case QAccessible::Description:
            return content().stopDescription(stop());
        case QAccessible::Value:
            return content().ownerText(content().ownerOf(stop()));
        default:
            return {};
        }
    }
    void setText(QAccessible::Text, const QString&) override {}

    QRect rect() const override {
        if (!isValid())
            return {};
        const QRect inMap = m_map->stopRect(m_index);
        return {m_map->mapToGlobal(inMap.topLeft()), inMap.size()};
    }

    QAccessible::Role role() const override { return QAccessible::Cell; }

    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (!isValid())
            return state;
        const int owner = content().topOwnerOf(stop());
        state.focusable = true;
        state.focused = m_map->hasFocus() && m_map->focusStop() == m_index;
        state.disabled = stop().unit == SmMapContent::none; // can be read, not painted
        state.checkable = !state.disabled;
        state.checked = owner != SmMapContent::none && owner == m_map->current();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (!isValid())
            return nullptr;
        if (type == QAccessible::TableCellInterface)
            return static_cast<QAccessibleTableCellInterface*>(this);
        if (type == QAccessible::ActionInterface && stop().unit != SmMapContent::none)
            return static_cast<QAccessibleActionInterface*>(this);
        return nullptr;
    }

    QStringList actionNames() const override { return {toggleAction(), setFocusAction()}; }
    void doAction(const QString& name) override {
        if (!isValid())
            return;
        if (name == setFocusAction())
            m_map->setFocusStop(m_index);
        else if (name == toggleAction())
            m_map->toggle(m_index);
    }
    QStringList keyBindingsForAction(const QString& name) const override {
        return name == toggleAction()
                   ? QStringList{QKeySequence(Qt::Key_Space).toString(QKeySequence::NativeText)}
                   : QStringList();
    }

    bool isSelected() const override { return false; }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int rowIndex() const override {
        return content().sms[static_cast<std::size_t>(stop().sms.front())].gpc;
    }
    int columnIndex() const override {
        const std::vector<int> row = stopsOfRow(content(), rowIndex());
        return static_cast<int>(std::find(row.begin(), row.end(), m_index) - row.begin());
    }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    const SmMapContent& content() const { return m_map->content(); }
    const SmMapContent::Stop& stop() const {
        return content().stops[static_cast<std::size_t>(m_index)];
    }

    QPointer<SmMap> m_map;
    int m_index;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    auto* map = qobject_cast<SmMap*>(object);
    return map ? new SmMapAccessible(map) : nullptr;
}

} // namespace

void SmMapAccessible::install() {
    static const bool once = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(once)
}

SmMapAccessible::SmMapAccessible(SmMap* map)
    : QAccessibleWidget(map, QAccessible::Table) {}

SmMapAccessible::~SmMapAccessible() {
    for (const QAccessible::Id id : m_children)
        QAccessible::deleteAccessibleInterface(id);
}

SmMap& SmMapAccessible::map() const {
    return *static_cast<SmMap*>(widget());
}

int SmMapAccessible::childCount() const {
    return widget() ? map().stopCount() : 0;
}

QAccessibleInterface* SmMapAccessible::child(int index) const {
    if (index < 0 || index >= childCount())
        return nullptr;
    while (static_cast<int>(m_children.size()) <= index) {
        const int next = static_cast<int>(m_children.size());
        m_children.push_back(
            QAccessible::registerAccessibleInterface(new StopAccessible(&map(), next)));
    }
    return QAccessible::accessibleInterface(m_children[static_cast<std::size_t>(index)]);
}

int SmMapAccessible::indexOfChild(const QAccessibleInterface* child) const {
    for (std::size_t i = 0; i < m_children.size(); ++i)
        if (QAccessible::accessibleInterface(m_children[i]) == child)
            return static_cast<int>(i);
    return -1;
}

QAccessibleInterface* SmMapAccessible::childAt(int x, int y) const {
    for (int i = 0; i < childCount(); ++i)
        if (child(i)->rect().contains(x, y))
            return child(i);
    return nullptr;
}

QAccessibleInterface* SmMapAccessible::focusChild() const {
    return widget() && map().hasFocus() ? child(map().focusStop()) : nullptr;
}

void* SmMapAccessible::interface_cast(QAccessible::InterfaceType type) {
    return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                               : QAccessibleWidget::interface_cast(type);
}

QAccessibleInterface* SmMapAccessible::cellAt(int row, int column) const {
    const std::vector<int> stops = stopsOfRow(map().content(), row);
    return column >= 0 && column < static_cast<int>(stops.size())
               ? child(stops[static_cast<std::size_t>(column)])
               : nullptr;
}

QString SmMapAccessible::rowDescription(int row) const {
    return map().content().gpcsKnown ? SmMap::tr("GPC %1").arg(row) : SmMap::tr("GPC unknown");
}

int SmMapAccessible::rowCount() const {
    return widget() ? map().content().gpcCount : 0;
}

int SmMapAccessible::columnCount() const {
    std::size_t most = 0;
    for (int row = 0; row < rowCount(); ++row)
        most = std::max(most, stopsOfRow(map().content(), row).size());
    return static_cast<int>(most);
}

} // namespace parterre::ui
