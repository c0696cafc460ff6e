// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/bar_geometry.h"

#include <QTest>

#include <cmath>
#include <numeric>

using parterre::ui::BarGeometry;

class TestBarGeometry : public QObject {
    Q_OBJECT
private slots:
    void everySmComesBackAtEveryWidth_data();
    void everySmComesBackAtEveryWidth();
    void segmentsTouchAndStayInside_data() { everySmComesBackAtEveryWidth_data(); }
    void segmentsTouchAndStayInside();
    void narrowSegmentsStayVisible();
    void widthsAreInProportionWhereThereIsRoom();
};

void TestBarGeometry::everySmComesBackAtEveryWidth_data() {
    QTest::addColumn<QList<int>>("counts");
    QTest::newRow("whole") << QList<int>{132};
    QTest::newRow("three and a remainder") << QList<int>{64, 32, 16, 20};
    QTest::newRow("tiny ones") << QList<int>{2, 2, 2, 120, 2, 4};
    QTest::newRow("room at the end") << QList<int>{8, 8};
    QTest::newRow("more than there are") << QList<int>{100, 64};
    QTest::newRow("sixty-six") << QList<int>(66, 2);
    QTest::newRow("one that is not made") << QList<int>{64, 0, 68};
}

void TestBarGeometry::everySmComesBackAtEveryWidth() {
    QFETCH(QList<int>, counts);
    for (int width = 50; width <= 4000; ++width) {
        const BarGeometry geometry({counts.begin(), counts.end()}, 132, width);
        const int whole = std::max(132, std::accumulate(counts.begin(), counts.end(), 0));
        double before = -1;
        for (int sm = 0; sm <= whole; ++sm) {
            const double x = geometry.xAt(sm);
            if (std::abs(geometry.smAt(x) - sm) > 1e-6)
                QFAIL(qPrintable(QStringLiteral("%1 SMs at width %2").arg(sm).arg(width)));
            if (x <= before)
                QFAIL(qPrintable(QStringLiteral("not rising at width %1").arg(width)));
            before = x;
        }
    }
}

void TestBarGeometry::segmentsTouchAndStayInside() {
    QFETCH(QList<int>, counts);
    for (int width = 50; width <= 4000; ++width) {
        const BarGeometry geometry({counts.begin(), counts.end()}, 132, width);
        double x = 0;
        for (int i = 0; i < geometry.count(); ++i) {
            QVERIFY(std::abs(geometry.span(i).left - x) < 1e-6);
            QVERIFY(geometry.span(i).width > 0);
            QCOMPARE(geometry.segmentAt(x + geometry.span(i).width / 2), i);
            x = geometry.span(i).right();
        }
        QVERIFY2(x <= width + 1e-6, qPrintable(QString::number(x - width)));
    }
}

void TestBarGeometry::narrowSegmentsStayVisible() {
    const BarGeometry geometry({2, 128, 2}, 132, 600);
    QVERIFY(geometry.span(0).width >= BarGeometry::leastWidth);
    QVERIFY(geometry.span(2).width >= BarGeometry::leastWidth);
}

void TestBarGeometry::widthsAreInProportionWhereThereIsRoom() {
    const BarGeometry geometry({64, 32, 36}, 132, 1320);
    QCOMPARE(geometry.span(0).width, 640.0);
    QCOMPARE(geometry.span(1).width, 320.0);
    QCOMPARE(geometry.span(2).left, 960.0);
}

QTEST_GUILESS_MAIN(TestBarGeometry)
#include "tst_bar_geometry.moc"
