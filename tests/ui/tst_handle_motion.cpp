// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/handle_motion.h"

#include <QTest>

#include <algorithm>

using parterre::ui::HandleMotion;

namespace {

std::vector<int> units(int unit) {
    std::vector<int> counts;
    for (int count = unit; count <= 132; count += unit)
        counts.push_back(count);
    return counts;
}

} // namespace

class TestHandleMotion : public QObject {
    Q_OBJECT
private slots:
    void stopsOnlyWhereBothSidesAreGrantable();
    void takesFromTheRemainderAtTheLastGroup();
    void stepsAndEnds();
    void fromBetweenStopsGoesToTheNextOne();
    void staysWhereNothingElseIsPossible();
};

void TestHandleMotion::stopsOnlyWhereBothSidesAreGrantable() {
    const auto counts = units(8);
    const HandleMotion motion(64, 32, false, counts);
    QCOMPARE(motion.steps().size(), std::size_t{11});
    for (const HandleMotion::Step& step : motion.steps()) {
        QCOMPARE(step.left + *step.right, 96);
        QVERIFY(std::binary_search(counts.begin(), counts.end(), step.left));
        QVERIFY(std::binary_search(counts.begin(), counts.end(), *step.right));
    }
}

void TestHandleMotion::takesFromTheRemainderAtTheLastGroup() {
    const HandleMotion motion(32, 36, true, units(8));
    QCOMPARE(motion.first(), (HandleMotion::Step{8, std::nullopt}));
    QCOMPARE(motion.last(), (HandleMotion::Step{64, std::nullopt})); // 68 are there
}

void TestHandleMotion::stepsAndEnds() {
    const HandleMotion motion(64, 32, false, units(8));
    QCOMPARE(motion.moved(1), (HandleMotion::Step{72, 24}));
    QCOMPARE(motion.moved(-4), (HandleMotion::Step{32, 64}));
    QCOMPARE(motion.moved(100), motion.last());
    QCOMPARE(motion.moved(-100), motion.first());
    QCOMPARE(motion.equal(), (HandleMotion::Step{48, 48}));
    QCOMPARE(motion.nearest(67.9).left, 64);
    QCOMPARE(motion.nearest(68.1).left, 72);
}

void TestHandleMotion::fromBetweenStopsGoesToTheNextOne() {
    const HandleMotion motion(20, 36, true, units(8));
    QCOMPARE(motion.moved(1).left, 24);
    QCOMPARE(motion.moved(-1).left, 16);
    QCOMPARE(motion.moved(2).left, 32);
}

void TestHandleMotion::staysWhereNothingElseIsPossible() {
    const HandleMotion motion(5, 6, false, units(8));
    QCOMPARE(motion.steps().size(), std::size_t{1});
    QCOMPARE(motion.moved(1), (HandleMotion::Step{5, 6}));
}

QTEST_GUILESS_MAIN(TestHandleMotion)
#include "tst_handle_motion.moc"
