// SPDX-License-Identifier: GPL-3.0-or-later
// That everything has room: no sideways scrolling, no collapsed column, a plot worth looking at.
#include "tests/ui/support/engine_fixture.h"
#include "tests/ui/support/ui_test.h"
#include "ui/inspector/device_panel.h"
#include "ui/partition/partition_bar_painter.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/shell/column_shares.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/main_window.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_plot.h"

#include <QAction>
#include <QHeaderView>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>

#include <numeric>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr int patience = 10'000;

struct WindowFixture : test::EngineFixture {
    WindowFixture()
        : window(session) {}

    bool show(const std::vector<int>& counts, const QSize& size) {
        editor.load(planOfCounts("sim:test", counts));
        window.resize(size);
        window.show();
        return QTest::qWaitForWindowExposed(&window) && start();
    }

    MainWindow window;
};

} // namespace

class TestLayout : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void columnsShareTheirWidth_data();
    void columnsShareTheirWidth();
    void theInspectorNeverScrollsSideways_data();
    void theInspectorNeverScrollsSideways();
    void aLongValueIsElidedInTheMiddle();
    void thePlotGetsTheRoom_data();
    void thePlotGetsTheRoom();
    void theNumbersNeedNoScrolling();
    void theNumbersFoldAway();
    void aRateIsOnlyShownWithItsSize();
};

void TestLayout::columnsShareTheirWidth_data() {
    QTest::addColumn<int>("total");
    QTest::addColumn<QList<int>>("expected");
    QTest::newRow("room to spare") << 400 << QList<int>{100, 250, 50};
    QTest::newRow("just enough") << 190 << QList<int>{100, 40, 50};
    QTest::newRow("half of what it gives") << 165 << QList<int>{75, 40, 50};
    QTest::newRow("no room") << 140 << QList<int>{50, 40, 50};
    QTest::newRow("less than none") << 20 << QList<int>{50, 40, 50};
}

void TestLayout::columnsShareTheirWidth() {
    QFETCH(int, total);
    QFETCH(QList<int>, expected);
    const auto widths = ColumnShares::widths({{50, 100}, {40, 0, true}, {50, 50}}, total);
    QCOMPARE(QList<int>(widths.begin(), widths.end()), expected);
}

void TestLayout::theInspectorNeverScrollsSideways_data() {
    QTest::addColumn<int>("width");
    QTest::newRow("narrow") << 200;
    QTest::newRow("usual") << 248;
    QTest::newRow("wide") << 500;
}

