// SPDX-License-Identifier: GPL-3.0-or-later
// The SM map in the window, on the engine it ships with and its simulated H200.
#include "tests/ui/support/ui_test.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/session.h"
#include "ui/map/map_legend.h"
#include "ui/map/sm_map.h"
#include "ui/map/sm_map_panel.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/plan_tree.h"
#include "ui/shell/main_window.h"

#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QHelpEvent>
#include <QStatusBar>
#include <QToolTip>

#include <algorithm>
#include <set>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr int patience = 60'000;

using Units = QList<QList<int>>;

struct Bench {
    explicit Bench(const std::vector<int>& counts = {64, 32}) {
        editor.load(planOfCounts("sim:h200", counts));
    }

    bool start(const QSize& size = {1280, 800}) {
        window.resize(size);
        window.show();
        client.start();
        const bool isThere =
            QTest::qWaitForWindowExposed(&window) &&
            QTest::qWaitFor(
                [this] { return session.isPreviewCurrent() && !map().content().sms.empty(); },
                patience);
        QSize before;
        do { // docks and editor share the height in a few steps
            before = map().size();
            QTest::qWait(20);
        } while (map().size() != before);
        return isThere;
    }
    bool settle() {
        return QTest::qWaitFor([this] { return session.isPreviewCurrent(); }, patience);
    }
    bool apply() {
        if (!settle())
            return false;
        session.apply();
        return QTest::qWaitFor(
            [this] { return session.applied() && session.pendingChanges().isEmpty(); }, patience);
    }

    SmMapPanel& panel() { return window.partitionEditor().map(); }
    SmMap& map() { return panel().map(); }
    void choose(int row) { window.partitionEditor().table().select(row); }
    void paintSmallest() {
        QComboBox& units = panel().unitChoice();
        units.setCurrentIndex(1);
        emit units.activated(1);
    }
    int stopOf(int unit) {
        const auto& stops = map().content().stops;
        for (std::size_t i = 0; i < stops.size(); ++i)
            if (stops[i].unit == unit)
                return static_cast<int>(i);
        return -1;
    }
    QPoint at(int unit) { return map().stopRect(stopOf(unit)).center(); }
    void
    click(int unit, Qt::KeyboardModifiers modifiers = {}, Qt::MouseButton button = Qt::LeftButton) {
        QTest::mouseClick(&map(), button, modifiers, at(unit));
    }
    void go(int unit) {
        map().setFocus();
        map().setFocusStop(stopOf(unit));
    }

    Units units() const {
        Units all;
        for (const PlanGroup& group : editor.plan().groups)
            all << QList<int>(group.units.begin(), group.units.end());
        return all;
    }
    /// SM ids that the map shows in a segment.
    std::vector<int> idsInMap(int segment) {
        std::vector<int> ids;
        for (const SmMapContent::Sm& sm : map().content().sms)
            if (map().content().ownerOf(sm) == segment)
                ids.push_back(sm.id);
        std::sort(ids.begin(), ids.end());
        return ids;
    }

    EngineClient client{{QStringLiteral(PARTERRE_CLI), QStringLiteral("serve")}};
    PlanEditor editor;
    Session session{client, editor};
    MainWindow window{session};
};

