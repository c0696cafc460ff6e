// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QTest>

namespace parterre::ui::test {

/// Chooses what has that data: from the list that a click opens, or by the arrow keys.
inline bool choose(QComboBox& combo, const QVariant& data, bool byKey) {
    const int wanted = combo.findData(data);
    if (wanted < 0)
        return false;
    if (byKey) {
        combo.setFocus();
        while (combo.currentIndex() != wanted)
            QTest::keyClick(&combo, combo.currentIndex() < wanted ? Qt::Key_Down : Qt::Key_Up);
        return true;
    }
    QApplication::setDoubleClickInterval(1); // so long the list takes no click
    QTest::mouseClick(&combo, Qt::LeftButton);
    QAbstractItemView* list = combo.view();
    if (!QTest::qWaitFor([list] { return list->isVisible(); }))
        return false;
    QTest::qWait(20);
    const QModelIndex item = list->model()->index(wanted, 0);
    list->scrollTo(item);
    // An item may be wider than the list.
    const QPoint place = (list->visualRect(item) & list->viewport()->rect()).center();
    QTest::mouseMove(list->viewport(), place);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place);
    return QTest::qWaitFor([&] { return combo.currentIndex() == wanted && !list->isVisible(); });
}

/// Types a number in place of the one that is there.
inline void type(QAbstractSpinBox& box, const QString& text) {
    box.setFocus();
    box.selectAll();
    QTest::keyClicks(&box, text);
}

} // namespace parterre::ui::test
