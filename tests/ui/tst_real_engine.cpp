// SPDX-License-Identifier: GPL-3.0-or-later
// The window on the engine it ships with, as a process of its own, and on its simulated GPU.
#include "tests/ui/support/ui_test.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/session.h"
#include "ui/partition/diagnostic_row.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/preview_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_plot.h"
#include "ui/timeline/timeline_chart.h"
#include "ui/timeline/timeline_panel.h"

#include <QAction>
#include <QDockWidget>
#include <QPushButton>

#include <algorithm>
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
        const auto decided = [this] {
            return session.isPreviewCurrent() || client.state() == EngineClient::State::failed;
        };
        if (QTest::qWaitFor(decided, patience) && session.isPreviewCurrent())
            return true;
        qInfo("no preview: %s", qPrintable(client.lastReason()));
        return false;
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
    void showsWhereBlocksRan();
    void survivesItsDeath();
    void offersMoreHardwareConnections_data();
    void offersMoreHardwareConnections();
    void offersSmallerUnits_data() { offersMoreHardwareConnections_data(); }
    void offersSmallerUnits();
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

void TestRealEngine::showsWhereBlocksRan() {
    Bench bench;
    QVERIFY(bench.start());
    const TimelinePanel& timeline = bench.window.timelinePanel();
    timeline.recordAction()->trigger();
    QVERIFY(bench.runEverything());
    QTRY_VERIFY_WITH_TIMEOUT(timeline.record().windows().size() > 3, patience);
    const auto& partitions = bench.session.applied()->partitions;
    for (const int sm : timeline.record().sms())
        for (const int partition : timeline.record().row(sm)->partitions) {
            const auto& own = partitions[static_cast<std::size_t>(partition)].observedSmIds;
            QVERIFY(std::find(own.begin(), own.end(), sm) != own.end());
        }
    QCOMPARE(timeline.record().sms().size(), std::size_t{64 + 32});
    bench.window.findChild<QDockWidget*>(QStringLiteral("timeline"))->toggleViewAction()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(timeline.chart().barCount() > 0, patience);
    QVERIFY(timeline.chart().rows().front().gpc != SmRow::unknown);
    timeline.recordAction()->trigger();
    const std::int64_t recorded = timeline.record().recorded();
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.isRunning(0) && bench.session.isRunning(1), patience);
    int samples = 0;
    connect(&bench.session, &Session::samplesArrived, this, [&samples] { ++samples; });
    QTRY_VERIFY_WITH_TIMEOUT(samples > 5, patience);
    QCOMPARE(timeline.record().recorded(), recorded);
}

void TestRealEngine::survivesItsDeath() {
    Bench bench;
    QVERIFY(bench.start());
    QVERIFY(bench.runEverything());
    const int edits = bench.editor.undoStack().count();
    QVERIFY(edits > 0);
    const PartitionPlan plan = bench.editor.plan();
    const qint64 killed = bench.client.processId();
    QVERIFY(killed > 0); // 0 would be this very test
    ::kill(static_cast<pid_t>(killed), SIGKILL);

    QTRY_VERIFY_WITH_TIMEOUT(bench.window.messageBar().isVisible(), patience);
    QVERIFY(bench.window.messageBar().text().contains(QLatin1String("signal 9")));
    QVERIFY(!bench.session.applied() && !bench.session.isAnyRunning());
    QVERIFY(!bench.window.throughputPanel().stopAction()->isEnabled());
    QCOMPARE(bench.editor.plan(), plan);
    QCOMPARE(bench.editor.undoStack().count(), edits);
    const int measured = bench.window.throughputPanel().plot().pointCount(0);
    QVERIFY(measured > 3); // what was seen until then stays to be read

    QTRY_VERIFY_WITH_TIMEOUT(bench.window.messageBar().button().isVisible(), patience);
    QVERIFY(bench.client.processId() != killed);
    QCOMPARE(bench.window.messageBar().button().text(), QStringLiteral("Apply again"));
    bench.window.messageBar().button().click();
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.applied(), patience);
    QCOMPARE(bench.session.applied()->plan, plan);
    QVERIFY(!bench.window.messageBar().isVisible());
    int samples = 0;
    connect(&bench.session, &Session::samplesArrived, this, [&samples] { ++samples; });
    bench.window.throughputPanel().runAction()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(samples > 3, patience);
    QVERIFY(bench.session.isRunning(0) && bench.session.isRunning(1));
}