std::vector<int> idsOf(const SplitUnits& units, const std::vector<int>& chosen) {
    std::vector<int> ids;
    for (const int unit : chosen)
        for (const int id : (*units.smIds)[static_cast<std::size_t>(unit)])
            ids.push_back(id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

const Units untouched{{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11}};

} // namespace

class TestSmMap : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void everySmIsThereOnce();
    void mapAndPreviewAgree_data();
    void mapAndPreviewAgree();
    void mouseAndKeysPaintTheSame_data();
    void mouseAndKeysPaintTheSame();
    void aLongStrokeIsOneEntry();
    void shiftPaintsOnUntilReleased();
    void escapeRestoresWhatWasBefore_data();
    void escapeRestoresWhatWasBefore();
    void thePartitionIsChosenByKey_data();
    void thePartitionIsChosenByKey();
    void everyStopIsReachedByArrows();
    void theLastUnitStaysAndItIsSaid();
    void anSmInNoUnitSaysSo();
    void otherUnitsKeepTheSms();
    void paintedPartitionsRunWhereTheyWerePainted_data();
    void paintedPartitionsRunWhereTheyWerePainted();
    void aDifferenceIsMarked();
    void whatIsNotKnownIsSaid();
    void tellsWhatIsUnderTheMouse();
    void aScreenReaderSeesATable();
    void aScreenReaderCanPaint();
    void oneOfTheViewsIsAlwaysThere();
    void aSmallWindowShowsOneView();
    void twoLettersTellNamesApart();
};

void TestSmMap::everySmIsThereOnce() {
    Bench bench;
    QVERIFY(bench.start());
    std::set<int> ids;
    std::size_t covered = 0;
    for (const SmMapContent::Sm& sm : bench.map().content().sms)
        ids.insert(sm.id);
    for (const SmMapContent::Stop& stop : bench.map().content().stops)
        covered += stop.sms.size();
    QCOMPARE(ids.size(), std::size_t{132});
    QCOMPARE(bench.map().content().sms.size(), std::size_t{132});
    QCOMPARE(covered, std::size_t{132});
    QCOMPARE(bench.map().stopCount(), 15 + 12); // units of 8, and what is in none
    bench.paintSmallest();
    QCOMPARE(bench.map().stopCount(), 66);
    QCOMPARE(bench.editor.undoStack().count(), 0); // looking at other units changes nothing
}

void TestSmMap::mapAndPreviewAgree_data() {
    QTest::addColumn<QList<int>>("counts");
    QTest::addColumn<bool>("smallest");
    QTest::addColumn<int>("painted"); // a unit given to the first; -1: none
    QTest::newRow("two") << QList<int>{64, 32} << false << -1;
    QTest::newRow("by count") << QList<int>{24, 24, 24} << false << -1;
    QTest::newRow("smallest units") << QList<int>{2, 40, 6} << true << -1;
    QTest::newRow("sixty-six") << QList<int>(66, 2) << true << -1;
    QTest::newRow("painted") << QList<int>{64, 32} << false << 14;
    QTest::newRow("painted small") << QList<int>{10, 6} << true << 40;
}

void TestSmMap::mapAndPreviewAgree() {
    QFETCH(QList<int>, counts);
    QFETCH(bool, smallest);
    QFETCH(int, painted);
    Bench bench({counts.begin(), counts.end()});
    QVERIFY(bench.start());
    bench.editor.setIgnoreCoscheduling(smallest);
    QVERIFY(bench.settle());
    if (painted >= 0) {
        bench.choose(0);
        bench.click(painted);
        QCOMPARE(
            bench.map().content().ownerOf(
                bench.map().content().stops[static_cast<std::size_t>(bench.stopOf(painted))]),
            0); // before the preview has come
        QVERIFY(bench.settle());
    }
    // What the engine answers, as it came.
    const Json preview = *bench.session.preview();
    for (std::size_t i = 0; i < bench.editor.plan().groups.size(); ++i) {
        QCOMPARE(
            bench.idsInMap(static_cast<int>(i)),
            preview["groups"][i]["sm_ids"].get<std::vector<int>>());
        QCOMPARE(
            preview["groups"][i]["sm_count"].get<std::size_t>(),
            preview["groups"][i]["sm_ids"].size());
        if (painted >= 0)
            QCOMPARE(
                preview["groups"][i]["units"].get<std::vector<int>>(),
                bench.editor.plan().groups[i].units);
    }
    QCOMPARE(
        bench.idsInMap(SmMapContent::none), preview["remainder"]["sm_ids"].get<std::vector<int>>());
    QVERIFY(bench.map().content().differing().empty());
}

