// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/cuda/host_buffer.h"
#include "core/cuda/stream.h"
#include "core/probe/placement_probe.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

using namespace parterre;
using parterre::test::FakeDriver;
using parterre::test::FaultyDriver;

namespace {

/// A bit of everything.
void useEverything(const std::shared_ptr<Driver>& driver) {
    const Device device(driver, 0);
    (void)device.describe();
    const SmSplit split = device.resources().sm().split({.count = {8, 8}});
    const auto a = device.createContext({split.groups[0]});
    const auto b = device.createContext({split.groups[1], *split.remainder});
    (void)a->id();
    const auto stream = a->createStream();
    const auto other = b->createOrdinaryStream();
    Event start = a->createEvent();
    Event end = a->createEvent();
    Buffer buffer(a, 4096);
    const HostBuffer host(b, 4096);
    const Kernel kernel = loadEmbeddedKernels(a)->kernel("parterre_fill");
    start.record(*stream);
    kernel.launch(*stream, {1, 256}, buffer.address(), 256ULL, 7U);
    buffer.copyToHost(host.data(), 4096, *stream);
    end.record(*stream);
    end.synchronize();
    (void)end.secondsSince(start);
    other->wait(end);
    (void)observeSmIds(*a, *stream);
}

} // namespace

/// Whatever call fails: an exception, nothing leaked, nothing left current, nothing done in the
/// wrong order.
class TestFaults : public QObject {
    Q_OBJECT

private slots:
    void nothingIsLeftBehind_data() {
        QTest::addColumn<int>("version");
        QTest::newRow("12.4") << 12040;
        QTest::newRow("13.0") << 13000;
        QTest::newRow("13.1") << 13010;
    }
    void nothingIsLeftBehind() {
        QFETCH(int, version);
        int errors = 0;
        int k = 1;
        for (;; ++k) {
            const auto fake = std::make_shared<FakeDriver>(version);
            const auto faulty = std::make_shared<FaultyDriver>(fake);
            faulty->failCall(k, abi::CUDA_ERROR_OUT_OF_MEMORY, [](DriverFunction function) {
                return !test::isRelease(function);
            });
            try {
                useEverything(faulty);
            } catch (const CudaError& error) {
                ++errors;
                QCOMPARE(error.result(), abi::CUDA_ERROR_OUT_OF_MEMORY);
            }
            const std::string where = "call " + std::to_string(k);
            QVERIFY2(fake->liveObjects() == 0, where.c_str());
            QVERIFY2(!fake->somethingIsCurrent(), where.c_str());
            const auto misuses = fake->misuses();
            QVERIFY2(misuses.empty(), (where + ": " + (misuses.empty() ? "" : misuses[0])).c_str());
            if (faulty->calls() < k)
                break;
        }
        QVERIFY(k > 100);
        // Not every call: what destructors and guards ask is answered by going on.
        QVERIFY(errors > k / 2);
    }
};

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
