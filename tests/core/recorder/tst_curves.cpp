// SPDX-License-Identifier: Apache-2.0
#include "core/recorder/connection_curve.h"
#include "core/recorder/copy_curve.h"
#include "core/recorder/minimise.h"
#include "core/simulator/rate_model.h"

#include <QTest>

#include <cmath>

using namespace parterre;

namespace {

bool isNear(double value, double expected, double tolerance) {
    return std::abs(value / expected - 1) < tolerance;
}

/// Copies of an H200 by SMs: tests/data/recordings/h200-driver-13.0/performance.jsonl, "scale".
const std::vector<CopyRate> recordedCopies{{8, 767.3e9},   {16, 1526.0e9},  {24, 2257.5e9},
                                           {32, 2841.1e9}, {40, 3211.3e9},  {48, 3395.3e9},
                                           {56, 3571.9e9}, {64, 3743.7e9},  {80, 3949.4e9},
                                           {96, 3873.5e9}, {112, 3914.0e9}, {132, 3927.3e9}};

/// Partitions of 2 SMs, hardware-connections.jsonl: the sum over what 66 alone would do.
const std::vector<ConnectionShare> recordedShares{
    {8, 66, 10.11 / (66 * 0.966)}, {16, 66, 16.75 / (66 * 0.966)}, {32, 66, 24.03 / (66 * 0.964)}};

} // namespace

/// Finding a rate model's parameters from measurements.
class TestCurves : public QObject {
    Q_OBJECT

private slots:
    void findsAMinimum() {
        // Rosenbrock's valley, bent so that its minimum is at (3, 9).
        const std::vector<double> at = minimise(
            [](const std::vector<double>& p) {
                return std::pow(3 - p[0], 2) + 100 * std::pow(p[1] - p[0] * p[0], 2);
            },
            {{1}, {1}});
        QVERIFY2(
            isNear(at[0], 3, 1e-3) && isNear(at[1], 9, 1e-3),
            qPrintable(QString("%1 %2").arg(at[0]).arg(at[1])));
    }

    void staysWithinTheLimits() {
        const auto toTheLeft = [](const std::vector<double>& p) { return p[0] + p[1]; };
        const std::vector<double> at = minimise(toTheLeft, {{5, 2, 10}, {5, 0.1, 10}});
        QVERIFY(isNear(at[0], 2, 1e-3) && isNear(at[1], 0.1, 1e-3));
    }

    void recordedCopiesAreMet() {
        DeviceRates rates = DeviceProfile::load("h200").rates;
        rates.memoryLatency = 0;
        fitCopies(rates, recordedCopies);
        for (const CopyRate& rate : recordedCopies) {
            const double fitted = copyRate(rates, rate.smCount);
            QVERIFY2(
                isNear(fitted, rate.bytesPerSecond, 0.05),
                qPrintable(QString("%1 SMs: %2").arg(rate.smCount).arg(fitted)));
        }
    }

    void fewCopiesAreEnoughForSomething() {
        DeviceRates rates;
        fitCopies(rates, {{16, 200e9}});
        QVERIFY(std::isfinite(rates.copyBytesPerSm) && rates.copyBytesPerSm > 0);
        QVERIFY(rates.memorySaturation >= 1 && rates.memorySaturation <= 100);
    }

    void connectionsAreFoundAgain_data() {
        QTest::addColumn<double>("overlap");
        QTest::addColumn<double>("streams");
        QTest::addColumn<double>("perStream");
        QTest::newRow("H200") << 1.295 << 44.5 << 0.011;
        QTest::newRow("better") << 2.5 << 60.0 << 0.03;
        QTest::newRow("worse") << 1.05 << 12.0 << 0.0;
    }
    void connectionsAreFoundAgain() {
        QFETCH(const double, overlap);
        QFETCH(const double, streams);
        QFETCH(const double, perStream);
        DeviceRates made = DeviceProfile::load("h200").rates;
        made.connectionOverlap = overlap;
        made.frontEndStreams = streams;
        made.connectionOverlapPerStream = perStream;
        std::vector<ConnectionShare> shares;
        for (const int connections : {4, 8, 16, 32})
            for (const int busy : {32, 64})
                shares.push_back(
                    {connections, busy, RateModel(made, connections).connectionShare(busy)});
        DeviceRates found = DeviceProfile::load("h200").rates;
        fitConnections(found, shares);
        for (const ConnectionShare& share : shares)
            QVERIFY(isNear(
                RateModel(found, share.connections).connectionShare(share.partitions), share.share,
                0.01));
    }

    void recordedConnectionsAreMet() {
        DeviceRates rates = DeviceProfile::load("h200").rates;
        fitConnections(rates, recordedShares);
        for (const ConnectionShare& share : recordedShares)
            QVERIFY(isNear(
                RateModel(rates, share.connections).connectionShare(share.partitions), share.share,
                0.06));
    }
};

QTEST_GUILESS_MAIN(TestCurves)
#include "tst_curves.moc"