void TestSmMap::mouseAndKeysPaintTheSame_data() {
    QTest::addColumn<QString>("gesture");
    QTest::addColumn<bool>("byKey");
    QTest::addColumn<Units>("expected");
    const auto row = [](const char* gesture, const Units& expected) {
        QTest::addRow("%s by mouse", gesture) << QString::fromLatin1(gesture) << false << expected;
        QTest::addRow("%s by keys", gesture) << QString::fromLatin1(gesture) << true << expected;
    };
    row("a free unit", {{0, 1, 2, 3, 4, 5, 6, 7, 14}, {8, 9, 10, 11}});
    row("another's unit", {{0, 1, 2, 3, 4, 5, 6, 7, 9}, {8, 10, 11}});
    row("take away", {{0, 1, 2, 4, 5, 6, 7}, {8, 9, 10, 11}});
    row("with the remainder chosen", {{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 11}});
}

void TestSmMap::mouseAndKeysPaintTheSame() {
    QFETCH(QString, gesture);
    QFETCH(bool, byKey);
    QFETCH(Units, expected);
    Bench bench;
    QVERIFY(bench.start());
    const PartitionPlan before = bench.editor.plan();
    bench.choose(gesture == QLatin1String("with the remainder chosen") ? 2 : 0);
    const int unit = gesture == QLatin1String("a free unit")      ? 14
                     : gesture == QLatin1String("another's unit") ? 9
                     : gesture == QLatin1String("take away")      ? 3
                                                                  : 10;
    if (byKey) {
        bench.go(unit);
        QTest::keyClick(&bench.map(), Qt::Key_Space);
    } else {
        bench.click(unit, unit == 3 ? Qt::ControlModifier : Qt::NoModifier);
    }
    QCOMPARE(bench.units(), expected);
    QCOMPARE(bench.editor.plan().strategy, Strategy::combined);
    for (const PlanGroup& group : bench.editor.plan().groups)
        QCOMPARE(group.smCount, 8 * static_cast<int>(group.units.size()));
    QCOMPARE(bench.editor.undoStack().count(), 1);
    bench.editor.undoStack().undo();
    QCOMPARE(bench.editor.plan(), before);
    if (!byKey && unit == 3) { // the right button does what Ctrl does
        bench.click(unit, {}, Qt::RightButton);
        QCOMPARE(bench.units(), expected);
    }
}

void TestSmMap::aLongStrokeIsOneEntry() {
    Bench bench;
    QVERIFY(bench.start());
    bench.choose(1);
    // Over all GPCs from left to right, fast: what lies between two mouse events is painted, too.
    test::drag(&bench.map(), bench.at(0), bench.at(14), 50);
    QVERIFY(bench.units()[1].size() > 8);
    QVERIFY(!bench.units()[0].isEmpty());
    QCOMPARE(bench.editor.undoStack().count(), 1);
    QCOMPARE(bench.editor.undoStack().undoText(), QStringLiteral("Paint B"));
    const Units slow = bench.units();
    bench.editor.undoStack().undo();
    QCOMPARE(bench.units(), (Units{{}, {}}));
    test::drag(&bench.map(), bench.at(0), bench.at(14), 2);
    QCOMPARE(bench.units(), slow);
}

void TestSmMap::shiftPaintsOnUntilReleased() {
    Bench bench;
    QVERIFY(bench.start());
    bench.paintSmallest();
    bench.choose(1);
    bench.go(0);
    QTest::keyPress(&bench.map(), Qt::Key_Shift);
    std::set<int> passed{0};
    for (int i = 0; i < 4; ++i) {
        QTest::keyPress(&bench.map(), Qt::Key_Right, Qt::ShiftModifier);
        passed.insert(
            bench.map().content().stops[static_cast<std::size_t>(bench.map().focusStop())].unit);
    }
    QVERIFY(bench.map().isPainting());
    QCOMPARE(bench.editor.undoStack().count(), 0);
    QTest::keyRelease(&bench.map(), Qt::Key_Shift);
    QVERIFY(!bench.map().isPainting());
    QCOMPARE(bench.editor.undoStack().count(), 1);
    QCOMPARE(passed.size(), std::size_t{5});
    for (const int unit : passed)
        QVERIFY(bench.units()[1].contains(unit));
}

