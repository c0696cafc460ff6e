// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/plan_editor.h"

#include <QAccessible>
#include <QSignalSpy>

#include <memory>

using namespace parterre;
using namespace parterre::ui;

namespace {

/// A bar of 132 SMs in units of 8 over a plan of 64, 32, 16 and the remainder of 20, put together
/// as in the window.
struct Bench {
    Bench() {
        editor.load(planOfCounts("sim:test", {64, 32, 16}));
        QObject::connect(&bar, &PartitionBar::dragBegan, &editor, &PlanEditor::beginGesture);
        QObject::connect(&bar, &PartitionBar::dragCancelled, &editor, &PlanEditor::cancelGesture);
        QObject::connect(&bar, &PartitionBar::dragEnded, &editor, [this](const GroupPath& group) {
            editor.endResize(group);
        });
        QObject::connect(
            &bar, &PartitionBar::handleMoved, &editor,
            [this](const GroupPath& group, const HandleMotion::Step& step) {
                editor.setNeighbours(group, step.left, step.right);
            });
        QObject::connect(&editor, &PlanEditor::planChanged, &bar, [this] { show(); });
        show();
        bar.resize(1328, bar.sizeHint().height()); // 10 pixels an SM and the room at the sides
    }

    void show() {
        BarContent content = BarContent::make(editor.plan(), nullptr, 132);
        for (int count = 8; count <= 132; count += 8)
            content.grantable.push_back(count);
        content.grantable.push_back(132); // the whole GPU
        bar.setContent(std::move(content));
    }

    bool expose() {
        bar.show();
        bar.setFocus(Qt::OtherFocusReason);
        return QTest::qWaitForWindowExposed(&bar);
    }

    QList<int> counts() const {
        QList<int> counts;
        for (const PlanGroup& group : editor.plan().groups)
            counts << group.smCount;
        return counts;
    }

    QPoint handle(int index) const {
        return bar.partRect({PartitionBar::Part::Kind::handle, index}).center();
    }

    PlanEditor editor;
    PartitionBar bar;
};

} // namespace

class TestPartitionBar : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void mouseAndKeysDoTheSame_data();
    void mouseAndKeysDoTheSame();
    void aLongDragIsOneEntry();
    void escapeRestoresWhatWasBeforeTheDrag();
    void tabGoesThroughAllParts();
    void aKeyHeldDownIsOneEntry();
    void aKeyThatCannotMoveSaysWhy_data();
    void aKeyThatCannotMoveSaysWhy();
    void aNarrowBarCanStillBeHit();
    void aRequestThatIsNotGrantedShowsBoth();
    void aScreenReaderSeesEveryPart();
    void aScreenReaderCanMoveAHandle();
};

void TestPartitionBar::mouseAndKeysDoTheSame_data() {
    QTest::addColumn<int>("handle");
    QTest::addColumn<QString>("how");
    QTest::addColumn<int>("pixels"); // mouse: how far
    QTest::addColumn<QList<int>>("keys");
    QTest::addColumn<QList<int>>("expected");
    const auto row = [](const char* name, int handle, int pixels, QList<int> keys,
                        QList<int> expected) {
        QTest::addRow("%s by mouse", name)
            << handle << QStringLiteral("mouse") << pixels << QList<int>() << expected;
        QTest::addRow("%s by keys", name)
            << handle << QStringLiteral("keys") << 0 << keys << expected;
    };
    row("one step right", 0, 80, {Qt::Key_Right}, {72, 24, 16});
    row("one step left", 0, -80, {Qt::Key_Left}, {56, 40, 16});
    row("three steps", 0, -241, {Qt::Key_Left, Qt::Key_Left, Qt::Key_Left}, {40, 56, 16});
    row("four at once", 0, -320, {Qt::Key_Left | int(Qt::ShiftModifier)}, {32, 64, 16});
    row("to the least", 0, -2000, {Qt::Key_Home}, {8, 88, 16});
    row("to the most", 0, 2000, {Qt::Key_End}, {88, 8, 16});
    row("between others", 1, 80, {Qt::Key_Right}, {64, 40, 8});
    row("into the remainder", 2, 160, {Qt::Key_Right, Qt::Key_Right}, {64, 32, 32});
    row("to the last of the remainder", 2, 2000, {Qt::Key_End}, {64, 32, 32});
    row("less than half a step", 0, 39, {}, {64, 32, 16});
}

