// SPDX-License-Identifier: GPL-3.0-or-later
// What the SM timeline draws: which blocks are kept, as which bars, at which pixels.
#include "core/model/device_description.h"
#include "tests/ui/support/grid_device.h"
#include "tests/ui/support/ui_test.h"
#include "ui/timeline/block_record.h"
#include "ui/timeline/block_spans.h"
#include "ui/timeline/sm_rows.h"
#include "ui/timeline/time_scale.h"
#include "ui/timeline/timeline_texts.h"

#include <QLocale>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr std::int64_t clockNs = 1'700'000'000'000'000'000; // more than a double counts singly
const QString kernel = QStringLiteral("fma");

TimelineBatch batch(int partition, std::vector<BlockInterval> blocks, std::int64_t dropped = 0) {
    for (BlockInterval& block : blocks) {
        block.startNs += clockNs;
        block.endNs += clockNs;
    }
    return {partition, std::move(blocks), dropped};
}

/// 10 ms of every 100 ms.
TimelineOptions usual() {
    return {};
}

std::vector<std::int64_t> bounds(const std::vector<BlockRecord::Window>& windows) {
    std::vector<std::int64_t> result;
    for (const auto& window : windows)
        result.insert(result.end(), {window.start, window.end});
    return result;
}

} // namespace

class TestBlockRecord : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void keepsBlocksByRow();
    void blocksAtOnceHaveLanesOfTheirOwn();
    void blocksOfTwoPartitionsMeetInARow();
    void windowsAreWhatBeganInOnePeriod();
    void forgetsTheOldest();
    void exportsWhatIsKept();
    void wideBlocksAreSingleBars();
    void narrowBlocksAreOneBar();
    void barsAreOfOneTrack();
    void aLongBlockFromBeforeTheViewIsSeen();
    void timeAndPixelsGoThereAndBack();
    void zoomKeepsWhatIsUnderTheMouse();
    void nothingLeavesTheView();
    void marksAreRoundAndApart();
    void rowsAreGroupedByGpc();
    void timesReadInTheirUnit();
};

void TestBlockRecord::keepsBlocksByRow() {
    BlockRecord record;
    QVERIFY(record.isEmpty());
    record.append(batch(0, {{7, 100, 200}, {3, 0, 90}, {7, 0, 100}}, 5), kernel, usual());
    QCOMPARE(record.sms(), (std::vector{3, 7}));
    QCOMPARE(
        record.row(7)->blocks, (std::vector<BlockRecord::Block>{{0, 100, 0, 0}, {100, 200, 0, 0}}));
    QVERIFY(!record.row(4));
    QCOMPARE(record.recorded(), 3);
    QCOMPARE(record.dropped(), 5);
    record.append(batch(1, {}, 2), kernel, usual()); // all of it had no room
    QCOMPARE(record.dropped(), 7);
    record.append(batch(0, {{7, 300, 400}}), QStringLiteral("copy"), usual());
    QCOMPARE(record.tracks().size(), std::size_t{2}); // another kernel by now
    QCOMPARE(record.row(7)->blocks.back().track, 1);
    record.clear();
    QVERIFY(record.isEmpty());
    QCOMPARE(record.dropped(), 0);
}

void TestBlockRecord::blocksAtOnceHaveLanesOfTheirOwn() {
    BlockRecord record;
    record.append(batch(0, {{1, 0, 100}, {1, 10, 50}, {1, 20, 120}, {1, 50, 90}}), kernel, usual());
    std::vector<int> lanes;
    for (const auto& block : record.row(1)->blocks)
        lanes.push_back(block.lane);
    QCOMPARE(lanes, (std::vector{0, 1, 2, 1})); // the last takes the place of the second
    record.append(batch(0, {{1, 110, 130}}), kernel, usual());
    QCOMPARE(record.row(1)->blocks.back().lane, 0); // free again, while lane 2 is not
    QCOMPARE(lanesBetween(*record.row(1), 0, 15), 2);
    QCOMPARE(lanesBetween(*record.row(1), 0, 200), 3);
    QCOMPARE(lanesBetween(*record.row(1), 125, 200), 1);
}

