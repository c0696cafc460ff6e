// SPDX-License-Identifier: GPL-3.0-or-later
// Segments within a segment of the partition bar, and the two ways to split.
#include "tests/ui/support/grid_device.h"
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/map/sm_map_content.h"
#include "ui/partition/group_actions.h"
#include "ui/partition/group_menu.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_options.h"
#include "ui/partition/plan_tree.h"
#include "ui/partition/split_actions.h"

#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>

#include <algorithm>
#include <numeric>

using namespace parterre;
using namespace parterre::ui;

namespace {

using Part = PartitionBar::Part;
constexpr auto segment = Part::Kind::segment;
constexpr auto handle = Part::Kind::handle;

/// A of 64 SMs split in 32, 16 and 16 left over; B of 32; 36 left over; in units of 8.
struct Bench {
    explicit Bench(std::vector<int> parts = {32, 16}) {
        QObject::connect(&bar, &PartitionBar::dragBegan, &editor, &PlanEditor::beginGesture);
        QObject::connect(&bar, &PartitionBar::dragCancelled, &editor, &PlanEditor::cancelGesture);
        QObject::connect(&bar, &PartitionBar::dragEnded, &editor, &PlanEditor::endResize);
        QObject::connect(
            &bar, &PartitionBar::handleMoved, &editor,
            [this](const GroupPath& group, const HandleMotion::Step& step) {
                editor.setNeighbours(group, step.left, step.right);
            });
        device = test::gridDevice(8, 9);
        device.smResource = SmResourceDescription{};
        device.smResource->smCount = 132;
        device.smResource->minPartitionSize = 8;
        device.smResource->coscheduledAlignment = 8;
        editor.load(planOfCounts("sim:test", {64, 32}));
        editor.splitWithin(0, parts);
        editor.undoStack().clear();
        QObject::connect(&editor, &PlanEditor::planChanged, &bar, [this] { show(); });
        show();
        bar.resize(1328, bar.sizeHint().height());
    }
    void show() { bar.setContent(BarContent::make(editor.plan(), nullptr, 132, &device)); }
    bool expose() {
        bar.show();
        bar.setFocus(Qt::OtherFocusReason);
        return QTest::qWaitForWindowExposed(&bar);
    }
    QList<int> counts() const {
        QList<int> counts;
        for (const PlanGroup& group : editor.plan().groups[0].split->groups)
            counts << group.smCount;
        return counts;
    }
    QPoint centre(Part::Kind kind, const GroupPath& path) const {
        return bar.partRect({kind, path}).center();
    }

    DeviceDescription device;
    PlanEditor editor;
    PartitionBar bar;
};

} // namespace

class TestNestedBar : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void partsLieWithinTheWhole();
    void mouseAndKeysDoTheSame_data();
    void mouseAndKeysDoTheSame();
    void aLongDragIsOneEntryAndEscapeTakesItBack();
    void aKeyThatCannotMoveSaysWhy();
    void tabGoesThroughThePartsToo();
    void theWholesHandleCanStillBeTaken();
    void whatIsTooNarrowOrTooDeepIsLeftToTheTable();
    void aScreenReaderSeesTheParts();
    void theTwoWaysToSplit_data();
    void theTwoWaysToSplit();
    void theMenuTellsThemApart();
    void renamesRemovesAndAddsWithin_data();
    void renamesRemovesAndAddsWithin();
    void optionsAreThoseOfTheSplitOfTheRow();
    void theMapShowsSubPartitions();
};

void TestNestedBar::partsLieWithinTheWhole() {
    Bench bench;
    QVERIFY(bench.expose());
    const QRect whole = bench.bar.partRect({segment, 0});
    int right = whole.left();
    for (const GroupPath& path : {GroupPath{0, 0}, GroupPath{0, 1}, GroupPath{0, 2}}) {
        const QRect part = bench.bar.partRect({segment, path});
        QVERIFY(whole.contains(part));
        QVERIFY(part.left() >= right);
        right = part.right();
        QVERIFY(part.height() >= 2 * bench.bar.fontMetrics().height()); // name and count
        QTest::mouseClick(&bench.bar, Qt::LeftButton, {}, part.center());
        QCOMPARE(bench.bar.focusPart(), (Part{segment, path}));
    }
    QVERIFY(
        bench.bar.partRect({segment, {0, 0}}).width() >
        bench.bar.partRect({segment, {0, 1}}).width());
    // Above its parts the whole itself can be chosen.
    QTest::mouseClick(&bench.bar, Qt::LeftButton, {}, whole.topLeft() + QPoint(60, 14));
    QCOMPARE(bench.bar.focusPart(), (Part{segment, 0}));
}

