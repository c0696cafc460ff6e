// SPDX-License-Identifier: Apache-2.0
#include "core/model/latency_histogram.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace parterre;

class TestLatencyHistogram : public QObject {
    Q_OBJECT

private slots:
    void isEmptyAtFirst() {
        const LatencyHistogram histogram;
        QCOMPARE(histogram.count(), 0U);
        QCOMPARE(histogram.quantile(0.5), 0.0);
        QCOMPARE(histogram.largest(), 0.0);
    }

    void quantilesOfMany() {
        std::mt19937 random(7);
        std::lognormal_distribution<double> latency(3.2, 0.8);
        LatencyHistogram histogram;
        std::vector<double> all;
        for (int i = 0; i < 20'000; ++i) {
            all.push_back(latency(random));
            histogram.add(all.back());
        }
        std::sort(all.begin(), all.end());
        QCOMPARE(histogram.count(), 20'000U);
        QCOMPARE(histogram.largest(), all.back());
        for (const double part : {0.01, 0.5, 0.9, 0.99, 0.999}) {
            const double exact = all[static_cast<std::size_t>(part * 20'000) - 1];
            QVERIFY(qAbs(histogram.quantile(part) / exact - 1) < 0.0051);
        }
        QVERIFY(histogram.quantile(1) <= histogram.largest());
    }

    void takesWhatIsOutOfRange() {
        LatencyHistogram histogram;
        for (const double latency : {0.0, -1.0, 1e12})
            histogram.add(latency);
        QCOMPARE(histogram.count(), 3U);
        QCOMPARE(histogram.largest(), 1e12);
        QVERIFY(histogram.quantile(0.5) <= 0.11);
    }
};

QTEST_GUILESS_MAIN(TestLatencyHistogram)
#include "tst_latency_histogram.moc"