void TestBlockRecord::blocksOfTwoPartitionsMeetInARow() {
    BlockRecord record;
    record.append(batch(0, {{1, 0, 100}, {1, 200, 300}}), kernel, usual());
    record.append(batch(1, {{1, 50, 150}}), kernel, usual()); // comes later, ran in between
    const auto& blocks = record.row(1)->blocks;
    QCOMPARE(blocks.size(), std::size_t{3});
    QCOMPARE(blocks[1].start, 50);
    QCOMPARE(blocks[1].lane, 1);
    QCOMPARE(blocks[2].lane, 0);
    QCOMPARE(record.row(1)->partitions, (std::vector{0, 1}));
}

void TestBlockRecord::windowsAreWhatBeganInOnePeriod() {
    constexpr std::int64_t ms = 1'000'000;
    BlockRecord record;
    record.append(batch(0, {{1, 0, 4 * ms}}), kernel, usual());
    record.append(batch(0, {{1, 4 * ms, 9 * ms}}), kernel, usual());
    record.append(batch(0, {{1, 100 * ms, 108 * ms}}), kernel, usual());
    QCOMPARE(bounds(record.windows()), (std::vector<std::int64_t>{0, 9 * ms, 100 * ms, 108 * ms}));
    record.append(batch(1, {{2, -ms, 12 * ms}}), kernel, usual()); // comes late
    QCOMPARE(
        bounds(record.windows()), (std::vector<std::int64_t>{-ms, 12 * ms, 100 * ms, 108 * ms}));
    QCOMPARE(bounds(record.covered(0)), (std::vector<std::int64_t>{0, 9 * ms, 100 * ms, 108 * ms}));
    QCOMPARE(bounds(record.covered(1)), (std::vector<std::int64_t>{-ms, 12 * ms}));
    QVERIFY(record.covered(2).empty());
    QCOMPARE(record.windowAt(50 * ms)->end, 12 * ms);
    QCOMPARE(record.windowAt(-50 * ms)->end, 12 * ms);
    QCOMPARE(record.windowAt(500 * ms)->end, 108 * ms);
    // Queued ahead, another partition's batch of that window comes much later.
    record.append(batch(2, {{3, 140 * ms, 173 * ms}}), kernel, usual());
    QCOMPARE(record.windows().size(), std::size_t{2});
    QCOMPARE(record.windows().back().end, 173 * ms);
    record.append(batch(0, {{1, 201 * ms, 209 * ms}}), kernel, usual());
    QCOMPARE(record.windows().size(), std::size_t{3});
    // Other windows from here on; and without a pause, a window is a period.
    const TimelineOptions all{std::chrono::milliseconds(40), std::chrono::milliseconds(40)};
    for (int i = 0; i < 4; ++i)
        record.append(batch(0, {{1, (300 + 20 * i) * ms, (320 + 20 * i) * ms}}), kernel, all);
    QCOMPARE(record.windows().size(), std::size_t{5});
    QCOMPARE(record.windows().back().start, 340 * ms);
    QCOMPARE(record.covered(0).back().start, 300 * ms);
}

void TestBlockRecord::forgetsTheOldest() {
    constexpr int perBatch = 50'000;
    constexpr std::int64_t period = 100'000'000;
    BlockRecord record;
    const int batches = static_cast<int>(BlockRecord::mostBlocks) / perBatch + 1;
    for (int i = 0; i < batches; ++i) {
        std::vector<BlockInterval> blocks;
        for (int k = 0; k < perBatch; ++k)
            blocks.push_back({k % 100, i * period + k, i * period + k + 100});
        record.append(batch(0, std::move(blocks)), kernel, usual());
    }
    QVERIFY(record.kept() <= BlockRecord::mostBlocks);
    QVERIFY(record.kept() > BlockRecord::mostBlocks / 2);
    QCOMPARE(record.recorded(), std::int64_t{batches} * perBatch);
    const std::int64_t oldest = record.windows().front().start;
    QVERIFY(oldest > 0);
    QCOMPARE(record.row(0)->blocks.front().start, oldest);
    QCOMPARE(record.windows().back().start, (batches - 1) * period);
    QCOMPARE(record.windows().size() * perBatch, record.kept());
}

void TestBlockRecord::exportsWhatIsKept() {
    BlockRecord record;
    record.append(batch(1, {{3, 10, 20}}), kernel, usual());
    const auto tracks = record.exported({QStringLiteral("A"), QStringLiteral("Bé")});
    QCOMPARE(tracks.size(), std::size_t{1});
    QCOMPARE(tracks[0].name, std::string("Bé"));
    QCOMPARE(tracks[0].workload, std::string("fma"));
    QCOMPARE(tracks[0].blocks, (std::vector<BlockInterval>{{3, clockNs + 10, clockNs + 20}}));
}

