// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/engine/engine_client.h"
#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"

#include <QTest>

namespace parterre::ui::test {

/// Short times, so that no test waits long for what goes wrong on purpose.
inline EngineTiming shortTiming() {
    using namespace std::chrono_literals;
    EngineTiming timing;
    timing.hello = 3s;
    timing.answer = 300ms;
    timing.firstRestart = 20ms;
    timing.lastRestart = 100ms;
    return timing;
}

inline QStringList fakeEngine(const QStringList& switches = {}) {
    return QStringList{QStringLiteral(PARTERRE_FAKE_ENGINE)} + switches;
}

/// A client, a plan and a session on a fake engine.
struct EngineFixture {
    explicit EngineFixture(const QStringList& switches = {})
        : client(fakeEngine(switches), shortTiming())
        , session(client, editor) {}

    /// True once the starting plan has its preview.
    bool start() {
        client.start();
        return QTest::qWaitFor([this] { return session.isPreviewCurrent(); }, 10'000);
    }
    bool apply() {
        session.apply();
        return QTest::qWaitFor([this] { return session.applied() != nullptr; }, 10'000);
    }

    EngineClient client;
    PlanEditor editor;
    Session session;
};

} // namespace parterre::ui::test
