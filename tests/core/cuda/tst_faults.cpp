// SPDX-License-Identifier: Apache-2.0
#include "core/model/driver_version.h"
#include "tests/core/cuda/driver_versions.h"
#include "tests/core/cuda/faulty_gpu.h"

#include <QTest>

#include <algorithm>

using namespace parterre;
using test::FaultyGpu;
using test::FaultyTarget;

namespace {

/// What no failed call may change.
struct Facts {
    unsigned deviceSms;
    unsigned greenSms;
    unsigned anotherSms;
    std::vector<unsigned> grants;
    std::size_t freeMemory;

    static Facts of(const FaultyGpu& gpu) {
        Facts facts{
            gpu.device.resources().sm().smCount(),
            gpu.green->resources().sm().smCount(),
            gpu.another->resources().sm().smCount(),
            {},
            gpu.green->memory().free};
        for (const SmResource& group : gpu.sm.split({.count = {8, 16}}).groups)
            facts.grants.push_back(group.smCount());
        return facts;
    }
    bool operator==(const Facts&) const = default;
};

/// A row for each operation on each driver.
void addOperations(bool onFake) {
    QTest::addColumn<bool>("isFake");
    QTest::addColumn<int>("version");
    QTest::addColumn<std::size_t>("operation");
    const auto all = test::gpuOperations();
    for (const bool isFake : {true, false})
        for (const int version : test::triedDrivers)
            for (std::size_t i = 0; i < all.size(); ++i)
                if (version >= all[i].since && (onFake || !isFake))
                    QTest::addRow(
                        "%s, %s %s", all[i].name, isFake ? "fake" : "simulated H200",
                        driverVersionText(version).c_str())
                        << isFake << version << i;
}

} // namespace

/// Whatever call fails: an error, nothing leaked, nothing given back twice, nothing left current,
/// nothing done in the wrong order, and the same works afterwards.
class TestFaults : public QObject {
    Q_OBJECT

private slots:
    void eachCallFailsInTurn_data() { addOperations(true); }
    void eachCallFailsInTurn() {
        QFETCH(bool, isFake);
        QFETCH(int, version);
        QFETCH(std::size_t, operation);
        const test::GpuOperation tested = test::gpuOperations()[operation];
        FaultyGpu gpu(isFake ? FaultyTarget::fake(version) : FaultyTarget::simulatedH200(version));
        tested.run(gpu); // what is made once and kept
        const Facts before = Facts::of(gpu);
        test::FaultCount count;
        test::failEachCall(
            gpu.target, [&] { tested.run(gpu); }, [&] { QVERIFY(Facts::of(gpu) == before); },
            count);
        qInfo("%d calls failed in turn, %d of them were reported", count.failed, count.reported);
        QVERIFY(count.reported > 0);
        m_failed += count.failed;
    }

    void eachReleaseFailsInTurn_data() { addOperations(false); }
    void eachReleaseFailsInTurn() {
        QFETCH(int, version);
        QFETCH(std::size_t, operation);
        const test::GpuOperation tested = test::gpuOperations()[operation];
        FaultyGpu gpu(FaultyTarget::simulatedH200(version));
        test::FaultCount count;
        test::failEachRelease(
            gpu.target, [&] { tested.run(gpu); }, {}, count);
        m_failed += count.failed;
    }

    void nothingIsLeftAtTheEnd_data() { test::addTriedDrivers(); }
    void nothingIsLeftAtTheEnd() {
        QFETCH(int, version);
        for (const FaultyTarget& target :
             {FaultyTarget::fake(version), FaultyTarget::simulatedH200(version)}) {
            {
                FaultyGpu gpu(target);
                QVERIFY(target.liveObjects() > 0);
                for (const test::GpuOperation& operation : test::gpuOperations())
                    if (version >= operation.since)
                        operation.run(gpu);
            }
            QCOMPARE(target.liveObjects(), std::size_t{0});
            QCOMPARE(target.misuse(), QString());
            QCOMPARE(target.driver->handles().size(), std::size_t{0});
        }
    }

    void cleanupTestCase() { qInfo("%d driver calls failed in all", m_failed); }

private:
    int m_failed = 0;
};

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