void TestPartitionBar::mouseAndKeysDoTheSame() {
    QFETCH(int, handle);
    QFETCH(QString, how);
    QFETCH(int, pixels);
    QFETCH(QList<int>, keys);
    QFETCH(QList<int>, expected);
    Bench bench;
    QVERIFY(bench.expose());
    if (how == QLatin1String("mouse")) {
        const QPoint from = bench.handle(handle);
        test::drag(&bench.bar, from, from + QPoint(pixels, 0));
    } else {
        bench.bar.setFocusPart({PartitionBar::Part::Kind::handle, handle});
        for (const int key : keys)
            QTest::keyClick(
                &bench.bar, static_cast<Qt::Key>(key & ~int(Qt::KeyboardModifierMask)),
                static_cast<Qt::KeyboardModifiers>(key & int(Qt::KeyboardModifierMask)));
    }
    QCOMPARE(bench.counts(), expected);
}

void TestPartitionBar::aLongDragIsOneEntry() {
    Bench bench;
    QVERIFY(bench.expose());
    const QSignalSpy moved(&bench.bar, &PartitionBar::handleMoved);
    const QPoint from = bench.handle(0);
    test::drag(&bench.bar, from, from - QPoint(400, 0), 50);
    QVERIFY(moved.count() > 3); // many steps on the way
    QCOMPARE(bench.editor.undoStack().count(), 1);
    bench.editor.undoStack().undo();
    QCOMPARE(bench.counts(), (QList<int>{64, 32, 16}));
}

void TestPartitionBar::escapeRestoresWhatWasBeforeTheDrag() {
    Bench bench;
    QVERIFY(bench.expose());
    const QPoint from = bench.handle(0);
    test::drag(&bench.bar, from, from - QPoint(400, 0), 50, false);
    QVERIFY(bench.counts() != (QList<int>{64, 32, 16}));
    QTest::keyClick(&bench.bar, Qt::Key_Escape);
    QCOMPARE(bench.counts(), (QList<int>{64, 32, 16}));
    QTest::mouseMove(&bench.bar, from + QPoint(100, 0)); // the drag is over
    QTest::mouseRelease(&bench.bar, Qt::LeftButton, {}, from);
    QCOMPARE(bench.counts(), (QList<int>{64, 32, 16}));
    QCOMPARE(bench.editor.undoStack().count(), 0);
}

void TestPartitionBar::tabGoesThroughAllParts() {
    Bench bench;
    QVERIFY(bench.expose());
    bench.bar.setFocusPart(bench.bar.parts().front());
    for (const PartitionBar::Part& part : bench.bar.parts()) {
        QCOMPARE(bench.bar.focusPart(), part);
        QTest::keyClick(&bench.bar, Qt::Key_Tab);
    }
    const auto parts = bench.bar.parts();
    QCOMPARE(parts.size(), std::size_t{7}); // four segments, three handles
    bench.bar.setFocusPart(parts.back());
    QTest::keyClick(&bench.bar, Qt::Key_Backtab);
    QCOMPARE(bench.bar.focusPart(), parts[5]);
}

