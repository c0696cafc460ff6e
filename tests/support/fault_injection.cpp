// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fault_injection.h"

#include "core/cuda/errors.h"
#include "core/simulator/simulated_driver.h"
#include "tests/support/fake_driver.h"

#include <QTest>

namespace parterre::test {
namespace {

constexpr abi::CUresult injected = abi::CUDA_ERROR_OUT_OF_MEMORY;

/// What guards and destructors ask: when it fails, they go on in another way.
bool hasAnotherWay(DriverFunction function) {
    return isRelease(function) || function == DriverFunction::cuCtxPopCurrent ||
           function == DriverFunction::cuCtxPushCurrent ||
           function == DriverFunction::cuCtxGetCurrent;
}

bool isOther(DriverFunction function) {
    return !isRelease(function);
}

/// A release may take with it the retain of what it would have given back, and no more.
constexpr std::size_t lostWithARelease = 2;

void failEach(
    const FaultyTarget& target, const FaultyDriver::Selection& selection, std::size_t mayBeLost,
    const std::function<void()>& operation, const std::function<void()>& sameAsBefore,
    FaultCount& count) {
    FaultyDriver& driver = *target.driver;
    const std::size_t registered = driver.handles().size();
    for (int k = 1;; ++k) {
        const std::size_t before = target.liveObjects();
        driver.failCall(k, injected, selection);
        bool reported = false;
        try {
            operation();
        } catch (const CudaError& error) {
            reported = true;
            QCOMPARE(error.result(), injected);
            QVERIFY(!error.call().empty());
        }
        const auto failed = driver.failed();
        driver.failCall(0);
        const QString call = QString("call %1, %2").arg(k).arg(failed ? symbolOf(*failed) : "none");
        QVERIFY2(!failed || reported || hasAnotherWay(*failed), qPrintable(call));
        const std::size_t live = target.liveObjects();
        QVERIFY2(live >= before && live <= before + (failed ? mayBeLost : 0), qPrintable(call));
        QVERIFY2(driver.handles().size() == registered, qPrintable(call));
        QVERIFY2(!target.somethingIsCurrent(), qPrintable(call));
        QVERIFY2(target.misuse().isEmpty(), qPrintable(call + ": " + target.misuse()));
        if (sameAsBefore)
            sameAsBefore();
        if (QTest::currentTestFailed()) {
            qWarning("after %s", qPrintable(call));
            return;
        }
        if (!failed && !reported) // an operation may have switched the failing off to clean up
            return;
        ++count.failed;
        count.reported += reported ? 1 : 0;
        operation(); // as if nothing had happened
    }
}

} // namespace

FaultyTarget FaultyTarget::fake(int version) {
    const auto fake = std::make_shared<FakeDriver>(version);
    return {
        std::make_shared<FaultyDriver>(fake),
        [fake] { return static_cast<std::size_t>(fake->liveObjects()); },
        [fake] {
            const auto misuses = fake->misuses();
            return misuses.empty() ? QString() : QString::fromStdString(misuses.front());
        }};
}

FaultyTarget FaultyTarget::simulatedH200(int version) {
    SimulationOptions options;
    options.driverVersion = version;
    options.clock = std::make_shared<VirtualClock>();
    const auto simulated = std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), options);
    const auto faulty = std::make_shared<FaultyDriver>(simulated);
    return {
        faulty, [simulated] { return simulated->liveObjects(); },
        // Its handles are never given out twice, so it refuses whatever is given back twice.
        [driver = faulty.get()] {
            const int refused = driver->refusedReleases();
            return refused == 0 ? QString() : QString("%1 releases were refused").arg(refused);
        }};
}

bool FaultyTarget::somethingIsCurrent() const {
    abi::CUcontext current = nullptr;
    return driver->cuCtxGetCurrent(&current) == abi::CUDA_SUCCESS && current != nullptr;
}

void failEachCall(
    const FaultyTarget& target, const std::function<void()>& operation,
    const std::function<void()>& sameAsBefore, FaultCount& count) {
    failEach(target, isOther, 0, operation, sameAsBefore, count);
}

void failEachRelease(
    const FaultyTarget& target, const std::function<void()>& operation,
    const std::function<void()>& sameAsBefore, FaultCount& count) {
    failEach(target, isRelease, lostWithARelease, operation, sameAsBefore, count);
}

} // namespace parterre::test