void TestBlockRecord::wideBlocksAreSingleBars() {
    BlockRecord record;
    record.append(batch(0, {{1, 0, 100}, {1, 100, 200}, {1, 201, 300}}), kernel, usual());
    const auto spans = spansBetween(*record.row(1), 0, 300, 10, true); // 10 pixels each
    QCOMPARE(spans.size(), std::size_t{3});
    for (const BlockSpan& span : spans)
        QCOMPARE(span.count, 1);
    QCOMPARE(spansBetween(*record.row(1), 120, 150, 10, true).size(), std::size_t{1});
    QVERIFY(spansBetween(*record.row(1), 400, 500, 10, true).empty());
}

void TestBlockRecord::narrowBlocksAreOneBar() {
    BlockRecord record;
    std::vector<BlockInterval> blocks;
    for (int i = 0; i < 1000; ++i) // one after the other, with a pause in the middle
        blocks.push_back({1, i * 10 + (i < 500 ? 0 : 5000), i * 10 + (i < 500 ? 9 : 5009)});
    record.append(batch(0, blocks), kernel, usual());
    const auto spans = spansBetween(*record.row(1), 0, 15'000, 100, true);
    QCOMPARE(spans, (std::vector<BlockSpan>{{0, 4999, 0, 0, 500}, {10'000, 14'999, 0, 0, 500}}));
    // Never more bars than pixels.
    QVERIFY(spansBetween(*record.row(1), 0, 15'000, 15'000, true).size() <= 2);
    // A pixel and more between them: bars of their own, each at least a pixel by itself.
    record.clear();
    record.append(batch(0, {{1, 0, 10}, {1, 200, 210}}), kernel, usual());
    QCOMPARE(spansBetween(*record.row(1), 0, 300, 100, true).size(), std::size_t{2});
}

void TestBlockRecord::barsAreOfOneTrack() {
    BlockRecord record;
    record.append(batch(0, {{1, 0, 10}, {1, 20, 30}}), kernel, usual());
    record.append(batch(1, {{1, 10, 20}, {1, 30, 40}}), kernel, usual());
    const auto spans = spansBetween(*record.row(1), 0, 40, 100, true);
    QCOMPARE(spans.size(), std::size_t{2});
    QVERIFY(spans[0].track != spans[1].track);
    QCOMPARE(spans[0].count + spans[1].count, 4);
    // At once in one lane for want of room: one bar, however wide.
    record.clear();
    record.append(batch(0, {{1, 0, 1000}, {1, 500, 1500}}), kernel, usual());
    QCOMPARE(spansBetween(*record.row(1), 0, 1500, 1, true).size(), std::size_t{2});
    QCOMPARE(
        spansBetween(*record.row(1), 0, 1500, 1, false),
        (std::vector<BlockSpan>{{0, 1500, 0, 0, 2}}));
}

void TestBlockRecord::aLongBlockFromBeforeTheViewIsSeen() {
    BlockRecord record;
    std::vector<BlockInterval> blocks{{1, 0, 100'000}};
    for (int i = 0; i < 100; ++i)
        blocks.push_back({1, i * 100 + 10, i * 100 + 50});
    record.append(batch(0, blocks), kernel, usual());
    const auto spans = spansBetween(*record.row(1), 50'000, 60'000, 10, true);
    QCOMPARE(spans, (std::vector<BlockSpan>{{0, 100'000, 0, 0, 1}}));
}

void TestBlockRecord::timeAndPixelsGoThereAndBack() {
    TimeScale scale;
    scale.setPixels(80, 700);
    scale.show(5e9, 1e7);
    QCOMPARE(scale.toPixel(5e9), 80.0);
    QCOMPARE(scale.toPixel(5.01e9), 780.0);
    for (double pixel = 80; pixel <= 780; pixel += 7)
        QVERIFY(std::abs(scale.toPixel(scale.toTime(pixel)) - pixel) < 1e-6);
}

void TestBlockRecord::zoomKeepsWhatIsUnderTheMouse() {
    const TimeScale::Limits limits{0, 1e9};
    TimeScale scale;
    scale.setPixels(80, 700);
    scale.show(4e8, 1e7);
    const double time = scale.toTime(300);
    for (int i = 0; i < 20; ++i) {
        scale.zoom(0.8, 300, limits);
        QVERIFY(std::abs(scale.toTime(300) - time) < 1);
    }
    for (int i = 0; i < 20; ++i)
        scale.zoom(1 / 0.8, 300, limits);
    QVERIFY(std::abs(scale.begin() - 4e8) < 1); // there and back
    QVERIFY(std::abs(scale.span() - 1e7) < 1);
    for (int i = 0; i < 200; ++i)
        scale.zoom(0.5, 300, limits);
    QCOMPARE(scale.span(), TimeScale::shortest);
}

void TestBlockRecord::nothingLeavesTheView() {
    const TimeScale::Limits limits{0, 1e7};
    TimeScale scale;
    scale.setPixels(0, 100);
    scale.show(0, 1e7);
    scale.pan(1e9, limits);
    QVERIFY(scale.end() > 0 && scale.begin() <= 0);
    scale.pan(-1e9, limits);
    QVERIFY(scale.begin() < 1e7 && scale.end() >= 1e7);
    for (int i = 0; i < 50; ++i)
        scale.zoom(2, 50, limits);
    QVERIFY(scale.span() < 2e7);
    scale.pan(300, limits);
    const double before = scale.begin();
    scale.pan(-10, limits);
    QCOMPARE(scale.begin(), before + 10 * scale.nsPerPixel());
}

void TestBlockRecord::marksAreRoundAndApart() {
    TimeScale scale;
    scale.setPixels(0, 700);
    for (double span = 200; span < 1e10; span *= 1.7) {
        scale.show(123, span);
        const double step = scale.step();
        QVERIFY(step / scale.nsPerPixel() >= 90);
        QVERIFY(step / scale.nsPerPixel() < 90 * 2.6);
        const auto marks = scale.ticks(100);
        QVERIFY(marks.size() >= 2 && marks.size() <= 8);
        for (const double mark : marks) {
            QVERIFY(mark >= scale.begin() - step * 1e-6 && mark <= scale.end());
            const double steps = (mark - 100) / step;
            QVERIFY(std::abs(steps - std::round(steps)) < 1e-6);
        }
    }
}

void TestBlockRecord::rowsAreGroupedByGpc() {
    DeviceDescription device = test::gridDevice(2, 2); // TPCs of both GPCs in turns
    const auto rows = smRows(&device, {});
    QCOMPARE(
        rows, (std::vector<SmRow>{{0, 0}, {1, 0}, {4, 0}, {5, 0}, {2, 1}, {3, 1}, {6, 1}, {7, 1}}));
    device.gpcs.clear();
    const auto byId = smRows(&device, {3, 9});
    QCOMPARE(byId.size(), std::size_t{9});
    QCOMPARE(byId[3], (SmRow{3, SmRow::unknown}));
    QCOMPARE(byId.back().sm, 9); // seen, whatever the description says
    QCOMPARE(smRows(nullptr, {5}).size(), std::size_t{1});
}

void TestBlockRecord::timesReadInTheirUnit() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QCOMPARE(timeline_texts::duration(111'100), QStringLiteral("111.1 µs"));
    QCOMPARE(timeline_texts::duration(1'234'000), QStringLiteral("1.234 ms"));
    QCOMPARE(timeline_texts::tick(2'000'000, 1e6), QStringLiteral("2"));
    QCOMPARE(timeline_texts::tick(2'500'000, 5e5), QStringLiteral("2.5"));
    QCOMPARE(timeline_texts::tickUnit(5e5), QStringLiteral("ms"));
    QCOMPARE(timeline_texts::tick(2'550'000, 50'000), QStringLiteral("2,550"));
    QCOMPARE(timeline_texts::tickUnit(50'000), QStringLiteral("µs"));
    QCOMPARE(
        timeline_texts::span(
            {12, 3}, {100'000, 300'000, 0, 0, 1}, QStringLiteral("A"), kernel, 50'000),
        QStringLiteral("SM 12, GPC 3 · A · fma · 50.0 µs to 250.0 µs · 200.0 µs"));
}

QTEST_GUILESS_MAIN(TestBlockRecord)
#include "tst_block_record.moc"