void TestSmMap::escapeRestoresWhatWasBefore_data() {
    test::addMouseAndKeyboard();
}

void TestSmMap::escapeRestoresWhatWasBefore() {
    QFETCH(bool, byKey);
    Bench bench;
    QVERIFY(bench.start());
    const PartitionPlan before = bench.editor.plan();
    bench.choose(1);
    if (byKey) {
        bench.go(0);
        QTest::keyPress(&bench.map(), Qt::Key_Right, Qt::ShiftModifier);
    } else {
        test::drag(&bench.map(), bench.at(0), bench.at(3), 10, false);
    }
    QVERIFY(bench.editor.plan() != before);
    QTest::keyClick(&bench.map(), Qt::Key_Escape);
    QCOMPARE(bench.editor.plan(), before);
    QVERIFY(!bench.map().isPainting());
    QTest::mouseMove(&bench.map(), bench.at(5)); // the stroke is over
    QTest::mouseRelease(&bench.map(), Qt::LeftButton, {}, bench.at(5));
    QTest::keyRelease(&bench.map(), Qt::Key_Shift);
    QCOMPARE(bench.editor.plan(), before);
    QCOMPARE(bench.editor.undoStack().count(), 0);
}

void TestSmMap::thePartitionIsChosenByKey_data() {
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, int key, Qt::KeyboardModifiers modifiers, int expected) {
        QTest::newRow(name) << key << static_cast<int>(modifiers) << expected;
    };
    row("letter", Qt::Key_C, Qt::NoModifier, 2);
    row("number", Qt::Key_3, Qt::NoModifier, 2);
    row("letter of the remainder", Qt::Key_R, Qt::NoModifier, 3);
    row("no such letter", Qt::Key_X, Qt::NoModifier, 1);
    row("no such number", Qt::Key_9, Qt::NoModifier, 1);
    row("next", Qt::Key_Right, Qt::ControlModifier, 2);
    row("previous", Qt::Key_Up, Qt::ControlModifier, 0);
}

void TestSmMap::thePartitionIsChosenByKey() {
    QFETCH(int, key);
    QFETCH(int, modifiers);
    QFETCH(int, expected);
    Bench bench({32, 32, 16});
    QVERIFY(bench.start());
    bench.choose(1);
    bench.map().setFocus();
    QTest::keyClick(
        &bench.map(), static_cast<Qt::Key>(key), static_cast<Qt::KeyboardModifiers>(modifiers));
    QCOMPARE(bench.map().current(), expected);
    QCOMPARE(bench.window.partitionEditor().current(), GroupPath(expected));
    QCOMPARE(bench.editor.undoStack().count(), 0);
}

void TestSmMap::everyStopIsReachedByArrows() {
    Bench bench;
    QVERIFY(bench.start());
    for (int smallest = 0; smallest < 2; ++smallest) {
        for (const QSize& size : {QSize(1280, 800), QSize(1800, 1000)}) {
            bench.window.resize(size);
            QCoreApplication::processEvents();
            std::set<int> reached{0};
            std::vector<int> open{0};
            while (!open.empty()) {
                const int from = open.back();
                open.pop_back();
                for (const int key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down})
                    if (const int to = bench.map().neighbour(from, key); reached.insert(to).second)
                        open.push_back(to);
            }
            QCOMPARE(static_cast<int>(reached.size()), bench.map().stopCount());
        }
        bench.paintSmallest();
    }
    bench.go(0); // as the keys do it
    const QRect from = bench.map().stopRect(bench.map().focusStop());
    QTest::keyClick(&bench.map(), Qt::Key_Right);
    QVERIFY(bench.map().stopRect(bench.map().focusStop()).left() > from.left());
    QTest::keyClick(&bench.map(), Qt::Key_End);
    QCOMPARE(bench.map().focusStop(), bench.map().stopCount() - 1);
    QTest::keyClick(&bench.map(), Qt::Key_Home);
    QCOMPARE(bench.map().focusStop(), 0);
}

