// SPDX-License-Identifier: Apache-2.0
// Requests that a real H200 answered (splits of the device and of contexts, combined descriptors,
// what is refused), put to the simulated one through the driver seam.
#include "core/simulator/simulated_driver.h"
#include "tests/core/simulator/simulated_gpu.h"
#include "tests/support/split_requests/answer_comparison.h"
#include "tests/support/split_requests/request_executor.h"
#include "tests/support/split_requests/request_generator.h"

#include <QTest>

using namespace parterre;
using namespace parterre::test;

namespace {

RequestExecutor simulatedH200() {
    SimulationOptions options;
    options.driverVersion = 13000;
    options.clock = std::make_shared<VirtualClock>();
    return RequestExecutor(
        Device(std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), options), 0));
}

} // namespace

class TestSplitRequests : public QObject {
    Q_OBJECT

private slots:
    void recordedRequests_data() {
        QTest::addColumn<int>("lines");
        QTest::addColumn<int>("expected");
        QTest::newRow("split-requests") << 340 << 340;       // kept for what they show
        QTest::newRow("split-requests-overlap") << 93 << 78; // contexts of resources that overlap
        QTest::newRow("split-requests-401") << 200 << 199;   // two seeds, as they came
        QTest::newRow("split-requests-402") << 200 << 200;
    }

    /// docs/simulator.md lists what the rules do not explain; fewer may differ, not more.
    void recordedRequests() {
        QFETCH(const int, lines);
        QFETCH(const int, expected);
        const std::string file = std::string(QTest::currentDataTag()) + ".jsonl";
        const RequestExecutor executor = simulatedH200();
        int seen = 0;
        int equal = 0;
        for (const Json& line : recording(file.c_str())) {
            if (!line.contains("request"))
                continue; // says what device it was
            const AnsweredRequest recorded = AnsweredRequest::parse(line);
            const auto differences =
                differencesOf(recorded.request, recorded.answer, executor.answer(recorded.request));
            ++seen;
            equal += differences.empty() ? 1 : 0;
            for (const std::string& difference : differences)
                qInfo("request %d, %s", seen, difference.c_str());
        }
        qInfo("%s: %d lines, %d exactly as recorded", file.c_str(), seen, equal);
        QCOMPARE(seen, lines);
        QVERIFY(equal >= expected);
    }

    void sameRequestSameAnswer() {
        const RequestExecutor first = simulatedH200();
        const RequestExecutor second = simulatedH200();
        RequestGenerator generator(20261202);
        RequestGenerator again(20261202);
        for (int i = 0; i < 200; ++i) {
            const SplitRequest request = generator.any();
            QCOMPARE(request.json().dump(), again.any().json().dump());
            const Json answer = first.answer(request);
            QCOMPARE(answer.dump(), second.answer(request).dump());
            QCOMPARE(answer.dump(), first.answer(SplitRequest::parse(request.json())).dump());
        }
    }
};

QTEST_GUILESS_MAIN(TestSplitRequests)
#include "tst_split_requests.moc"
