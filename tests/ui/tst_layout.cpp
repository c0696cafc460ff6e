// SPDX-License-Identifier: GPL-3.0-or-later
// That everything has room: no sideways scrolling, no collapsed column, a plot worth looking at.
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/inspector/device_panel.h"
#include "ui/partition/group_actions.h"
#include "ui/partition/partition_bar_painter.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/plan_tree.h"
#include "ui/shell/column_shares.h"
#include "ui/shell/compact_button.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/message_bar.h"
#include "ui/throughput/curve_legend.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_plot.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTextDocument>
#include <QToolButton>
#include <QToolTip>

using namespace parterre;
using namespace parterre::ui;

using parterre::ui::test::WindowFixture;

namespace {

constexpr int patience = 10'000;
const QString longName = QStringLiteral("decode, the latency-critical requests of tenant one");

/// The first label or button that has less room than it needs, or reaches out of the window; empty
/// when there is none.
QString cutOff(const QWidget& window) {
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        if (!widget->isVisible() || (!label && !button) || qobject_cast<const ElidedLabel*>(widget))
            continue;
        const QSize least = widget->minimumSizeHint();
        const bool isWrapped = label && label->wordWrap();
        const int height = isWrapped ? label->heightForWidth(label->width()) : least.height();
        const int right = widget->mapTo(&window, QPoint(widget->width(), 0)).x();
        if ((!isWrapped && widget->width() < least.width()) || widget->height() < height ||
            right > window.width())
            return QStringLiteral("\"%1\" in a %2: %3x%4 of %5x%6, to %7")
                .arg(label ? label->text() : button->text())
                .arg(QLatin1String(widget->parent()->metaObject()->className()))
                .arg(widget->width())
                .arg(widget->height())
                .arg(least.width())
                .arg(height)
                .arg(right);
    }
    return {};
}

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
    void nothingIsCutOff_data();
    void nothingIsCutOff();
    void aButtonWithoutRoomKeepsItsIcon();
    void manyLinesHaveTheirLegend();
    void longNamesAreInToolTips_data();
    void longNamesAreInToolTips();
    void namesAreNeverMarkup();
    void anEmptyPlotSaysWhatToDo();
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
    QVERIFY(f.show());
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
    WindowFixture f(counts);
    QVERIFY(f.show());
    const ThroughputPlot& plot = f.window.throughputPanel().plot();
    const PlanTree& table = f.window.partitionEditor().table();
    QTRY_VERIFY2(plot.width() > 1280 / 2, qPrintable(QString::number(plot.width())));
    QTRY_VERIFY2(plot.height() > 800 / 4, qPrintable(QString::number(plot.height())));
    // No empty room below the rows, nor fewer rows in view than there are without need.
    const int row = table.rowHeight();
    const int rows = row * table.model()->rowCount();
    if (counts.size() < 7)
        QTRY_VERIFY(std::abs(table.viewport()->height() - std::max(rows, 3 * row)) < row / 2);
    else
        QTRY_VERIFY(table.viewport()->height() > 5 * row);
    // Every column can be read, and all of them are in view.
    const QHeaderView& header = *table.header();
    QVERIFY(header.length() <= table.viewport()->width());
    for (int column = 0; column < PlanTableModel::runColumn; ++column)
        QVERIFY(header.sectionSize(column) >= header.sectionSizeHint(column));
}

void TestLayout::theNumbersNeedNoScrolling() {
    WindowFixture f;
    QVERIFY(f.show());
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
    QVERIFY(f.show());
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
    QVERIFY(f.show());
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

void TestLayout::nothingIsCutOff_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<std::vector<int>>("counts");
    QTest::addColumn<QString>("name");
    // 960x600 are 1440x900 pixels at a scale of 1.5.
    for (const QSize& size : {QSize(960, 600), QSize(1280, 800)}) {
        const auto row = [&](const char* what, const std::vector<int>& counts,
                             const QString& name = QStringLiteral("A")) {
            QTest::addRow("%dx%d, %s", size.width(), size.height(), what) << size << counts << name;
        };
        row("two", {64, 32});
        row("none", {});
        row("fifteen", std::vector(15, 8));
        row("a long name", {64, 32}, longName);
        row("too large", {100, 50, 50});
        row("rounded up", {7, 9, 11, 13, 15});
    }
}

/// The window as it is while partitions run, with a message above it.
void TestLayout::nothingIsCutOff() {
    QFETCH(QSize, size);
    QFETCH(std::vector<int>, counts);
    QFETCH(QString, name);
    WindowFixture f(counts);
    QVERIFY(f.show(size));
    if (!counts.empty()) {
        f.editor.rename(0, name);
        f.editor.setWorkload(0, QStringLiteral("fma"));
        QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
        if (f.session.canApply()) {
            QVERIFY(f.apply());
            f.session.runAll();
            const QModelIndex now = f.window.throughputPanel().numbers().model()->index(0, 1);
            QTRY_VERIFY_WITH_TIMEOUT(now.data().toString().toDouble() > 0, patience);
        }
    }
    f.window.messageBar().show(
        MessageBar::Kind::error, QStringLiteral("The engine was ended by signal 9."),
        QStringLiteral("The partitions on the GPU are gone with it; the plan is kept."),
        QStringLiteral("Apply again"), [] {});
    QTRY_VERIFY(f.window.messageBar().button().isVisible());
    QCOMPARE(f.window.size(), size);
    QTRY_COMPARE(cutOff(f.window), QString());
    const QHeaderView& header = *f.window.partitionEditor().table().header();
    QVERIFY(header.length() <= f.window.partitionEditor().table().viewport()->width());
    for (int column = 0; column < PlanTableModel::runColumn; ++column)
        QVERIFY(header.sectionSize(column) >= header.sectionSizeHint(column));
    const ThroughputPlot& plot = f.window.throughputPanel().plot();
    QVERIFY(plot.width() >= 240 && plot.height() >= 120);
    // What tells the lines apart stands beside them, never on them.
    const ThroughputPanel& panel = f.window.throughputPanel();
    QVERIFY(panel.legend().geometry().bottom() < plot.mapTo(&panel, QPoint()).y());
}