void TestSmMap::theLastUnitStaysAndItIsSaid() {
    Bench bench({8, 8});
    QVERIFY(bench.start());
    bench.choose(0);
    bench.click(1); // B's only one
    QVERIFY2(
        bench.panel().note().contains(QLatin1String("B keeps unit 1")),
        qPrintable(bench.panel().note()));
    QCOMPARE(bench.editor.undoStack().count(), 0);
    bench.click(0, Qt::ControlModifier);
    QVERIFY(bench.panel().note().contains(QLatin1String("A keeps unit 0")));
    bench.click(5);
    QVERIFY(bench.panel().note().isEmpty());
    QCOMPARE(bench.units(), (Units{{0, 5}, {1}}));
}

void TestSmMap::anSmInNoUnitSaysSo() {
    Bench bench;
    QVERIFY(bench.start());
    const auto& stops = bench.map().content().stops;
    const auto alone = std::find_if(stops.begin(), stops.end(), [](const auto& stop) {
        return stop.unit == SmMapContent::none;
    });
    QVERIFY(alone != stops.end());
    bench.map().setFocus();
    bench.map().setFocusStop(static_cast<int>(alone - stops.begin()));
    QTest::keyClick(&bench.map(), Qt::Key_Space);
    QVERIFY(bench.panel().note().contains(QLatin1String("in no unit of 8 SMs")));
    QCOMPARE(bench.editor.undoStack().count(), 0);
    // Twenty partitions are more than there are units of 8.
    bench.editor.load(planOfCounts("sim:h200", std::vector<int>(20, 2)));
    QVERIFY(bench.settle());
    bench.click(14);
    QVERIFY2(
        bench.panel().note().contains(QLatin1String("15 units of 8 SMs for 20 partitions")),
        qPrintable(bench.panel().note()));
    QCOMPARE(bench.editor.undoStack().count(), 0);
}

void TestSmMap::otherUnitsKeepTheSms() {
    Bench bench;
    QVERIFY(bench.start());
    bench.choose(0);
    bench.click(14);
    QVERIFY(bench.settle());
    const std::vector<int> before = bench.idsInMap(0);
    bench.paintSmallest();
    QCOMPARE(bench.idsInMap(0), before);
    QVERIFY(bench.editor.plan().ignoreCoscheduling);
    QCOMPARE(bench.editor.undoStack().count(), 2);
    QVERIFY(bench.settle());
    // And it is said what that costs.
    const auto& diagnostics = bench.session.preview()->diagnostics;
    QVERIFY(std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& one) {
        return one.code == "cluster_limited";
    }));
    bench.editor.undoStack().undo();
    QVERIFY(!bench.editor.plan().ignoreCoscheduling);
    QCOMPARE(bench.panel().unitChoice().currentIndex(), 0);
    QCOMPARE(bench.idsInMap(0), before);
}

void TestSmMap::paintedPartitionsRunWhereTheyWerePainted_data() {
    QTest::addColumn<QString>("pattern");
    QTest::newRow("odd against even TPCs") << QStringLiteral("odd and even");
    QTest::newRow("three units of three GPCs") << QStringLiteral("three");
    QTest::newRow("three small units of three GPCs") << QStringLiteral("three small");
}