void TestPartitionBar::aKeyHeldDownIsOneEntry() {
    Bench bench;
    QVERIFY(bench.expose());
    const QSignalSpy moved(&bench.bar, &PartitionBar::handleMoved);
    bench.bar.setFocusPart({PartitionBar::Part::Kind::handle, 0});
    const auto send = [&](QEvent::Type type, bool again) {
        QKeyEvent event(type, Qt::Key_Left, {}, {}, again);
        QApplication::sendEvent(&bench.bar, &event);
    };
    send(QEvent::KeyPress, false);
    for (int i = 0; i < 4; ++i) { // as a keyboard repeats it
        send(QEvent::KeyRelease, true);
        send(QEvent::KeyPress, true);
    }
    send(QEvent::KeyRelease, false);
    QCOMPARE(moved.count(), 5);
    QCOMPARE(bench.counts(), (QList<int>{24, 72, 16}));
    QCOMPARE(bench.editor.undoStack().count(), 1);
    QTest::keyPress(&bench.bar, Qt::Key_Right);
    bench.bar.clearFocus(); // the release goes elsewhere
    QCOMPARE(bench.editor.undoStack().count(), 2);
    QVERIFY(!bench.editor.isInGesture());
    bench.editor.undoStack().undo();
    bench.editor.undoStack().undo();
    QCOMPARE(bench.counts(), (QList<int>{64, 32, 16}));
}

void TestPartitionBar::aKeyThatCannotMoveSaysWhy_data() {
    QTest::addColumn<std::vector<int>>("plan");
    QTest::addColumn<int>("handle");
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<QString>("reason");
    const auto row = [](const std::vector<int>& plan, int handle, Qt::Key key, const char* reason) {
        QTest::addRow("%s, key %d", reason, int(key))
            << plan << handle << key << QString::fromUtf8(reason);
    };
    row({8, 32}, 0, Qt::Key_Left, "A cannot be smaller: a partition has at least 8 SM");
    row({64, 8}, 1, Qt::Key_Home, "B cannot be smaller: a partition has at least 8 SM");
    row({64, 8}, 0, Qt::Key_Right, "A cannot be larger: B has the least already, 8 SM");
    row({88, 8}, 0, Qt::Key_End, "A cannot be larger: B has the least already, 8 SM");
    row({5, 6}, 0, Qt::Key_Right, "A and B cannot share their 11 SM");
    row({64, 64}, 1, Qt::Key_Right, "B cannot be larger: the driver grants none of the 4 SM");
    row({132}, 0, Qt::Key_End, "A cannot be larger: no SMs are left over");
}

void TestPartitionBar::aKeyThatCannotMoveSaysWhy() {
    QFETCH(std::vector<int>, plan);
    QFETCH(int, handle);
    QFETCH(Qt::Key, key);
    QFETCH(QString, reason);
    Bench bench;
    bench.editor.load(planOfCounts("sim:test", plan));
    QVERIFY(bench.expose());
    const QSignalSpy refused(&bench.bar, &PartitionBar::refused);
    bench.bar.setFocusPart({PartitionBar::Part::Kind::handle, handle});
    QTest::keyClick(&bench.bar, key);
    QCOMPARE(refused.count(), 1);
    QVERIFY2(refused[0][0].toString().startsWith(reason), qPrintable(refused[0][0].toString()));
    QCOMPARE(bench.counts(), QList<int>(plan.begin(), plan.end()));
    QCOMPARE(bench.editor.undoStack().count(), 0);
    // The other way is free, and says nothing.
    if (plan != std::vector{5, 6}) {
        QTest::keyClick(
            &bench.bar, key == Qt::Key_Left || key == Qt::Key_Home ? Qt::Key_Right : Qt::Key_Left);
        QCOMPARE(refused.count(), 1);
        QCOMPARE(bench.editor.undoStack().count(), 1);
    }
}

void TestPartitionBar::aNarrowBarCanStillBeHit() {
    Bench bench;
    bench.editor.load(planOfCounts("sim:test", {8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8}));
    bench.bar.resize(300, bench.bar.sizeHint().height());
    QVERIFY(bench.expose());
    for (int i = 0; i < 15; ++i) {
        QTest::mouseClick(&bench.bar, Qt::LeftButton, {}, bench.handle(i));
        QCOMPARE(bench.bar.focusPart(), (PartitionBar::Part{PartitionBar::Part::Kind::handle, i}));
    }
    QCOMPARE(bench.editor.undoStack().count(), 0); // a click is no drag
}

