// SPDX-License-Identifier: GPL-3.0-or-later
// The window on the engine it ships with, as a process of its own, and on its simulated GPU.
#include "tests/ui/support/ui_test.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/session.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/preview_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_plot.h"

#include <QAction>
#include <QPushButton>

#include <csignal>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr int patience = 60'000;

struct Bench {
    Bench() { editor.load(planOfCounts("sim:h200", {64, 32, 16})); }

    bool start() {
        editor.setWorkload(0, QStringLiteral("fma"));
        editor.setWorkload(1, QStringLiteral("copy"));
        window.show();
        client.start();
        return QTest::qWaitFor([this] { return session.isPreviewCurrent(); }, patience);
    }
    bool runEverything() {
        window.previewPanel().applyButton().click();
        if (!QTest::qWaitFor([this] { return session.applied() != nullptr; }, patience))
            return false;
        window.throughputPanel().runAction()->trigger();
        return QTest::qWaitFor(
            [this] {
                return window.throughputPanel().plot().pointCount(0) > 3 &&
                       window.throughputPanel().plot().pointCount(1) > 3;
            },
            patience);
    }

    EngineClient client{{QStringLiteral(PARTERRE_CLI), QStringLiteral("serve")}};
    PlanEditor editor;
    Session session{client, editor};
    MainWindow window{session};
};

} // namespace

class TestRealEngine : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void previewsAppliesAndRuns();
    void survivesItsDeath();
};

void TestRealEngine::previewsAppliesAndRuns() {
    Bench bench;
    QVERIFY(bench.start());
    const Preview& preview = *bench.session.preview();
    QCOMPARE(preview.groups[0].smCount, 64);
    QCOMPARE(preview.groups[1].smCount, 32);
    QCOMPARE(preview.groups[2].smCount, 16);
    QCOMPARE(preview.remainder.smCount, 20);
    const PartitionBar& bar = bench.window.partitionEditor().bar();
    QCOMPARE(bar.motion(0).moved(1).left + *bar.motion(0).moved(1).right, 96);
    QVERIFY(bench.runEverything());
    for (const PartitionReport& report : bench.session.applied()->partitions)
        QCOMPARE(static_cast<int>(report.observedSmIds.size()), report.smCount);
    bench.window.throughputPanel().stopAction()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!bench.session.isAnyRunning(), patience);
    bench.window.previewPanel().releaseButton().click();
    QTRY_VERIFY_WITH_TIMEOUT(!bench.session.applied(), patience);
}

void TestRealEngine::survivesItsDeath() {
    Bench bench;
    QVERIFY(bench.start());
    QVERIFY(bench.runEverything());
    const PartitionPlan plan = bench.editor.plan();
    ::kill(static_cast<pid_t>(bench.client.processId()), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.messageBar().isVisible(), 1000);
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.messageBar().button().isVisible(), patience);
    bench.window.messageBar().button().click();
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.applied(), patience);
    QCOMPARE(bench.session.applied()->plan, plan);
    bench.window.throughputPanel().runAction()->trigger();
    QVERIFY(bench.session.isAnyRunning());
}

QTEST_MAIN(TestRealEngine)
#include "tst_real_engine.moc"
