// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/errors.h"
#include "core/plan/applied_plan.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <cstddef>
#include <memory>
#include <string>

namespace parterre::test {

/// What goes wrong when something is given back goes wrong for good: tests for leaks leave it out.
inline bool isNoRelease(DriverFunction function) {
    return !isRelease(function);
}

/// Applies a plan to a fake driver again and again, each driver call failing in turn: an error, and
/// nothing of the apply is left. `reports`: how many partitions it makes when all goes well.
inline void applyWithEachCallFailing(
    int version, const PartitionPlan& plan, std::size_t reports, int leastCalls) {
    int k = 1, errors = 0;
    for (;; ++k) {
        const auto fake = std::make_shared<FakeDriver>(version);
        const auto faulty = std::make_shared<FaultyDriver>(fake);
        const Device device(faulty, 0);
        faulty->failCall(k, abi::CUDA_ERROR_OUT_OF_MEMORY, isNoRelease);
        try {
            const auto applied = applyPlan(device, plan, {});
            QCOMPARE(applied->reports().size(), reports);
        } catch (const CudaError& error) {
            QCOMPARE(error.result(), abi::CUDA_ERROR_OUT_OF_MEMORY);
            ++errors;
        }
        const std::string where = "call " + std::to_string(k);
        QVERIFY2(fake->liveObjects() == 0, where.c_str());
        QVERIFY2(!fake->somethingIsCurrent(), where.c_str());
        const auto misuses = fake->misuses();
        QVERIFY2(misuses.empty(), (where + (misuses.empty() ? "" : misuses[0])).c_str());
        if (faulty->calls() < k)
            break;
    }
    QVERIFY(k > leastCalls);
    QVERIFY(errors > k / 2);
}

} // namespace parterre::test