void TestPartitionBar::aRequestThatIsNotGrantedShowsBoth() {
    Bench bench;
    bench.editor.load(planOfCounts("sim:test", {20, 100}));
    Preview preview;
    preview.device = "sim:test";
    preview.groups = {{"A", 20, 24, 8, 8, {}}}; // no room for the second
    preview.remainder.smCount = 108;
    const BarContent content = BarContent::make(bench.editor.plan(), &preview, 132);
    QCOMPARE(*content.segments[0].granted, 24);
    QVERIFY(!content.segments[1].isMade);
    QVERIFY(content.segments[2].isRemainder);
    bench.bar.setContent(content);
    const auto text = [&](int segment) {
        return bench.bar.partDescription({PartitionBar::Part::Kind::segment, segment});
    };
    QVERIFY(text(0).contains(QLatin1String("24")) && text(0).contains(QLatin1String("20 asked")));
    QVERIFY(text(1).contains(QLatin1String("does not make")));
    // An answer to another plan is not shown as if it were one to this.
    bench.editor.setSmCount(0, 30);
    QVERIFY(!BarContent::make(bench.editor.plan(), &preview, 132).segments[0].granted);
}

void TestPartitionBar::aScreenReaderSeesEveryPart() {
    Bench bench;
    QVERIFY(bench.expose());
    QAccessibleInterface* bar = QAccessible::queryAccessibleInterface(&bench.bar);
    QVERIFY(bar);
    QCOMPARE(bar->role(), QAccessible::Grouping);
    QCOMPARE(bar->childCount(), 7);
    QStringList seen;
    for (int i = 0; i < bar->childCount(); ++i) {
        QAccessibleInterface* child = bar->child(i);
        QVERIFY(child && child->isValid());
        QCOMPARE(child->parent(), bar);
        QCOMPARE(bar->indexOfChild(child), i);
        QVERIFY(!child->rect().isEmpty());
        const QPoint centre = child->rect().center();
        QCOMPARE(bar->childAt(centre.x(), centre.y()), child);
        seen << QStringLiteral("%1 %2=%3")
                    .arg(
                        child->role() == QAccessible::Slider ? QStringLiteral("slider")
                                                             : QStringLiteral("item"),
                        child->text(QAccessible::Name), child->text(QAccessible::Value));
    }
    QCOMPARE(
        seen,
        (QStringList{
            QStringLiteral("item A=64"), QStringLiteral("slider Border between A and B=64"),
            QStringLiteral("item B=32"), QStringLiteral("slider Border between B and C=32"),
            QStringLiteral("item C=16"), QStringLiteral("slider Border between C and Remainder=16"),
            QStringLiteral("item Remainder=20")}));
    QTRY_VERIFY(bench.bar.hasFocus());
    bench.bar.setFocusPart({PartitionBar::Part::Kind::handle, 1});
    QCOMPARE(bar->focusChild(), bar->child(3));
    bench.editor.removeGroup(2);
    QCOMPARE(bar->childCount(), 5);
}

void TestPartitionBar::aScreenReaderCanMoveAHandle() {
    Bench bench;
    QVERIFY(bench.expose());
    QAccessibleInterface* bar = QAccessible::queryAccessibleInterface(&bench.bar);
    QAccessibleValueInterface* value = bar->child(1)->valueInterface();
    QVERIFY(value);
    QVERIFY(!bar->child(0)->valueInterface());
    QCOMPARE(value->minimumValue().toInt(), 8);
    QCOMPARE(value->maximumValue().toInt(), 88);
    QCOMPARE(value->minimumStepSize().toInt(), 8);
    value->setCurrentValue(41);
    QCOMPARE(bench.counts(), (QList<int>{40, 56, 16}));
    QCOMPARE(value->currentValue().toInt(), 40);
}

QTEST_MAIN(TestPartitionBar)
#include "tst_partition_bar.moc"
