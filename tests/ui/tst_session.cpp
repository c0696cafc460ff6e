// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/engine_fixture.h"
#include "tests/ui/support/ui_test.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::EngineFixture;

namespace {

constexpr int patience = 10'000;

int countOf(const QString& file, const QByteArray& method) {
    QFile requests(file);
    if (!requests.open(QIODevice::ReadOnly))
        return -1;
    return static_cast<int>(requests.readAll().split('\n').count(method));
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void startsWithAPlanAndItsPreview();
    void aGpuNamedAtTheStartIsNotPreviewedWithoutAPlan();
    void aDragAsksForFewPreviewsAndEndsWithTheNewest();
    void appliesRunsStopsReleases();
    void aChangedWorkloadRunsAtOnce();
    void saysWhatIsNotApplied();
    void aRefusedApplyIsToldAndChangesNothing();
    void answersOfAnotherShapeAreTold_data();
    void answersOfAnotherShapeAreTold();
    void aLostEngineTakesThePartitionsButNotThePlan();
    void switchingTheGpuIsAnEdit();
};

void TestSession::startsWithAPlanAndItsPreview() {
    EngineFixture f;
    QVERIFY(f.start());
    QCOMPARE(f.editor.plan().device, std::string("sim:test"));
    QCOMPARE(f.editor.groupCount(), 2);
    QCOMPARE(f.session.preview()->groups[0].smCount, 64);
    QCOMPARE(f.session.preview()->remainder.smCount, 36);
    QCOMPARE(f.session.notices().size(), 1);
    QVERIFY(f.editor.undoStack().count() == 0);
    QVERIFY(f.session.canApply());
}

void TestSession::aGpuNamedAtTheStartIsNotPreviewedWithoutAPlan() {
    // Describing a real GPU takes seconds; the refusal of an empty plan came first and was shown.
    EngineFixture f;
    PartitionPlan named;
    named.device = "sim:test";
    f.editor.load(named);
    std::vector<std::size_t> previewed;
    connect(&f.session, &Session::previewChanged, &f.session, [&] {
        if (f.session.preview())
            previewed.push_back(f.session.preview()->groups.size());
    });
    QVERIFY(f.start());
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QVERIFY(!previewed.empty());
    for (const std::size_t groups : previewed)
        QCOMPARE(groups, std::size_t{2});
    QVERIFY(f.session.canApply());
}

void TestSession::aDragAsksForFewPreviewsAndEndsWithTheNewest() {
    const QTemporaryDir folder;
    const QString requests = folder.filePath(QStringLiteral("requests"));
    EngineFixture f(
        {QStringLiteral("--late"), QStringLiteral("40"), QStringLiteral("--requests"), requests});
    QVERIFY(f.start());
    const int before = countOf(requests, "preview");
    int newest = 0;
    connect(&f.session, &Session::previewChanged, &f.session, [&] {
        // Answers never go back: sizes grow all along this drag.
        const int asked = f.session.preview()->groups[0].requestedSmCount;
        QVERIFY(asked >= newest);
        newest = asked;
    });
    f.editor.setSmCount(0, 1);
    for (int count = 2; count <= 96; ++count) {
        f.editor.setSmCount(0, count);
        QTest::qWait(1); // the pace of a hand, not something that is waited for
    }
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QCOMPARE(f.session.preview()->groups[0].requestedSmCount, 96);
    const int asked = countOf(requests, "preview") - before;
    QVERIFY2(asked < 60, qPrintable(QString::number(asked)));
}

void TestSession::appliesRunsStopsReleases() {
    EngineFixture f;
    QVERIFY(f.start());
    QSignalSpy samples(&f.session, &Session::samplesArrived);
    QVERIFY(f.apply());
    QCOMPARE(f.session.applied()->partitions.size(), std::size_t{2});
    QVERIFY(!f.session.canApply());
    f.session.runAll();
    QVERIFY(f.session.isRunning(0) && f.session.isRunning(1));
    QTRY_VERIFY_WITH_TIMEOUT(samples.count() > 3, patience);
    f.session.stop(0);
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.isRunning(0), patience);
    QVERIFY(f.session.isRunning(1));
    f.session.stopAll();
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.isAnyRunning(), patience);
    f.session.release();
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.applied(), patience);
    QVERIFY(f.session.canApply());
}