void TestLayout::aButtonWithoutRoomKeepsItsIcon() {
    WindowFixture f;
    QVERIFY(f.show());
    CompactButton* add = nullptr;
    for (auto* button : f.window.partitionEditor().findChildren<CompactButton*>())
        if (button->defaultAction() == f.window.partitionEditor().actions().add())
            add = button;
    QVERIFY(add && !add->isCompact());
    f.window.resize(960, 600);
    QTRY_VERIFY(add->isCompact());
    QVERIFY(!add->toolTip().isEmpty());
    QTest::mouseClick(add, Qt::LeftButton);
    QCOMPARE(f.editor.groupCount(), 3);
    f.window.resize(1280, 800);
    QTRY_VERIFY(!add->isCompact());
}

void TestLayout::manyLinesHaveTheirLegend() {
    WindowFixture f(std::vector(15, 8));
    QVERIFY(f.show({960, 600}));
    QVERIFY(f.apply());
    const CurveLegend& legend = f.window.throughputPanel().legend();
    QTRY_COMPARE(legend.actions().size(), 15);
    auto* more = legend.findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
    QTRY_VERIFY(more && more->isVisible());
    QTRY_VERIFY(more->menu() && !more->menu()->actions().isEmpty());
    int inView = 0;
    for (QAction* action : legend.actions())
        inView += legend.widgetForAction(action)->isVisible() ? 1 : 0;
    QVERIFY(inView > 0);
    QCOMPARE(inView + more->menu()->actions().size(), 15);
    QTRY_VERIFY(f.window.throughputPanel().plot().isShown(14));
    more->menu()->actions().last()->trigger();
    QTRY_VERIFY(!f.window.throughputPanel().plot().isShown(14));
}

void TestLayout::longNamesAreInToolTips_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("name");
    for (const char* where : {"partitions", "numbers"}) {
        QTest::addRow("%s", where) << where << longName;
        QTest::addRow("%s, what looks like markup", where)
            << where << QStringLiteral("<b>decode</b>, the latency-critical requests");
    }
}

void TestLayout::longNamesAreInToolTips() {
    QFETCH(QString, where);
    QFETCH(QString, name);
    WindowFixture f;
    QVERIFY(f.show({960, 600}));
    f.editor.rename(0, name);
    f.editor.setWorkload(0, QStringLiteral("fma"));
    QTRY_VERIFY_WITH_TIMEOUT(f.session.canApply(), patience);
    QVERIFY(f.apply());
    QAbstractItemView& table =
        where == QLatin1String("numbers")
            ? static_cast<QAbstractItemView&>(f.window.throughputPanel().numbers())
            : f.window.partitionEditor().table();
    QTRY_VERIFY(table.model()->rowCount() >= 2);
    const auto tipAt = [&table](int row) {
        QToolTip::hideText();
        const QPoint at = table.visualRect(table.model()->index(row, 0)).center();
        QHelpEvent event(QEvent::ToolTip, at, table.viewport()->mapToGlobal(at));
        QApplication::sendEvent(table.viewport(), &event);
        QTextDocument tip;
        if (Qt::mightBeRichText(QToolTip::text()))
            tip.setHtml(QToolTip::text());
        else
            tip.setPlainText(QToolTip::text());
        return tip.toPlainText();
    };
    QCOMPARE(tipAt(0), name);
    QVERIFY(tipAt(1) != QLatin1String("B")); // it can be read as it is
}

void TestLayout::namesAreNeverMarkup() {
    const QString name = QStringLiteral("<b>R&D</b>");
    WindowFixture f;
    QVERIFY(f.show());
    f.editor.rename(0, name);
    QTRY_VERIFY_WITH_TIMEOUT(f.session.canApply(), patience);
    QVERIFY(f.apply());
    f.editor.setSmCount(0, 39); // a change that is not applied, and a diagnostic
    const auto labels = [&f, &name] {
        QList<const QLabel*> found;
        for (const QLabel* label : f.window.findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(name))
                found << label;
        return found;
    };
    QTRY_VERIFY_WITH_TIMEOUT(labels().size() >= 2, patience);
    for (const QLabel* label : labels())
        QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
}

void TestLayout::anEmptyPlotSaysWhatToDo() {
    WindowFixture f;
    QVERIFY(f.show());
    const ThroughputPlot& plot = f.window.throughputPanel().plot();
    QVERIFY(plot.shownHint().startsWith(QLatin1String("Apply")));
    QVERIFY(f.apply());
    QTRY_VERIFY(plot.shownHint().contains(QLatin1String("No partition has a workload")));
    f.editor.setWorkload(0, QStringLiteral("fma"));
    QTRY_VERIFY(plot.shownHint().contains(QLatin1String("Run all")));
    f.session.runAll();
    QTRY_COMPARE_WITH_TIMEOUT(plot.shownHint(), QString(), patience);
    f.session.release();
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.applied(), patience);
    QCOMPARE(plot.shownHint(), QString()); // what was measured stays to be read
}

QTEST_MAIN(TestLayout)
#include "tst_layout.moc"
