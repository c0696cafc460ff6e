// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/throughput_total.h"
#include "ui/throughput/value_axis_range.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace parterre;
using parterre::ui::ThroughputHistory;
namespace partition_palette = parterre::ui::partition_palette;
using parterre::ui::ThroughputTotal;
using parterre::ui::ValueAxisRange;

namespace {

ThroughputHistory::Series series(const char* name, const char* unit = "TFLOP/s") {
    return {
        QString::fromLatin1(name), QStringLiteral("fma"), QString::fromLatin1(unit),
        partition_palette::look(0), true};
}

} // namespace

class TestThroughputHistory : public QObject {
    Q_OBJECT
private slots:
    void samplesLieOnTheWindowsClock();
    void aNewRunLeavesAGap();
    void nowIsTheMeanOfTheLastSecond();
    void keepsTenMinutesAndTellsWhatItForgot();
    void otherPartitionsStartAnew();
    void csvHoldsEverySampleAndNoGap();
    void axisGrowsAtOnceAndShrinksLate();
    void silenceIsAGap();
    void isBoundedHoweverFastSamplesCome();
    void anotherGpuStartsAnew();
    void eventsOfOneMomentAreAllKept();
    void theTotalIsOfThoseThatRun();
    void theTotalWaitsForLateSamplesButNotForever();
};

void TestThroughputHistory::samplesLieOnTheWindowsClock() {
    ThroughputHistory history;
    history.setSeries({series("A")});
    history.startRun({0}, 100);
    history.append({{0, 0.5, 0.03, 10}}, 100.6); // 0.1 s on the way
    history.append({{0, 1.5, 0.03, 12}}, 101.9); // 0.4 s on the way: the run's clock counts
    QCOMPARE(history.points(0).size(), std::size_t{2});
    QCOMPARE(history.points(0)[0].time, 100.6);
    QCOMPARE(history.points(0)[1].time, 101.6);
    history.append({{7, 1.5, 0.03, 12}}, 101.9); // nobody's
    QVERIFY(history.points(7).empty());
}

void TestThroughputHistory::aNewRunLeavesAGap() {
    ThroughputHistory history;
    history.setSeries({series("A")});
    history.startRun({0}, 0);
    history.append({{0, 1, 0.03, 10}}, 1);
    history.stopRun({0}, 1.1);
    history.startRun({0}, 5);
    history.append({{0, 1, 0.03, 20}}, 6);
    const auto& points = history.points(0);
    QCOMPARE(points.size(), std::size_t{4});
    QVERIFY(std::isnan(points[1].rate));
    QVERIFY(std::isnan(points[2].rate));
    QCOMPARE(points[3].time, 6.0);
    QCOMPARE(history.numbers(0).mean, 20.0); // of this run only
    QCOMPARE(history.numbers(0).count, 1);
}

void TestThroughputHistory::nowIsTheMeanOfTheLastSecond() {
    ThroughputHistory history;
    history.setSeries({series("A")});
    QVERIFY(history.nowText(0).isEmpty());
    history.startRun({0}, 0);
    for (int i = 0; i <= 40; ++i)
        history.append({{0, i * 0.1, 0.1, i < 30 ? 1.0 : 15.0}}, i * 0.1);
    QCOMPARE(*history.numbers(0).now, 15.0);
    QCOMPARE(history.numbers(0).least, 1.0);
    QCOMPARE(history.numbers(0).most, 15.0);
    QCOMPARE(history.nowText(0), QStringLiteral("15.0 TFLOP/s"));
}

void TestThroughputHistory::keepsTenMinutesAndTellsWhatItForgot() {
    ThroughputHistory history;
    history.setSeries({series("A")});
    history.startRun({0}, 0);
    for (int i = 0; i < 2000; ++i)
        history.append({{0, static_cast<double>(i), 1, 1}}, i);
    QCOMPARE(history.points(0).size(), static_cast<std::size_t>(ThroughputHistory::longest) + 1);
    QCOMPARE(history.forgotten(0) + history.points(0).size(), std::size_t{2000});
}

void TestThroughputHistory::otherPartitionsStartAnew() {
    ThroughputHistory history;
    history.setSeries({series("A"), series("B")});
    history.append({{0, 1, 1, 1}, {1, 1, 1, 1}}, 1);
    history.setSeries({series("A"), series("C")});
    QCOMPARE(history.points(0).size(), std::size_t{1});
    QVERIFY(history.points(1).empty());
    history.setSeries({series("A", "GB/s"), series("C")}); // other numbers altogether
    QVERIFY(history.points(0).empty());
}

void TestThroughputHistory::csvHoldsEverySampleAndNoGap() {
    ThroughputHistory history;
    history.setSeries({series("say \"A\"")});
    history.append({{0, 1, 0.03, 10.25}}, 1);
    history.stopRun({0}, 2);
    QCOMPARE(
        history.asCsv(), QStringLiteral("partition,workload,unit,time_s,rate\n"
                                        "\"say \"\"A\"\"\",\"fma\",\"TFLOP/s\",1.0000,10.25\n"));
}

void TestThroughputHistory::axisGrowsAtOnceAndShrinksLate() {
    ValueAxisRange range;
    QCOMPARE(range.update(15.4), 20.0);
    QCOMPARE(range.update(18.0), 20.0);
    QCOMPARE(range.update(18.5), 25.0);
    QCOMPARE(range.update(15.4), 25.0); // wavering does not move it
    QCOMPARE(range.update(4.0), 5.0);
    for (int step = 0; step < 300; ++step) { // from 0.001 to about a million
        const double value = 0.001 * std::pow(1.07, step);
        QVERIFY(ValueAxisRange::roundedUp(value) >= value * (1 - 1e-12));
    }
}