void TestSession::aChangedWorkloadRunsAtOnce() {
    EngineFixture f;
    QVERIFY(f.start());
    QVERIFY(f.apply());
    f.session.runAll();
    double rate = 0;
    connect(&f.session, &Session::samplesArrived, &f.session, [&](const auto& samples) {
        for (const Sample& sample : samples)
            if (sample.partition == 0)
                rate = sample.rate;
    });
    QTRY_VERIFY_WITH_TIMEOUT(rate > 0 && rate < 100, patience); // TFLOP/s
    f.editor.setWorkload(0, QStringLiteral("copy"));
    QTRY_VERIFY_WITH_TIMEOUT(rate > 1000, patience); // GB/s
    QVERIFY(f.session.isRunning(0));
    QVERIFY(f.session.pendingChanges().isEmpty());
}

void TestSession::saysWhatIsNotApplied() {
    EngineFixture f;
    QVERIFY(f.start());
    QVERIFY(f.apply());
    f.editor.setSmCount(0, 72);
    QCOMPARE(f.session.pendingChanges(), QStringList{QStringLiteral("A: 64 → 72 SMs")});
    f.editor.undoStack().undo();
    QVERIFY(f.session.pendingChanges().isEmpty());
}

void TestSession::aRefusedApplyIsToldAndChangesNothing() {
    EngineFixture f({QStringLiteral("--refuse"), QStringLiteral("apply")});
    QVERIFY(f.start());
    const QSignalSpy failed(&f.session, &Session::failed);
    f.session.apply();
    QVERIFY(f.session.isApplying());
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience);
    QVERIFY(!f.session.isApplying());
    QVERIFY(!f.session.applied());
    QVERIFY(f.session.canApply());
}

void TestSession::answersOfAnotherShapeAreTold_data() {
    QTest::addColumn<QString>("method");
    for (const char* method : {"devices", "workloads"})
        QTest::newRow(method) << QString::fromLatin1(method);
}

void TestSession::answersOfAnotherShapeAreTold() {
    QFETCH(QString, method);
    EngineFixture f({QStringLiteral("--wrong-type-on"), method});
    const QSignalSpy failed(&f.session, &Session::failed);
    f.client.start();
    QTRY_VERIFY_WITH_TIMEOUT(failed.count() > 0, patience);
    QVERIFY(failed[0][1].value<EngineError>().message.contains(method));
}

void TestSession::aLostEngineTakesThePartitionsButNotThePlan() {
    EngineFixture f({QStringLiteral("--crash-on"), QStringLiteral("stop")});
    QVERIFY(f.start());
    QVERIFY(f.apply());
    f.session.runAll();
    const PartitionPlan plan = f.editor.plan();
    const QSignalSpy lost(&f.session, &Session::engineLost);
    const QSignalSpy back(&f.session, &Session::engineBack);
    const QSignalSpy failed(&f.session, &Session::failed);
    f.session.stopAll();
    QTRY_COMPARE_WITH_TIMEOUT(lost.count(), 1, patience);
    QVERIFY(lost[0][1].toBool());
    QVERIFY(!f.session.applied());
    QTRY_COMPARE_WITH_TIMEOUT(back.count(), 1, patience);
    QVERIFY(back[0][0].toBool());
    QCOMPARE(f.editor.plan(), plan);
    QCOMPARE(failed.count(), 0); // told once, not twice
    f.session.applyWhenPossible();
    QTRY_VERIFY_WITH_TIMEOUT(f.session.applied(), patience);
}

void TestSession::switchingTheGpuIsAnEdit() {
    EngineFixture f;
    QVERIFY(f.start());
    QVERIFY(f.apply());
    f.editor.setDevice(QStringLiteral("sim:other"));
    QVERIFY(!f.session.applied()); // what is applied stays with its GPU
    QTRY_VERIFY_WITH_TIMEOUT(f.session.device(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QCOMPARE(f.session.preview()->device, std::string("sim:other"));
    f.editor.undoStack().undo();
    QVERIFY(f.session.applied());
}

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
