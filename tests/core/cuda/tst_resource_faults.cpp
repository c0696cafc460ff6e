// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/cuda/stream.h"
#include "core/model/device_id.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <functional>

using namespace parterre;
using test::FakeDriver;
using test::FaultyDriver;

namespace {

/// What an operation starts from; made before anything fails.
struct Start {
    Device device;
    SmResource sm;
    std::shared_ptr<Context> context; ///< 16 SMs
    std::shared_ptr<Stream> stream;   ///< of that context
    SmSplit combined;                 ///< 10 and 6 SMs
};

using Operation = std::function<void(const Start&)>;

Start startOn(const std::shared_ptr<Driver>& driver) {
    const Device device(driver, 0);
    const SmResource sm = device.resources().sm();
    const auto context = device.createContext(sm.split({.count = 16}).groups);
    return {
        device, sm, context, context->createStream(),
        sm.split({.count = {10, 6}, .strategy = Strategy::combined, .ignoreCoscheduling = true})};
}

} // namespace

Q_DECLARE_METATYPE(Operation)

/// Each operation on resources with each of its driver calls failing in turn: an error that says
/// so, nothing leaked, nothing left current, and what was there is as it was.
class TestResourceFaults : public QObject {
    Q_OBJECT

private slots:
    void nothingIsLeftBehindWhateverCallFails_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<Operation>("operation");
        for (const int version : {12040, 12050, 13000, 13010, newestSimulatedDriver}) {
            const auto row = [&](const char* name, Operation operation) {
                QTest::addRow("%d.%d %s", version / 1000, version % 1000 / 10, name)
                    << version << std::move(operation);
            };
            row("a device's SMs", [](const Start& start) { start.device.resources().sm(); });
            row("a context's SMs", [](const Start& start) { start.context->resources().sm(); });
            row("describing the device", [](const Start& start) { start.device.describe(); });
            row("split by count", [](const Start& start) {
                start.sm.split({.count = {8, 8}, .strategy = Strategy::byCount});
            });
            row("discovery by count", [](const Start& start) {
                start.sm.split({.count = {0, 0, 0}, .strategy = Strategy::byCount});
            });
            row("combined split", [](const Start& start) {
                start.sm.split({.count = {16, 8}, .strategy = Strategy::combined});
            });
            row("combined split in the smallest units", [](const Start& start) {
                start.sm.split({.count = {18, 14}, .strategy = Strategy::combined});
            });
            row("split that chooses", [](const Start& start) {
                start.sm.split({.count = {16, 8}});
            });
            row("dry run", [](const Start& start) {
                start.sm.split({.count = {16, 8}}, DryRun::yes);
            });
            row("nested split", [](const Start& start) {
                start.context->resources().sm().split({.count = {8, 8}});
            });
            row("context of a joined group",
                [](const Start& start) { start.device.createContext({start.combined.groups[0]}); });
            row("contexts of both groups and the remainder", [](const Start& start) {
                const auto a = start.device.createContext({start.combined.groups[0]});
                const auto b = start.device.createContext({start.combined.groups[1]});
                const auto c = start.device.createContext({*start.combined.remainder});
            });
            if (version < 13010)
                continue;
            row("structured split", [](const Start& start) {
                start.sm.split({.count = {8, 0}, .strategy = Strategy::structured});
            });
            row("a stream's SMs", [](const Start& start) { start.stream->resources().sm(); });
            row("work queues", [](const Start& start) {
                start.device.resources().workqueue();
                start.context->resources().workqueue();
                start.stream->resources().workqueue();
            });
            row("context with a work queue", [](const Start& start) {
                WorkqueueResource workqueue = start.device.resources().workqueue();
                workqueue.configure({WorkqueueScope::greenContextBalanced, 2});
                start.device.createContext({start.combined.groups[0]}, workqueue);
            });
        }
    }
    void nothingIsLeftBehindWhateverCallFails() {
        QFETCH(int, version);
        QFETCH(Operation, operation);
        const auto fake = std::make_shared<FakeDriver>(version);
        const auto faulty = std::make_shared<FaultyDriver>(fake);
        const Start start = startOn(faulty);
        const int live = fake->liveObjects();
        int failed = 0;
        for (int k = 1;; ++k) {
            faulty->failCall(k, abi::CUDA_ERROR_UNKNOWN, [](DriverFunction function) {
                return !test::isRelease(function);
            });
            try {
                operation(start);
            } catch (const CudaError& error) {
                QCOMPARE(error.result(), abi::CUDA_ERROR_UNKNOWN);
                QVERIFY(!error.call().empty());
            }
            const bool reached = faulty->calls() >= k;
            faulty->failCall(0);
            const std::string where = "call " + std::to_string(k);
            if (!reached)
                break;
            ++failed;
            QVERIFY2(fake->liveObjects() == live, where.c_str());
            QVERIFY2(!fake->somethingIsCurrent(), where.c_str());
            const auto misuses = fake->misuses();
            QVERIFY2(misuses.empty(), (where + ": " + (misuses.empty() ? "" : misuses[0])).c_str());
            // State as before: the same questions have the same answers.
            QCOMPARE(start.context->resources().sm().smCount(), 16U);
            QCOMPARE(start.device.resources().sm().smCount(), 32U);
            QCOMPARE(start.sm.split({.count = 8}).groups.size(), 1U);
        }
        QVERIFY(failed > 0);
        qInfo("%d driver calls, each failed once", failed);
    }
};

QTEST_GUILESS_MAIN(TestResourceFaults)
#include "tst_resource_faults.moc"