void TestLayout::theInspectorNeverScrollsSideways() {
    QFETCH(int, width);
    WindowFixture f;
    QVERIFY(f.show({64, 32}, {1280, 800}));
    DevicePanel panel(f.session);
    panel.resize(width, 700);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const auto* scroll = panel.findChild<QScrollArea*>();
    QCoreApplication::processEvents();
    QVERIFY(!scroll->horizontalScrollBar()->isVisible());
    QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
    int sentences = 0;
    for (const QLabel* label : scroll->widget()->findChildren<QLabel*>()) {
        QVERIFY(label->mapTo(scroll->widget(), QPoint(label->width(), 0)).x() <= width);
        if (!label->wordWrap() || label->text().isEmpty())
            continue;
        ++sentences;
        QVERIFY2(
            label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    }
    QVERIFY(sentences >= 3);
}

void TestLayout::aLongValueIsElidedInTheMiddle() {
    ElidedLabel label(QStringLiteral("GPU-5117ed00-aaaa-bbbb-cccc"), Qt::ElideMiddle, 9, 14);
    label.resize(label.sizeHint());
    label.show();
    QVERIFY(QTest::qWaitForWindowExposed(&label));
    QVERIFY(label.isElided());
    QCOMPARE(label.toolTip(), label.text());
    label.resize(600, label.height());
    QTRY_VERIFY(!label.isElided());
    QCOMPARE(label.toolTip(), QString());
}

void TestLayout::thePlotGetsTheRoom_data() {
    QTest::addColumn<std::vector<int>>("counts");
    QTest::newRow("2") << std::vector{64, 32};
    QTest::newRow("6") << std::vector(6, 16);
    QTest::newRow("15") << std::vector(15, 8);
}

void TestLayout::thePlotGetsTheRoom() {
    QFETCH(std::vector<int>, counts);
    WindowFixture f;
    QVERIFY(f.show(counts, {1280, 800}));
    const ThroughputPlot& plot = f.window.throughputPanel().plot();
    const QTableView& table = f.window.partitionEditor().table();
    QTRY_VERIFY2(plot.width() > 1280 / 2, qPrintable(QString::number(plot.width())));
    QTRY_VERIFY2(plot.height() > 800 / 4, qPrintable(QString::number(plot.height())));
    // No empty room below the rows, nor fewer rows in view than there are without need.
    const int row = table.verticalHeader()->defaultSectionSize();
    const int rows = row * table.model()->rowCount();
    if (counts.size() < 7)
        QTRY_VERIFY(std::abs(table.viewport()->height() - std::max(rows, 3 * row)) < row / 2);
    else
        QTRY_VERIFY(table.viewport()->height() > 5 * row);
    // Every column can be read, and all of them are in view.
    const QHeaderView& header = *table.horizontalHeader();
    QVERIFY(header.length() <= table.viewport()->width());
    for (int column = 0; column < PlanTableModel::runColumn; ++column)
        QVERIFY(header.sectionSize(column) >= header.sectionSizeHint(column));
}

void TestLayout::theNumbersNeedNoScrolling() {
    WindowFixture f;
    QVERIFY(f.show({64, 32}, {1280, 800}));
    f.editor.setWorkload(0, QStringLiteral("fma"));
    QVERIFY(f.apply());
    f.session.runAll();
    const QTableView& numbers = f.window.throughputPanel().numbers();
    QTRY_VERIFY_WITH_TIMEOUT(
        numbers.horizontalHeader()->length() > 0 &&
            numbers.viewport()->width() >= numbers.horizontalHeader()->length(),
        patience);
    QVERIFY(numbers.width() < f.window.throughputPanel().plot().width());
    f.editor.load(planOfCounts("sim:test", std::vector(15, 8))); // now they scroll up and down
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    f.session.apply();
    QTRY_COMPARE_WITH_TIMEOUT(numbers.model()->rowCount(), 15, patience);
    QTRY_VERIFY(numbers.viewport()->width() >= numbers.horizontalHeader()->length());
}

void TestLayout::theNumbersFoldAway() {
    WindowFixture f;
    QVERIFY(f.show({64, 32}, {1280, 800}));
    ThroughputPanel& panel = f.window.throughputPanel();
    const int before = panel.plot().width();
    panel.plot().setFocus();
    QTRY_VERIFY(panel.plot().focusProxy()->hasFocus());
    QTest::keyClick(panel.plot().focusProxy(), Qt::Key_N);
    QVERIFY(!panel.numbers().isVisible());
    QTRY_VERIFY(panel.plot().width() > before);
    panel.showNumbersAction()->trigger();
    QVERIFY(panel.numbers().isVisible());
}

void TestLayout::aRateIsOnlyShownWithItsSize() {
    BarSegment segment;
    segment.workload = QStringLiteral("fma");
    const QFont font;
    const LiveRate same{QStringLiteral("31.0 TFLOP/s"), 64, true};
    const LiveRate other{QStringLiteral("31.0 TFLOP/s"), 64, false};
    const auto text = [&](const LiveRate& rate, double width) {
        return BarPainter::activity(segment, rate, font, width);
    };
    const double rateWidth = QFontMetricsF(font).horizontalAdvance(same.rate);
    QCOMPARE(text(same, 500), QStringLiteral("fma · 31.0 TFLOP/s"));
    QCOMPARE(text(same, rateWidth + 1), QStringLiteral("31.0 TFLOP/s"));
    QCOMPARE(text(same, rateWidth - 1), QStringLiteral("fma"));
    QCOMPARE(text(other, 500), QStringLiteral("fma · 31.0 TFLOP/s on 64 SMs"));
    QCOMPARE(text(other, rateWidth + 1), QStringLiteral("fma"));
    QCOMPARE(text(other, 1), QString());
    // In the window: while the plan waits to be applied, and once it is.
    WindowFixture f;
    QVERIFY(f.show({64, 32}, {1280, 800}));
    f.editor.setWorkload(0, QStringLiteral("fma"));
    QVERIFY(f.apply());
    f.session.runAll();
    const PlanTableModel& model = f.window.partitionEditor().model();
    const auto now = [&] { return model.index(0, PlanTableModel::throughputColumn).data(); };
    QTRY_VERIFY_WITH_TIMEOUT(now().toString().endsWith(QLatin1String("FLOP/s")), patience);
    f.editor.setSmCount(0, 40);
    QVERIFY(now().toString().isEmpty() || now().toString().endsWith(QLatin1String("on 64 SMs")));
    QTRY_VERIFY_WITH_TIMEOUT(now().toString().endsWith(QLatin1String("on 64 SMs")), patience);
}

QTEST_MAIN(TestLayout)
#include "tst_layout.moc"
