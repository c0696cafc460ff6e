// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/window_fixture.h"
#include "ui/experiments/experiment_form.h"
#include "ui/experiments/experiment_runs.h"
#include "ui/experiments/experiment_window.h"
#include "ui/experiments/usual_box.h"

#include <QComboBox>
#include <QPushButton>

namespace parterre::ui::test {

inline constexpr int patience = 10'000;

/// The experiments' window over the main one, on a fake engine.
struct ExperimentBench : EngineFixture {
    explicit ExperimentBench(const QStringList& switches = {})
        : EngineFixture(switches)
        , main(session)
        , window(main.experiments()) {
        editor.load(planOfCounts("sim:test", {64, 32}));
        window.setAsk([this](const QString& question, const QString&) {
            asked << question;
            return answer;
        });
    }
    bool show(const QSize& size = {1120, 720}) {
        window.resize(size);
        window.show();
        window.activateWindow();
        return QTest::qWaitForWindowActive(&window) && start() &&
               QTest::qWaitFor([this] { return window.startButton().isEnabled(); }, patience);
    }
    void choose(const char* experiment) {
        window.choice().setCurrentIndex(window.choice().findData(QLatin1String(experiment)));
    }
    /// Starts it with that many runs, each of which takes the fake engine a 30th of a second.
    bool isStarted(int runs) {
        window.form().runs().setGiven(runs);
        QTest::mouseClick(&window.startButton(), Qt::LeftButton);
        return QTest::qWaitFor([this] { return window.runs().fraction() > 0; }, patience);
    }
    bool isDone() {
        return QTest::qWaitFor([this] { return !window.runs().isRunning(); }, patience);
    }
    bool findsSomething(int runs = 2) { return isStarted(runs) && isDone(); }
    bool isWithin(const QSize& size) const {
        return window.width() <= size.width() && window.height() <= size.height();
    }

    QStringList asked;
    bool answer = true;
    MainWindow main;
    ExperimentWindow& window;
};

/// Clicks it, or presses Space in it.
inline void press(QWidget& widget, bool byKey) {
    if (byKey) {
        widget.setFocus();
        QTest::keyClick(&widget, Qt::Key_Space);
    } else {
        QTest::mouseClick(&widget, Qt::LeftButton);
    }
}

/// Sizes of the window, down to the smallest.
inline void addWindowSizes() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("1120x720") << QSize(1120, 720);
    QTest::newRow("800x600") << QSize(800, 600);
    QTest::newRow("640x480") << QSize(640, 480);
}

} // namespace parterre::ui::test