void TestSmMap::paintedPartitionsRunWhereTheyWerePainted() {
    QFETCH(QString, pattern);
    Bench bench({16, 16});
    QVERIFY(bench.start());
    const bool small = pattern != QLatin1String("three");
    if (small)
        bench.paintSmallest();
    const SplitUnits& units = bench.session.device()->units[small ? 1 : 0];
    std::vector<std::vector<int>> wanted(2);
    if (pattern == QLatin1String("odd and even")) {
        for (int unit = 0; unit < 66; ++unit)
            wanted[static_cast<std::size_t>(unit % 2)].push_back(unit);
    } else {
        wanted = {{1, 4, 6}, {0}};
        std::set<int> gpcs;
        for (const int unit : wanted[0])
            gpcs.insert(bench.map()
                            .content()
                            .sms[static_cast<std::size_t>(
                                bench.map()
                                    .content()
                                    .stops[static_cast<std::size_t>(bench.stopOf(unit))]
                                    .sms.front())]
                            .gpc);
        QCOMPARE(gpcs.size(), std::size_t{3});
    }
    for (int group = 0; group < 2; ++group) {
        bench.choose(group);
        for (const int unit : wanted[static_cast<std::size_t>(group)])
            bench.click(unit);
    }
    for (int unit = 0; unit < static_cast<int>(units.smCounts.size()); ++unit) // nothing else
        if (std::find(wanted[0].begin(), wanted[0].end(), unit) == wanted[0].end() &&
            std::find(wanted[1].begin(), wanted[1].end(), unit) == wanted[1].end())
            bench.click(unit, {}, Qt::RightButton);
    for (std::size_t group = 0; group < 2; ++group)
        QCOMPARE(bench.editor.plan().groups[group].units, wanted[group]);
    QVERIFY(bench.apply());
    for (std::size_t group = 0; group < 2; ++group) {
        const std::vector<int> expected = idsOf(units, wanted[group]);
        QCOMPARE(bench.session.applied()->partitions[group].observedSmIds, expected);
        QCOMPARE(bench.idsInMap(static_cast<int>(group)), expected);
    }
    QVERIFY(bench.map().content().isObserved);
    QVERIFY(bench.map().content().differing().empty());
    QVERIFY(bench.panel().note().isEmpty());
}

void TestSmMap::aDifferenceIsMarked() {
    Bench bench;
    QVERIFY(bench.start());
    QVERIFY(bench.apply());
    // What no driver at hand does: kernels of B on two SMs of A.
    std::vector<PartitionReport> reports = bench.session.applied()->partitions;
    reports[1].observedSmIds.insert(reports[1].observedSmIds.begin(), {4, 5});
    const BarContent planned = BarContent::make(bench.editor.plan(), bench.session.preview(), 132);
    const DeviceDescription& device = *bench.session.device();
    const SmMapContent content = SmMapContent::make(device, planned, device.units.data(), &reports);
    QCOMPARE(content.differing(), (std::vector<int>{4, 5}));
    bench.map().setContent(content);
    bench.panel().legend().setContent(content);
    const auto& states = bench.panel().legend().states();
    QVERIFY(std::find(states.begin(), states.end(), SmState::differs) != states.end());
    const SmMapContent::Stop& stop = content.stops[static_cast<std::size_t>(bench.stopOf(2))];
    QVERIFY(content.stopDescription(stop).contains(QLatin1String("not as planned")));
    // And where it is drawn, it is red.
    const QImage picture = bench.map().grab().toImage();
    const QRect rect = bench.map().stopRect(bench.stopOf(2));
    int red = 0;
    for (int y = rect.top(); y < rect.bottom(); ++y)
        for (int x = rect.left(); x < rect.right(); ++x) {
            const QColor colour = picture.pixelColor(x, y);
            red += colour.red() > colour.green() + 60 && colour.red() > colour.blue() + 60 ? 1 : 0;
        }
    QVERIFY2(red > rect.width(), qPrintable(QString::number(red)));
}

