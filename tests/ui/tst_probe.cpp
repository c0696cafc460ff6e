// SPDX-License-Identifier: GPL-3.0-or-later
// Finding the SMs of a real GPU, so that it can be painted.
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/map/sm_map.h"
#include "ui/map/sm_map_panel.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_tree.h"

#include <QAction>
#include <QPushButton>

using namespace parterre;
using namespace parterre::ui;
using test::WindowFixture;

namespace {

constexpr int patience = 10'000;

struct Bench : WindowFixture {
    explicit Bench(const QString& device) {
        editor.load(planOfCounts(device.toStdString(), {64, 32}));
    }
    /// With the map, which gives way to the table where there is no room for both.
    bool showMap() {
        if (!show())
            return false;
        if (!window.partitionEditor().mapAction()->isChecked())
            window.partitionEditor().mapAction()->trigger();
        return panel().isVisible();
    }
    SmMapPanel& panel() { return window.partitionEditor().map(); }
    QPushButton& button() { return panel().probeButton(); }
    bool isKnown() const {
        return session.device() && !session.device()->units.empty() &&
               session.device()->units.front().smIds;
    }
};

} // namespace

class TestProbe : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void isOfferedWhereNobodyLooked();
    void paintsOnceTheSmsAreFound_data();
    void paintsOnceTheSmsAreFound();
    void canBeTriedAgainWhenRefused();
};

void TestProbe::isOfferedWhereNobodyLooked() {
    Bench simulated(QStringLiteral("sim:test"));
    QVERIFY(simulated.showMap());
    QVERIFY(!simulated.button().isVisible());
    Bench real(QStringLiteral("gpu:0"));
    QVERIFY(real.showMap());
    QTRY_VERIFY_WITH_TIMEOUT(real.button().isVisible(), patience);
    QVERIFY(real.button().isEnabled());
    // Nothing is cut off by it.
    QVERIFY(real.panel().rect().contains(real.button().geometry()));
}

void TestProbe::paintsOnceTheSmsAreFound_data() {
    test::addMouseAndKeyboard();
}

void TestProbe::paintsOnceTheSmsAreFound() {
    QFETCH(bool, byKey);
    Bench bench(QStringLiteral("gpu:0"));
    QVERIFY(bench.showMap());
    QTRY_VERIFY_WITH_TIMEOUT(bench.button().isVisible(), patience);
    const PartitionPlan before = bench.editor.plan();
    if (byKey) {
        bench.button().setFocus();
        QTest::keyClick(&bench.button(), Qt::Key_Space);
    } else {
        QTest::mouseClick(&bench.button(), Qt::LeftButton);
    }
    QVERIFY(bench.session.isProbing());
    QVERIFY(!bench.button().isEnabled()); // one at a time
    QTRY_VERIFY_WITH_TIMEOUT(bench.isKnown(), patience);
    QVERIFY(!bench.session.isProbing());
    QVERIFY(!bench.button().isVisible());
    QCOMPARE(bench.editor.plan(), before); // looking changes nothing
    // Now a partition is painted.
    bench.window.partitionEditor().table().select(0);
    SmMap& map = bench.panel().map();
    QTRY_VERIFY_WITH_TIMEOUT(map.stopCount() > 0, patience);
    int free = -1;
    for (int i = 0; i < map.stopCount(); ++i)
        if (map.content().stops[static_cast<std::size_t>(i)].unit == 15)
            free = i;
    QVERIFY(free >= 0);
    map.setFocus();
    map.setFocusStop(free);
    if (byKey)
        QTest::keyClick(&map, Qt::Key_Space);
    else
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.stopRect(free).center());
    QCOMPARE(bench.editor.plan().groups[0].units, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 15}));
    QCOMPARE(bench.editor.plan().groups[0].smCount, 72);
}

void TestProbe::canBeTriedAgainWhenRefused() {
    test::EngineFixture fixture({QStringLiteral("--refuse"), QStringLiteral("probe")});
    fixture.editor.load(planOfCounts("gpu:0", {64, 32}));
    QVERIFY(fixture.start());
    QSignalSpy failed(&fixture.session, &Session::failed);
    for (int i = 1; i <= 2; ++i) {
        fixture.session.probe();
        QVERIFY(fixture.session.isProbing());
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), i, patience);
        QVERIFY(!fixture.session.isProbing());
    }
    QVERIFY(failed.first().first().toString().contains(QLatin1String("gpu:0")));
}

QTEST_MAIN(TestProbe)
#include "tst_probe.moc"
