// SPDX-License-Identifier: Apache-2.0
#include "core/driver/tracing_driver.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

using namespace parterre;
using parterre::test::FakeDriver;
using parterre::test::FaultyDriver;

class TestTracingDriver : public QObject {
    Q_OBJECT

private slots:
    void recordsArgumentsAndResults() {
        TracingDriver driver(std::make_shared<FakeDriver>());
        int count = 0;
        driver.cuDeviceGetCount(&count);
        abi::CUdevResource resource{};
        driver.cuDeviceGetDevResource(0, &resource, abi::CU_DEV_RESOURCE_TYPE_SM);
        unsigned groups = 2;
        driver.cuDevSmResourceSplitByCount(nullptr, &groups, &resource, nullptr, 0, 8);
        abi::CUcontext context = nullptr;
        driver.cuCtxGetCurrent(&context);

        const auto calls = driver.calls();
        QCOMPARE(calls.size(), 4U);
        QCOMPARE(calls[0].function, DriverFunction::cuDeviceGetCount);
        QCOMPARE(calls[0].arguments, std::string("count=1"));
        QCOMPARE(calls[0].result, abi::CUDA_SUCCESS);
        QCOMPARE(calls[0].number, 1U);
        QCOMPARE(calls[0].thread, std::this_thread::get_id());
        QVERIFY(calls[0].microseconds >= 0);
        QVERIFY(calls[1].start >= calls[0].start);
        QCOMPARE(calls[1].arguments, std::string("device=0, resource={32 SMs}, type=1"));
        QCOMPARE(
            calls[2].arguments,
            std::string(
                "result=null, groupCount=2, input={32 SMs}, remainder=null, flags=0, minCount=8"));
        QCOMPARE(calls[3].arguments, std::string("context=null"));
    }

    void readsNoOutputsOfAFailedCall() {
        const auto faulty = std::make_shared<FaultyDriver>(std::make_shared<FakeDriver>());
        TracingDriver driver(faulty);
        faulty->failCall(1, abi::CUDA_ERROR_INVALID_DEVICE);
        int count = 12345;
        QCOMPARE(driver.cuDeviceGetCount(&count), abi::CUDA_ERROR_INVALID_DEVICE);
        QCOMPARE(driver.calls()[0].result, abi::CUDA_ERROR_INVALID_DEVICE);
        QVERIFY(driver.calls()[0].arguments.find("12345") == std::string::npos);
    }

    void keepsOnlyTheLastCalls() {
        std::atomic<int> heard = 0;
        TracingDriver driver(
            std::make_shared<FakeDriver>(), 10, [&](const TracedCall&) { ++heard; });
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&] {
                int version = 0;
                for (int i = 0; i < 100; ++i)
                    driver.cuDriverGetVersion(&version);
            });
        threads.clear();
        QCOMPARE(driver.callCount(), 400U);
        QCOMPARE(heard.load(), 400);
        const auto calls = driver.calls();
        QCOMPARE(calls.size(), 10U);
        QCOMPARE(calls.back().number, 400U);
        driver.clear();
        QVERIFY(driver.calls().empty());
    }

    void lacksWhatTheWrappedDriverLacks() {
        TracingDriver driver(std::make_shared<FakeDriver>(12040));
        QVERIFY(driver.has(DriverFunction::cuGreenCtxCreate));
        QVERIFY(!driver.has(DriverFunction::cuGreenCtxStreamCreate));
    }
};

QTEST_GUILESS_MAIN(TestTracingDriver)
#include "tst_tracing_driver.moc"
