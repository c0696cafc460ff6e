// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

namespace parterre::ui::test {

/// To be called from init(): every warning fails the test, save those of the offscreen platform
/// about what no screen can do.
inline void failOnWarnings() {
    QStandardPaths::setTestModeEnabled(true);
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

/// The rows of a test that does the same by mouse and by keyboard.
inline void addMouseAndKeyboard() {
    QTest::addColumn<bool>("byKey");
    QTest::newRow("mouse") << false;
    QTest::newRow("keyboard") << true;
}

/// Presses, moves in so many steps and, unless told otherwise, releases.
inline void
drag(QWidget* widget, const QPoint& from, const QPoint& to, int steps = 8, bool release = true) {
    QTest::mousePress(widget, Qt::LeftButton, {}, from);
    for (int i = 1; i <= steps; ++i)
        QTest::mouseMove(widget, from + (to - from) * i / steps);
    if (release)
        QTest::mouseRelease(widget, Qt::LeftButton, {}, to);
}

} // namespace parterre::ui::test
