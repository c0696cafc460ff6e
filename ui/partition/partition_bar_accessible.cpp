// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/partition_bar_accessible.h"

#include "ui/partition/partition_bar.h"

#include <QAccessible>
#include <QPointer>

#include <algorithm>

namespace parterre::ui {
namespace {

/// One segment or handle.
class BarPartAccessible : public QAccessibleInterface, public QAccessibleValueInterface {
public:
    BarPartAccessible(PartitionBar* bar, int index)
        : m_bar(bar)
        , m_index(index) {}

    bool isValid() const override { return m_bar && partIndex() < m_bar->parts().size(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_bar ? m_bar->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override {
        return QAccessible::queryAccessibleInterface(m_bar);
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
            return m_bar->partName(part());
        case QAccessible::Description:
            return m_bar->partDescription(part());
        case QAccessible::Value:
            return QString::number(m_bar->content().at(part().path)->shown());
        default:
            return {};
        }
    }
    void setText(QAccessible::Text, const QString&) override {}

    QRect rect() const override {
        if (!isValid())
            return {};
        const QRect inBar = m_bar->partRect(part());
        return {m_bar->mapToGlobal(inBar.topLeft()), inBar.size()};
    }

    QAccessible::Role role() const override {
        return isValid() && isHandle() ? QAccessible::Slider : QAccessible::ListItem;
    }

    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (!isValid())
            return state;
        state.focusable = true;
        state.focused = m_bar->hasFocus() && m_bar->focusPart() == part();
        state.selectable = !isHandle();
        state.selected = state.focused && !isHandle();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ValueInterface && isValid() && isHandle()
                   ? static_cast<QAccessibleValueInterface*>(this)
                   : nullptr;
    }

    QVariant currentValue() const override { return motion().current(); }
    void setCurrentValue(const QVariant& value) override {
        m_bar->moveHandle(part().path, motion().nearest(value.toDouble()));
    }
    QVariant minimumValue() const override { return motion().first().left; }
    QVariant maximumValue() const override { return motion().last().left; }
    QVariant minimumStepSize() const override {
        return motion().moved(1).left - motion().current();
    }

private:
    std::size_t partIndex() const { return static_cast<std::size_t>(m_index); }
    PartitionBar::Part part() const { return m_bar->parts()[partIndex()]; }
    bool isHandle() const { return part().kind == PartitionBar::Part::Kind::handle; }
    HandleMotion motion() const { return m_bar->motion(part().path); }

    QPointer<PartitionBar> m_bar;
    int m_index;
};

QAccessibleInterface* makeInterface(const QString&, QObject* object) {
    auto* bar = qobject_cast<PartitionBar*>(object);
    return bar ? new PartitionBarAccessible(bar) : nullptr;
}

} // namespace

void PartitionBarAccessible::install() {
    static const bool once = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(once)
}

PartitionBarAccessible::PartitionBarAccessible(PartitionBar* bar)
    : QAccessibleWidget(bar, QAccessible::Grouping) {}

PartitionBarAccessible::~PartitionBarAccessible() {
    for (const QAccessible::Id id : m_children)
        QAccessible::deleteAccessibleInterface(id);
}

PartitionBar& PartitionBarAccessible::bar() const {
    return *static_cast<PartitionBar*>(widget());
}

int PartitionBarAccessible::childCount() const {
    return widget() ? static_cast<int>(bar().parts().size()) : 0;
}

QAccessibleInterface* PartitionBarAccessible::child(int index) const {
    if (index < 0 || index >= childCount())
        return nullptr;
    while (static_cast<int>(m_children.size()) <= index) {
        const int next = static_cast<int>(m_children.size());
        m_children.push_back(
            QAccessible::registerAccessibleInterface(new BarPartAccessible(&bar(), next)));
    }
    return QAccessible::accessibleInterface(m_children[static_cast<std::size_t>(index)]);
}

int PartitionBarAccessible::indexOfChild(const QAccessibleInterface* child) const {
    for (std::size_t i = 0; i < m_children.size(); ++i)
        if (QAccessible::accessibleInterface(m_children[i]) == child)
            return static_cast<int>(i);
    return -1;
}

QAccessibleInterface* PartitionBarAccessible::childAt(int x, int y) const {
    // Handles lie over the segments, and parts over the whole.
    const std::vector<PartitionBar::Part> parts = bar().parts();
    for (const auto kind : {PartitionBar::Part::Kind::handle, PartitionBar::Part::Kind::segment}) {
        int found = -1;
        for (int i = 0; i < static_cast<int>(parts.size()); ++i) {
            const PartitionBar::Part& part = parts[static_cast<std::size_t>(i)];
            if (part.kind == kind && child(i)->rect().contains(x, y) &&
                (found < 0 ||
                 part.path.level() > parts[static_cast<std::size_t>(found)].path.level()))
                found = i;
        }
        if (found >= 0)
            return child(found);
    }
    return nullptr;
}

QAccessibleInterface* PartitionBarAccessible::focusChild() const {
    if (!bar().hasFocus())
        return nullptr;
    const std::vector<PartitionBar::Part> parts = bar().parts();
    const auto found = std::find(parts.begin(), parts.end(), bar().focusPart());
    return found == parts.end() ? nullptr : child(static_cast<int>(found - parts.begin()));
}

} // namespace parterre::ui