void TestNestedBar::mouseAndKeysDoTheSame_data() {
    QTest::addColumn<int>("position");
    QTest::addColumn<bool>("byKey");
    QTest::addColumn<int>("sms"); // mouse: how far
    QTest::addColumn<QList<int>>("keys");
    QTest::addColumn<QList<int>>("expected");
    const auto row = [](const char* name, int position, int sms, const QList<int>& keys,
                        const QList<int>& expected) {
        QTest::addRow("%s by mouse", name) << position << false << sms << QList<int>() << expected;
        QTest::addRow("%s by keys", name) << position << true << 0 << keys << expected;
    };
    row("one step left", 0, -8, {Qt::Key_Left}, {24, 24});
    row("one step right", 0, 8, {Qt::Key_Right}, {40, 8});
    row("to the least", 0, -200, {Qt::Key_Home}, {8, 40});
    row("to the most", 0, 200, {Qt::Key_End}, {40, 8});
    row("four at once", 0, -24, {Qt::Key_Left | int(Qt::ShiftModifier)}, {8, 40});
    row("into the remainder", 1, 16, {Qt::Key_Right, Qt::Key_Right}, {32, 32});
    row("out of the remainder", 1, -8, {Qt::Key_Left}, {32, 8});
}

void TestNestedBar::mouseAndKeysDoTheSame() {
    QFETCH(const int, position);
    QFETCH(const bool, byKey);
    QFETCH(const int, sms);
    QFETCH(const QList<int>, keys);
    QFETCH(const QList<int>, expected);
    Bench bench;
    QVERIFY(bench.expose());
    const GroupPath path{0, position};
    if (byKey) {
        bench.bar.setFocusPart({handle, path});
        for (const int key : keys)
            QTest::keyClick(
                &bench.bar, static_cast<Qt::Key>(key & ~int(Qt::KeyboardModifierMask)),
                static_cast<Qt::KeyboardModifiers>(key & int(Qt::KeyboardModifierMask)));
    } else {
        const double pixels = bench.bar.partRect({segment, {0, 0}}).width() / 32.0;
        const QPoint from = bench.centre(handle, path);
        test::drag(&bench.bar, from, from + QPoint(qRound(sms * pixels), 0));
    }
    QCOMPARE(bench.counts(), expected);
    QCOMPARE(bench.editor.plan().groups[0].smCount, 64); // the whole stays
    QCOMPARE(bench.editor.plan().groups[1].smCount, 32);
}

void TestNestedBar::aLongDragIsOneEntryAndEscapeTakesItBack() {
    Bench bench;
    QVERIFY(bench.expose());
    const QPoint from = bench.centre(handle, {0, 0});
    test::drag(&bench.bar, from, from - QPoint(230, 0), 50);
    QCOMPARE(bench.counts(), (QList<int>{8, 40}));
    QCOMPARE(bench.editor.undoStack().count(), 1);
    const QPoint again = bench.centre(handle, {0, 0});
    test::drag(&bench.bar, again, again + QPoint(200, 0), 50, false);
    QVERIFY(bench.counts() != (QList<int>{8, 40}));
    QTest::keyClick(&bench.bar, Qt::Key_Escape);
    QCOMPARE(bench.counts(), (QList<int>{8, 40}));
    QTest::mouseRelease(&bench.bar, Qt::LeftButton, {}, again);
    QCOMPARE(bench.editor.undoStack().count(), 1);
    QTest::mouseDClick(&bench.bar, Qt::LeftButton, {}, bench.centre(handle, {0, 0}));
    QCOMPARE(bench.counts(), (QList<int>{24, 24})); // as equal as can be
}

void TestNestedBar::aKeyThatCannotMoveSaysWhy() {
    Bench bench({32, 32});
    QVERIFY(bench.expose());
    QSignalSpy refused(&bench.bar, &PartitionBar::refused);
    bench.bar.setFocusPart({handle, {0, 1}});
    QTest::keyClick(&bench.bar, Qt::Key_Right);
    QCOMPARE(refused.count(), 1);
    QCOMPARE(
        refused[0][0].toString(), QStringLiteral("A/2 cannot be larger: no SMs are left over."));
    QCOMPARE(bench.editor.undoStack().count(), 0);
}