void TestSmMap::whatIsNotKnownIsSaid() {
    DeviceDescription device;
    device.smCount = 132;
    BarContent planned = BarContent::make(planOfCounts("gpu:0", {64, 32}), nullptr, 132);
    const SmMapContent before = SmMapContent::make(device, planned, nullptr, nullptr);
    QVERIFY(before.sms.empty() && !before.placementKnown);
    QVERIFY(SmMapPainter::countsText(before).contains(QLatin1String("A: 64 SMs")));
    QVERIFY(before.ownerText(0).contains(QLatin1String("not known until applied")));
    // Once applied, what was observed is shown, in pairs of which nobody knows the GPC.
    std::vector<PartitionReport> reports(2);
    reports[0].name = "A";
    reports[0].observedSmIds = {0, 1, 2, 3};
    reports[1].name = "B";
    reports[1].observedSmIds = {130, 131, 140}; // ids may go beyond the count
    const SmMapContent after = SmMapContent::make(device, planned, nullptr, &reports);
    QVERIFY(after.placementKnown && after.isObserved && !after.gpcsKnown);
    QCOMPARE(after.sms.size(), std::size_t{141});
    QVERIFY(after.differing().empty()); // nothing was planned that could differ
    QVERIFY(after.smDescription(after.sms[140]).contains(QLatin1String("GPC and TPC unknown")));
    QVERIFY(after.smDescription(after.sms[140]).contains(QLatin1String("partition B")));
    SmMap map;
    map.resize(600, 100);
    for (const SmMapContent& content : {before, after}) {
        map.setContent(content);
        QVERIFY(!map.grab().isNull());
    }
}

void TestSmMap::tellsWhatIsUnderTheMouse() {
    Bench bench;
    QVERIFY(bench.start());
    const QPoint place = bench.at(9);
    QTest::mouseMove(&bench.map(), place);
    QTRY_VERIFY_WITH_TIMEOUT(
        bench.window.statusBar()->currentMessage().contains(QLatin1String("Unit 9")), patience);
    QVERIFY(bench.window.statusBar()->currentMessage().contains(QLatin1String("partition B")));
    QHelpEvent help(QEvent::ToolTip, place, bench.map().mapToGlobal(place));
    QApplication::sendEvent(&bench.map(), &help);
    for (const char* part : {"SM ", "TPC ", "of GPC ", "partition B", "Unit 9"})
        QVERIFY2(QToolTip::text().contains(QLatin1String(part)), qPrintable(QToolTip::text()));
    // The keyboard's focus is told in the same line.
    bench.go(14);
    QVERIFY(bench.window.statusBar()->currentMessage().contains(QLatin1String("Unit 14")));
    QVERIFY(bench.window.statusBar()->currentMessage().contains(QLatin1String("left over")));
}

void TestSmMap::aScreenReaderSeesATable() {
    Bench bench;
    QVERIFY(bench.start());
    QAccessibleInterface* map = QAccessible::queryAccessibleInterface(&bench.map());
    QVERIFY(map);
    QCOMPARE(map->role(), QAccessible::Table);
    QCOMPARE(map->childCount(), bench.map().stopCount());
    QAccessibleTableInterface* table = map->tableInterface();
    QVERIFY(table);
    QCOMPARE(table->rowCount(), 12);
    QCOMPARE(table->rowDescription(3), QStringLiteral("GPC 3"));
    int cells = 0;
    for (int row = 0; row < table->rowCount(); ++row)
        for (int column = 0; column < table->columnCount(); ++column)
            if (QAccessibleInterface* cell = table->cellAt(row, column)) {
                ++cells;
                QCOMPARE(cell->tableCellInterface()->rowIndex(), row);
                QCOMPARE(cell->tableCellInterface()->columnIndex(), column);
                QCOMPARE(cell->tableCellInterface()->table(), map);
            }
    QCOMPARE(cells, map->childCount());
    for (int i = 0; i < map->childCount(); ++i) {
        QAccessibleInterface* child = map->child(i);
        QVERIFY(child && child->isValid());
        QCOMPARE(map->indexOfChild(child), i);
        const QPoint centre = child->rect().center();
        QCOMPARE(map->childAt(centre.x(), centre.y()), child);
        QVERIFY(!child->text(QAccessible::Name).isEmpty());
    }
    QAccessibleInterface* unit = map->child(bench.stopOf(9));
    QCOMPARE(
        unit->text(QAccessible::Name), QStringLiteral("Unit 9 (SMs 66–67, 80–81, 94–95, 108–109)"));
    QCOMPARE(unit->text(QAccessible::Value), QStringLiteral("partition B"));
    QVERIFY(unit->text(QAccessible::Description).contains(QLatin1String("of GPC 2")));
    QVERIFY(!unit->state().checked && !unit->state().disabled);
    bench.choose(1);
    QVERIFY(unit->state().checked);
    bench.go(9);
    QTRY_VERIFY(bench.map().hasFocus());
    QCOMPARE(map->focusChild(), unit);
}