void TestThroughputHistory::silenceIsAGap() {
    ThroughputHistory history;
    history.setSeries({series("A")});
    history.startRun({0}, 0);
    history.append({{0, 1, 0.03, 10}}, 1);
    history.append({{0, 1.9, 0.03, 10}}, 1.9); // late, but no gap
    QCOMPARE(history.points(0).size(), std::size_t{2});
    history.append({{0, 6, 4, 10}}, 6); // a slice of four seconds
    QCOMPARE(history.points(0).size(), std::size_t{3});
    history.append({{0, 9, 0.5, 10}}, 9);
    QCOMPARE(history.points(0).size(), std::size_t{5});
    QVERIFY(std::isnan(history.points(0)[3].rate));
    QCOMPARE(history.points(0)[3].time, 8.5);
}

void TestThroughputHistory::isBoundedHoweverFastSamplesCome() {
    ThroughputHistory history;
    history.setSeries({series("A")});
    history.startRun({0}, 0);
    const int more = static_cast<int>(ThroughputHistory::mostPoints) + 100;
    for (int i = 0; i < more; ++i)
        history.append({{0, i * 1e-4, 1e-4, 1}}, i * 1e-4);
    QCOMPARE(history.points(0).size(), ThroughputHistory::mostPoints);
    QCOMPARE(history.forgotten(0), std::size_t{100});
    for (int i = 0; i < 5000; ++i)
        history.mark(QStringLiteral("run"), 1);
    QCOMPARE(history.markers().size(), ThroughputHistory::mostMarkers);
}

void TestThroughputHistory::anotherGpuStartsAnew() {
    ThroughputHistory history;
    auto one = series("A");
    one.device = QStringLiteral("sim:h200");
    history.setSeries({one});
    history.append({{0, 1, 1, 1}}, 1);
    one.device = QStringLiteral("sim:a100");
    history.setSeries({one});
    QVERIFY(history.points(0).empty());
}

void TestThroughputHistory::eventsOfOneMomentAreAllKept() {
    ThroughputHistory history;
    history.mark(QStringLiteral("stop"), 1);
    history.mark(QStringLiteral("apply"), 1);
    QCOMPARE(history.markers().size(), std::size_t{2});
    QVERIFY(history.markers()[1].time > history.markers()[0].time);
}

void TestThroughputHistory::theTotalIsOfThoseThatRun() {
    ThroughputHistory history;
    auto other = series("C", "GB/s");
    history.setSeries({series("A"), series("B"), other});
    history.startRun({0, 2}, 0);
    ThroughputTotal total(QStringLiteral("TFLOP/s"));
    QVERIFY(total.takeNew(history).empty());
    // A from 0 to 4, B from 2 to 3, at other moments than A; C has another unit.
    for (int i = 0; i <= 40; ++i) {
        const double time = i * 0.1;
        if (i == 20)
            history.startRun({1}, time);
        history.append({{0, time, 0.1, 10}, {2, time, 0.1, 1000}}, time);
        if (i >= 20 && i <= 30)
            history.append({{1, time - 1.97, 0.1, 5}}, time + 0.03);
        if (i == 30)
            history.stopRun({1}, time + 0.04);
    }
    auto stopped = series("B");
    stopped.running = false;
    history.setSeries({series("A"), stopped, other});
    history.stopRun({0, 2}, 4.05);
    history.startRun({0}, 6);
    history.append({{0, 0, 0.1, 10}, {0, 0.5, 0.5, 10}}, 6);
    std::map<int, double> sums; // by tenths of seconds
    for (const auto& point : total.takeNew(history))
        sums[static_cast<int>(std::lround(point.time * 10))] = point.rate;
    QCOMPARE(sums.at(5), 10.0);
    QCOMPARE(sums.at(25), 15.0);
    QCOMPARE(sums.at(35), 10.0);
    std::vector<int> gaps;
    for (const auto& [tenths, sum] : sums)
        if (std::isnan(sum))
            gaps.push_back(tenths);
    QCOMPARE(gaps.size(), std::size_t{1}); // one is enough
    QVERIFY(gaps[0] >= 40 && gaps[0] <= 41);
    QCOMPARE(sums.at(62), 10.0);
    QVERIFY(total.takeNew(history).empty()); // nothing twice
}

void TestThroughputHistory::theTotalWaitsForLateSamplesButNotForever() {
    ThroughputHistory history;
    history.setSeries({series("A"), series("B")});
    history.startRun({0, 1}, 0);
    history.append({{0, 0, 0.1, 10}, {1, 0, 0.1, 5}}, 0);
    for (int i = 1; i <= 5; ++i)
        history.append({{0, i * 0.1, 0.1, 10}}, i * 0.1); // nothing of B
    ThroughputTotal total(QStringLiteral("TFLOP/s"));
    const auto early = total.takeNew(history);
    QCOMPARE(early.size(), std::size_t{1});
    QCOMPARE(early[0].rate, 15.0);
    for (int i = 6; i <= 20; ++i)
        history.append({{0, i * 0.1, 0.1, 10}}, i * 0.1);
    const auto later = total.takeNew(history);
    QVERIFY(!later.empty());
    QCOMPARE(later.front().rate, 10.0);
    QVERIFY(later.back().time > 0.9 && later.back().time < 1.2);
}

QTEST_GUILESS_MAIN(TestThroughputHistory)
#include "tst_throughput_history.moc"
