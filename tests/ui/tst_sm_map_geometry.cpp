// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/grid_device.h"
#include "ui/map/sm_map_geometry.h"

#include <QTest>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr double labelHeight = 14;

SmMapContent contentOf(const QString& name) {
    DeviceDescription device;
    if (name == QLatin1String("H200")) { // its GPCs, of nine TPCs down to one
        device.smCount = 132;
        int id = 0;
        for (const int tpcs : {4, 8, 8, 8, 8, 8, 9, 9, 1, 1, 1, 1}) {
            device.gpcs.emplace_back();
            for (int i = 0; i < tpcs; ++i, id += 2)
                device.gpcs.back().push_back({id, id + 1});
        }
    } else if (name == QLatin1String("B200")) {
        device = test::gridDevice(12, 8);
    } else if (name == QLatin1String("V100")) {
        device = test::gridDevice(6, 7);
    } else if (name == QLatin1String("Orin")) {
        device = test::gridDevice(2, 4);
    } else { // GPCs that nobody has looked at: one long row of pairs
        device.smCount = 132;
    }
    BarContent planned;
    planned.total = device.smCount;
    BarSegment remainder;
    remainder.isRemainder = true;
    remainder.smIds.emplace();
    for (int id = 0; id < device.smCount; ++id)
        remainder.smIds->push_back(id);
    planned.segments = {remainder};
    return SmMapContent::make(device, planned, nullptr, nullptr);
}

} // namespace

class TestSmMapGeometry : public QObject {
    Q_OBJECT
private slots:
    void everySmComesBackAtEveryWidth_data();
    void everySmComesBackAtEveryWidth();
    void smsDoNotOverlap_data() { everySmComesBackAtEveryWidth_data(); }
    void smsDoNotOverlap();
    void theSmsOfATpcTouch();
    void moreRoomMakesLargerSms();
    void theHeightItAsksForIsEnough_data() { everySmComesBackAtEveryWidth_data(); }
    void theHeightItAsksForIsEnough();
};

void TestSmMapGeometry::everySmComesBackAtEveryWidth_data() {
    QTest::addColumn<QString>("gpu");
    for (const char* gpu : {"H200", "B200", "V100", "Orin", "GPCs unknown"})
        QTest::newRow(gpu) << QString::fromLatin1(gpu);
}

void TestSmMapGeometry::everySmComesBackAtEveryWidth() {
    QFETCH(QString, gpu);
    const SmMapContent content = contentOf(gpu);
    QVERIFY(!content.sms.empty());
    for (int width = 50; width <= 4000; ++width) {
        const double height = 40 + width % 160; // from narrow to high
        const SmMapGeometry geometry(content, QSizeF(width, height), labelHeight);
        QCOMPARE(geometry.smCount(), static_cast<int>(content.sms.size()));
        const QRectF room(-1e-6, -1e-6, width + 2e-6, height + 2e-6);
        for (int sm = 0; sm < geometry.smCount(); ++sm) {
            if (geometry.smAt(geometry.sm(sm).center()) != sm)
                QFAIL(qPrintable(QStringLiteral("SM %1 at width %2").arg(sm).arg(width)));
            if (!room.contains(geometry.sm(sm)))
                QFAIL(qPrintable(QStringLiteral("SM %1 outside, width %2").arg(sm).arg(width)));
        }
    }
}

void TestSmMapGeometry::smsDoNotOverlap() {
    QFETCH(QString, gpu);
    const SmMapContent content = contentOf(gpu);
    for (const int width : {50, 130, 440, 776, 1300, 4000}) {
        const SmMapGeometry geometry(content, QSizeF(width, 120), labelHeight);
        for (int a = 0; a < geometry.smCount(); ++a)
            for (int b = 0; b < a; ++b) {
                const QRectF both = geometry.sm(a) & geometry.sm(b);
                QVERIFY(both.width() < 1e-6 || both.height() < 1e-6);
            }
        for (int gpc = 0; gpc < content.gpcCount; ++gpc)
            for (int sm = 0; sm < geometry.smCount(); ++sm) { // nor do labels lie on SMs
                const QRectF both = geometry.label(gpc) & geometry.sm(sm);
                QVERIFY(both.width() < 1e-6 || both.height() < 1e-6);
            }
    }
}

void TestSmMapGeometry::theSmsOfATpcTouch() {
    const SmMapContent content = contentOf(QStringLiteral("H200"));
    const SmMapGeometry geometry(content, QSizeF(776, 110), labelHeight);
    for (int i = 0; i + 1 < geometry.smCount(); ++i) {
        const auto& one = content.sms[static_cast<std::size_t>(i)];
        const auto& other = content.sms[static_cast<std::size_t>(i + 1)];
        if (one.gpc == other.gpc && one.tpc == other.tpc)
            QVERIFY(std::abs(geometry.sm(i).right() - geometry.sm(i + 1).left()) < 1e-6);
        else
            QVERIFY(geometry.sm(i).topLeft() != geometry.sm(i + 1).topLeft());
    }
}

void TestSmMapGeometry::moreRoomMakesLargerSms() {
    const SmMapContent content = contentOf(QStringLiteral("H200"));
    double before = 0;
    for (const int width : {100, 300, 776, 1600}) {
        const SmMapGeometry geometry(content, QSizeF(width, width / 6.0), labelHeight);
        QVERIFY(geometry.tpcWidth() > before);
        before = geometry.tpcWidth();
    }
}

void TestSmMapGeometry::theHeightItAsksForIsEnough() {
    QFETCH(QString, gpu);
    const SmMapContent content = contentOf(gpu);
    for (const int width : {300, 440, 776, 1300}) {
        const double height = SmMapGeometry::heightFor(content, width, labelHeight, 1000);
        const SmMapGeometry geometry(content, QSizeF(width, height), labelHeight);
        QVERIFY(geometry.tpcWidth() > 0.89 * SmMapGeometry::comfortableTpc);
    }
}

QTEST_GUILESS_MAIN(TestSmMapGeometry)
#include "tst_sm_map_geometry.moc"