void TestNestedBar::tabGoesThroughThePartsToo() {
    Bench bench;
    QVERIFY(bench.expose());
    const std::vector<Part> expected{
        {segment, 0},      {segment, {0, 0}}, {handle, {0, 0}}, {segment, {0, 1}}, {handle, {0, 1}},
        {segment, {0, 2}}, {handle, 0},       {segment, 1},     {handle, 1},       {segment, 2}};
    QCOMPARE(bench.bar.parts(), expected);
    bench.bar.setFocusPart(expected.front());
    for (const Part& part : expected) {
        QCOMPARE(bench.bar.focusPart(), part);
        QTest::keyClick(&bench.bar, Qt::Key_Tab);
    }
    bench.bar.setFocusPart({handle, 0});
    QTest::keyClick(&bench.bar, Qt::Key_Backtab);
    QCOMPARE(bench.bar.focusPart(), (Part{segment, {0, 2}}));
}

void TestNestedBar::theWholesHandleCanStillBeTaken() {
    Bench bench({32, 32}); // its last part ends where it ends
    QVERIFY(bench.expose());
    const QRect whole = bench.bar.partRect({handle, 0});
    QTest::mouseClick(&bench.bar, Qt::LeftButton, {}, {whole.center().x(), whole.top() + 8});
    QCOMPARE(bench.bar.focusPart(), (Part{handle, 0}));
    QTest::mouseClick(&bench.bar, Qt::LeftButton, {}, bench.centre(handle, {0, 1}));
    QCOMPARE(bench.bar.focusPart(), (Part{handle, {0, 1}}));
}

void TestNestedBar::whatIsTooNarrowOrTooDeepIsLeftToTheTable() {
    Bench bench;
    QVERIFY(bench.expose());
    bench.editor.splitWithin({0, 0}, {16, 16});
    const auto has = [&](const GroupPath& path) {
        const auto parts = bench.bar.parts();
        return std::find(parts.begin(), parts.end(), Part{segment, path}) != parts.end();
    };
    QVERIFY(has({0, 0}) && !has({0, 0, 0}));
    QVERIFY(bench.bar.partDescription({segment, {0, 0}})
                .contains(QLatin1String("split in 2 sub-partition(s), which the table shows")));
    QVERIFY(!bench.bar.partDescription({segment, 0}).contains(QLatin1String("table")));
    bench.bar.setFocusPart({handle, {0, 1}});
    bench.editor.joinGroup(0); // the focus goes to what it was a part of
    QCOMPARE(bench.bar.focusPart(), (Part{segment, 0}));
    PartitionPlan many = planOfCounts("sim:test", std::vector<int>(66, 2));
    bench.editor.replace(QStringLiteral("Many"), many);
    bench.editor.splitWithin(0, {1, 1});
    bench.bar.resize(700, bench.bar.height());
    QVERIFY(!has({0, 0}));
    QVERIFY(bench.bar.partDescription({segment, 0}).contains(QLatin1String("which the table")));
    QVERIFY(!bench.bar.grab().isNull()); // drawn all the same, without warnings
    QTest::mouseClick(&bench.bar, Qt::LeftButton, {}, bench.centre(segment, 0));
    QCOMPARE(bench.bar.focusPart().path.top(), 0);
}

void TestNestedBar::aScreenReaderSeesTheParts() {
    Bench bench;
    QVERIFY(bench.expose());
    QAccessibleInterface* bar = QAccessible::queryAccessibleInterface(&bench.bar);
    QCOMPARE(bar->childCount(), 10);
    QAccessibleInterface* part = bar->child(1);
    QCOMPARE(part->text(QAccessible::Name), QStringLiteral("A/1"));
    QCOMPARE(part->role(), QAccessible::ListItem);
    QCOMPARE(part->text(QAccessible::Value), QStringLiteral("32"));
    QAccessibleInterface* border = bar->child(2);
    QCOMPARE(border->text(QAccessible::Name), QStringLiteral("Border between A/1 and A/2"));
    QCOMPARE(border->role(), QAccessible::Slider);
    QCOMPARE(border->valueInterface()->minimumValue().toInt(), 8);
    QCOMPARE(border->valueInterface()->maximumValue().toInt(), 40);
    border->valueInterface()->setCurrentValue(24);
    QCOMPARE(bench.counts(), (QList<int>{24, 24}));
    const QPoint place = part->rect().center();
    QCOMPARE(bar->childAt(place.x(), place.y())->text(QAccessible::Name), QStringLiteral("A/1"));
    QVERIFY(bar->child(0)->text(QAccessible::Description).contains(QLatin1String("split in 2")));
}

void TestNestedBar::theTwoWaysToSplit_data() {
    test::addMouseAndKeyboard();
}