void TestRealEngine::offersMoreHardwareConnections_data() {
    test::addMouseAndKeyboard();
}

void TestRealEngine::offersMoreHardwareConnections() {
    QFETCH(bool, byKey);
    Bench bench;
    bench.client.setVariable(QStringLiteral("CUDA_DEVICE_MAX_CONNECTIONS"), QStringLiteral("2"));
    QVERIFY(bench.start()); // three partitions share two connections
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.device(), patience); // may come after the preview
    QCOMPARE(bench.session.device()->hardwareConnections, 2);
    PreviewPanel& preview = bench.window.previewPanel();
    QVERIFY(bench.runEverything());
    const PartitionPlan plan = bench.editor.plan();
    const qint64 before = bench.client.processId();
    const auto offered = [&preview]() -> QPushButton* {
        for (const DiagnosticRow* row : preview.diagnostics())
            if (row->fixButton() && row->fixButton()->text() == QLatin1String("Use 32 connections"))
                return row->fixButton();
        return nullptr;
    };
    QPushButton* fix = offered();
    QVERIFY(fix && fix->isVisible());
    if (byKey) {
        bench.window.activateWindow();
        fix->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(fix->hasFocus(), patience);
        QTest::keyClick(fix, Qt::Key_Space);
    } else {
        QTest::mouseClick(fix, Qt::LeftButton);
    }
    // Another engine, in which the variable has another value; and it is said what that cost.
    QTRY_VERIFY_WITH_TIMEOUT(
        bench.session.device() && bench.session.device()->hardwareConnections == 32, patience);
    QVERIFY(bench.client.processId() != before);
    QTRY_VERIFY_WITH_TIMEOUT(!offered(), patience);
    QCOMPARE(bench.editor.plan(), plan);
    QVERIFY(!bench.session.applied());
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.messageBar().button().isVisible(), patience);
    bench.window.messageBar().button().click();
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.applied(), patience);
    QCOMPARE(bench.session.applied()->plan, plan);
}

void TestRealEngine::offersSmallerUnits() {
    QFETCH(bool, byKey);
    Bench bench;
    QVERIFY(bench.start());
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.device(), patience);
    bench.editor.setSmCount(1, 20);
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.isPreviewCurrent(), patience);
    const QList<DiagnosticRow*>& rows = bench.window.previewPanel().diagnostics();
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows[0]->fixButton()->text(), QStringLiteral("Use 24"));
    QPushButton* other = rows[0]->otherButton();
    QVERIFY(other && other->isVisible());
    QCOMPARE(other->text(), QStringLiteral("Use 2-SM units"));
    const int edits = bench.editor.undoStack().count();
    if (byKey) {
        bench.window.activateWindow();
        other->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(other->hasFocus(), patience);
        QTest::keyClick(other, Qt::Key_Space);
    } else {
        QTest::mouseClick(other, Qt::LeftButton);
    }
    QVERIFY(bench.editor.plan().ignoreCoscheduling);
    QCOMPARE(bench.editor.undoStack().count(), edits + 1);
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.isPreviewCurrent(), patience);
    QCOMPARE(bench.session.preview()->groups[1].smCount, 20);
    for (const DiagnosticRow* row : bench.window.previewPanel().diagnostics())
        QVERIFY(!row->otherButton()); // they are used now
}

QTEST_MAIN(TestRealEngine)
#include "tst_real_engine.moc"