void TestSmMap::aScreenReaderCanPaint() {
    Bench bench;
    QVERIFY(bench.start());
    QAccessibleInterface* map = QAccessible::queryAccessibleInterface(&bench.map());
    bench.choose(0);
    QAccessibleInterface* unit = map->child(bench.stopOf(14));
    QVERIFY(unit->actionInterface());
    unit->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    QVERIFY(bench.units()[0].contains(14));
    unit->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    QCOMPARE(bench.units(), untouched);
    QCOMPARE(bench.editor.undoStack().count(), 2);
}

void TestSmMap::oneOfTheViewsIsAlwaysThere() {
    Bench bench;
    QVERIFY(bench.start());
    PartitionEditor& editor = bench.window.partitionEditor();
    QVERIFY(bench.panel().isVisible() && editor.table().isVisible());
    editor.tableAction()->trigger();
    QVERIFY(bench.panel().isVisible() && !editor.table().isVisible());
    editor.mapAction()->trigger(); // the only one: the other takes its place
    QVERIFY(!bench.panel().isVisible() && editor.table().isVisible());
    QVERIFY(!editor.mapAction()->isChecked() && editor.tableAction()->isChecked());
    QTest::keyClick(&bench.window, Qt::Key_M, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(bench.panel().isVisible() && editor.table().isVisible());
}

void TestSmMap::aSmallWindowShowsOneView() {
    Bench bench;
    QVERIFY(bench.start({960, 600}));
    QCOMPARE(bench.window.size(), QSize(960, 600));
    PartitionEditor& editor = bench.window.partitionEditor();
    QTRY_VERIFY(!bench.panel().isVisible() && editor.table().isVisible());
    editor.mapAction()->trigger();
    QTRY_VERIFY(bench.panel().isVisible() && !editor.table().isVisible());
    QCOMPARE(bench.window.size(), QSize(960, 600));
    bench.choose(0);
    bench.click(14); // and it can be used
    QVERIFY(bench.units()[0].contains(14));
    bench.window.resize(1280, 900);
    QTRY_VERIFY(bench.panel().isVisible() && editor.table().isVisible());
}

void TestSmMap::twoLettersTellNamesApart() {
    SmMapContent content;
    for (const char* name : {"A", "BN", "decode", "default", "prefill", "prefix", "prefill 2"}) {
        BarSegment segment;
        segment.name = QString::fromLatin1(name);
        content.segments.push_back(segment);
        content.above.push_back(SmMapContent::none);
    }
    std::set<QString> tags;
    for (int i = 0; i < 7; ++i) {
        QVERIFY(content.tag(i).size() <= 3 && !content.tag(i).isEmpty());
        tags.insert(content.tag(i));
    }
    QCOMPARE(tags.size(), std::size_t{7});
    QCOMPARE(content.tag(1), QStringLiteral("BN"));
}

QTEST_MAIN(TestSmMap)
#include "tst_sm_map.moc"