void TestNestedBar::theTwoWaysToSplit() {
    QFETCH(const bool, byKey);
    test::WindowFixture f({64, 32});
    QVERIFY(f.show());
    PartitionEditor& editor = f.window.partitionEditor();
    editor.table().select(0);
    const auto trigger = [&](QAction* action, Qt::Key key, Qt::KeyboardModifiers modifiers) {
        QVERIFY2(action->isEnabled(), qPrintable(action->toolTip()));
        if (byKey) {
            QTest::keyClick(&f.window, key, modifiers);
            return;
        }
        QMenu menu;
        editor.actions().splits().addTo(menu);
        QMenu* shown = &menu;
        for (QAction* entry : menu.actions())
            if (entry->menu() && entry->menu()->actions().contains(action))
                shown = entry->menu();
        shown->popup({});
        QTest::mouseClick(shown, Qt::LeftButton, {}, shown->actionGeometry(action).center());
    };
    SplitActions& splits = editor.actions().splits();
    trigger(splits.within()[0], Qt::Key_2, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(f.editor.groupCount(), 2); // A stays
    QCOMPARE(f.editor.groupCount(0), 2);
    QCOMPARE(f.editor.plan().groups[0].smCount, 64);
    QCOMPARE(f.editor.plan().groups[0].split->groups[0].smCount, 32);
    QVERIFY(!splits.within()[0]->isEnabled()); // it is already
    QVERIFY(!splits.beside()[0]->isEnabled());
    QVERIFY(splits.beside()[0]->toolTip().contains(QLatin1String("one piece first")));
    trigger(splits.join(), Qt::Key_1, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(f.editor.groupCount(0), 0);
    trigger(splits.within()[2], Qt::Key_4, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(f.editor.groupCount(0), 4);
    f.editor.undoStack().undo();
    trigger(splits.beside()[0], Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(f.editor.groupCount(), 3);
    QCOMPARE(f.editor.groupCount(0), 0);
    QCOMPARE(f.editor.undoStack().count(), 3);
}

void TestNestedBar::theMenuTellsThemApart() {
    test::WindowFixture f({64, 32});
    QVERIFY(f.show());
    PartitionEditor& editor = f.window.partitionEditor();
    GroupMenu* menu = editor.openMenu(0, {});
    QStringList titles;
    QStringList entries;
    for (const QAction* action : menu->actions())
        if (action->menu() && action->text().startsWith(QLatin1String("&Split"))) {
            titles << action->text();
            for (const QAction* entry : action->menu()->actions()) {
                entries << entry->text();
                QVERIFY(!entry->toolTip().isEmpty());
            }
        }
    QCOMPARE(titles.size(), 1);
    QVERIFY(entries[0].startsWith(QLatin1String("&2 partitions")));
    const auto all = menu->actions();
    QVERIFY(std::any_of(all.begin(), all.end(), [](const QAction* action) {
        return action->menu() && action->text() == QLatin1String("Split with&in, in") &&
               action->menu()->actions().front()->text().startsWith(
                   QLatin1String("&2 sub-partitions"));
    }));
    menu->close();
}

void TestNestedBar::renamesRemovesAndAddsWithin_data() {
    theTwoWaysToSplit_data();
}

void TestNestedBar::renamesRemovesAndAddsWithin() {
    QFETCH(const bool, byKey);
    test::WindowFixture f({64, 32});
    QVERIFY(f.show());
    PartitionEditor& editor = f.window.partitionEditor();
    f.editor.splitWithin(0, {32, 16});
    PartitionBar& bar = editor.bar();
    const auto choose = [&](const GroupPath& path) {
        if (byKey) {
            bar.setFocus();
            bar.setFocusPart({segment, path});
        } else {
            QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.partRect({segment, path}).center());
        }
        QCOMPARE(editor.current(), path);
    };
    choose({0, 1});
    if (byKey)
        QTest::keyClick(&bar, Qt::Key_F2);
    else
        QTest::mouseDClick(&bar, Qt::LeftButton, {}, bar.partRect({segment, {0, 1}}).center());
    auto* name = editor.table().findChild<QLineEdit*>();
    QVERIFY(name && name->isVisible());
    name->setText(QStringLiteral("decode"));
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(f.editor.plan().groups[0].split->groups[1].name, std::string("decode"));
    choose({0, 1});
    if (byKey)
        QTest::keyClick(&f.window, Qt::Key_N, Qt::ControlModifier);
    else
        editor.actions().add()->trigger();
    QCOMPARE(f.editor.groupCount(0), 3); // of A's own left-over SMs
    QCOMPARE(f.editor.groupCount(), 2);
    QCOMPARE(editor.current(), (GroupPath{0, 2}));
    choose({0, 1});
    if (byKey)
        QTest::keyClick(&bar, Qt::Key_Delete);
    else
        editor.actions().remove()->trigger();
    QCOMPARE(f.editor.groupCount(0), 2);
    QCOMPARE(f.editor.undoStack().count(), 4);
}

void TestNestedBar::optionsAreThoseOfTheSplitOfTheRow() {
    test::WindowFixture f({64, 32});
    QVERIFY(f.show());
    f.editor.splitWithin(0, {32, 16});
    PartitionEditor& editor = f.window.partitionEditor();
    editor.table().select({0, 1});
    auto* strategy = editor.options().findChild<QComboBox*>();
    QCOMPARE(strategy->currentText(), QStringLiteral("Split of A: automatic"));
    editor.options().actions().front()->trigger(); // the smallest units
    QVERIFY(f.editor.plan().groups[0].split->ignoreCoscheduling);
    QVERIFY(!f.editor.plan().ignoreCoscheduling);
    QVERIFY(editor.options().actions().front()->isChecked());
    editor.table().select(0);
    QCOMPARE(strategy->currentText(), QStringLiteral("Split: automatic"));
    QVERIFY(!editor.options().actions().front()->isChecked());
    editor.table().select({0, 1});
    f.editor.joinGroup(0); // the row is gone, and its split
    QCOMPARE(strategy->currentText(), QStringLiteral("Split: automatic"));
}

void TestNestedBar::theMapShowsSubPartitions() {
    PartitionPlan plan = planOfCounts("sim:test", {16, 16});
    plan.groups[0].split.emplace();
    for (const char* name : {"1", "2"}) {
        PlanGroup part;
        part.name = name;
        part.smCount = 8;
        plan.groups[0].split->groups.push_back(part);
    }
    const DeviceDescription device = test::gridDevice(4, 8);
    const auto ids = [](int first, int count) {
        std::vector<int> run(static_cast<std::size_t>(count));
        std::iota(run.begin(), run.end(), first);
        return run;
    };
    Preview preview;
    preview.device = plan.device;
    preview.groups = {{"A", 16, 16, 8, 8, ids(0, 16)}, {"B", 16, 16, 8, 8, ids(16, 16)}};
    preview.remainder = {32, ids(32, 32)};
    for (int i = 0; i < 2; ++i) {
        NestedPreview nested;
        nested.parent = "A";
        nested.isKnown = true;
        nested.part = {i == 0 ? "A/1" : "A/2", 8, 8, 8, 8, ids(8 * i, 8)};
        preview.nested.push_back(nested);
    }
    const BarContent planned = BarContent::make(plan, &preview, device.smCount);
    SmMapContent map = SmMapContent::make(device, planned, nullptr, nullptr);
    const auto of = [&map](int id) -> const SmMapContent::Sm& {
        return *std::find_if(
            map.sms.begin(), map.sms.end(), [id](const auto& sm) { return sm.id == id; });
    };
    QVERIFY(map.smDescription(of(9)).contains(QLatin1String("partition A/2")));
    QVERIFY(map.smDescription(of(20)).contains(QLatin1String("partition B")));
    QCOMPARE(map.tag(map.ownerOf(of(9))), QStringLiteral("A/2"));
    QCOMPARE(map.topOf(map.ownerOf(of(9))), 0); // painting is about A
    QVERIFY(map.differing().empty());

    const auto report = [](const char* name, const char* parent, std::vector<int> sms) {
        PartitionReport one;
        one.name = name;
        one.parent = parent;
        one.smCount = static_cast<int>(sms.size());
        one.observedSmIds = std::move(sms);
        return one;
    };
    std::vector<PartitionReport> applied{
        report("A", "", ids(0, 16)), report("B", "", ids(16, 16)), report("A/1", "A", ids(0, 8)),
        report("A/2", "A", ids(8, 8))};
    map = SmMapContent::make(device, planned, nullptr, &applied);
    QVERIFY(map.differing().empty());
    QVERIFY(map.smDescription(of(3)).contains(QLatin1String("partition A/1")));
    applied[3].observedSmIds = ids(15, 8); // beyond A's SMs, on B's
    map = SmMapContent::make(device, planned, nullptr, &applied);
    QCOMPARE(
        map.differing(), (std::vector<int>{8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22}));
    applied[3].observedSmIds = ids(4, 8); // on its sibling's
    map = SmMapContent::make(device, planned, nullptr, &applied);
    QVERIFY(map.differing().size() >= 4);
}

QTEST_MAIN(TestNestedBar)
#include "tst_nested_bar.moc"
