// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/engine_fixture.h"
#include "ui/shell/main_window.h"

namespace parterre::ui::test {

/// The whole window on a fake engine.
struct WindowFixture : EngineFixture {
    explicit WindowFixture(const std::vector<int>& counts = {64, 32})
        : window(session) {
        editor.load(planOfCounts("sim:test", counts));
    }

    bool show(const QSize& size = {1280, 800}) {
        window.resize(size);
        window.show();
        return QTest::qWaitForWindowExposed(&window) && start();
    }

    MainWindow window;
};

} // namespace parterre::ui::test
