// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"
#include "core/plan/applied_plan.h"
#include "core/plan/plan_error.h"
#include "core/probe/placement_probe.h"
#include "tests/core/plan/failing_applies.h"
#include "tests/core/plan/fixes.h"
#include "tests/core/plan/simulated_h200.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

using namespace parterre;
using test::FakeDriver;
using test::FaultyDriver;
using test::isNoRelease;
using test::SimulatedH200;

namespace {

PartitionPlan planWithRemainder() {
    PartitionPlan plan = planOfCounts("gpu:0", {16, 8});
    plan.groups[0].workload = "fma";
    plan.partitionRemainder = true;
    plan.remainderWorkload = "copy";
    return plan;
}

} // namespace

class TestApplyFaults : public QObject {
    Q_OBJECT

private slots:
    void reportsWhatWasMade() {
        const SimulatedH200 gpu;
        const auto applied = applyPlan(gpu.device, planWithRemainder(), gpu.surroundings);
        const auto reports = applied->reports();
        QCOMPARE(reports.size(), 3U);
        QCOMPARE(reports[0].workload, std::string("fma"));
        QCOMPARE(reports[0].requestedSmCount, 16);
        QCOMPARE(reports[0].smCount, 16);
        QCOMPARE(reports[1].workload, std::string());
        QCOMPARE(reports[2].name, std::string("remainder"));
        QCOMPARE(reports[2].workload, std::string("copy"));
        QVERIFY(reports[2].isRemainder);
        QCOMPARE(reports[2].smCount, 108);
        QVERIFY(reports[0].greenContextId != reports[1].greenContextId);
        QCOMPARE(applied->plan(), planWithRemainder());
    }

    void theRemaindersNameIsItsOwn() {
        const SimulatedH200 gpu;
        PartitionPlan plan = planWithRemainder();
        plan.groups[0].name = "remainder";
        QCOMPARE(
            applyPlan(gpu.device, plan, gpu.surroundings)->reports().back().name,
            std::string("remainder 2"));
    }

    void memoryComesBack() {
        const SimulatedH200 gpu;
        const auto primary = gpu.device.primaryContext();
        const auto before = primary->memory().free;
        auto applied = applyPlan(gpu.device, planWithRemainder(), gpu.surroundings);
        QVERIFY(primary->memory().free < before);
        applied.reset();
        QCOMPARE(primary->memory().free, before);
    }

    void aPlanWithErrorsIsNotApplied() {
        const SimulatedH200 gpu;
        const auto before = gpu.device.primaryContext()->memory().free;
        try {
            (void)applyPlan(gpu.device, planOfCounts("sim:h200", {128, 8}), gpu.surroundings);
            QFAIL("no error");
        } catch (const PlanError& error) {
            QCOMPARE(error.error().code, std::string("too_many_sms"));
            QCOMPARE(std::string(error.what()), error.error().message);
            QVERIFY(!error.isUnsupported());
            QVERIFY(error.preview().hasErrors());
        }
        PartitionPlan structured = planOfCounts("sim:h200", {16, 8});
        structured.strategy = Strategy::structured;
        try {
            (void)applyPlan(gpu.device, structured, gpu.surroundings);
            QFAIL("no error");
        } catch (const PlanError& error) {
            QVERIFY(error.isUnsupported());
            QVERIFY(std::string(error.what()).find("13.1") != std::string::npos);
        }
        QCOMPARE(gpu.device.primaryContext()->memory().free, before);
    }

    void workqueuesAreConfigured() {
        const SimulatedH200 gpu(13010);
        PartitionPlan plan = planOfCounts("sim:h200@13.1", {16, 8});
        plan.groups[0].workqueue = WorkqueueDescription{4, WorkqueueScope::greenContextBalanced};
        const auto applied = applyPlan(gpu.device, plan, gpu.surroundings);
        const auto queue = applied->partitions()[0].context->resources().workqueue();
        QCOMPARE(queue.describe(), *plan.groups[0].workqueue);
    }

    void progressGoesFromStartToEnd() {
        const SimulatedH200 gpu;
        std::vector<double> fractions;
        int before = -1;
        ApplyHooks hooks;
        hooks.progress = [&](double fraction, const std::string& text) {
            QVERIFY(!text.empty());
            fractions.push_back(fraction);
        };
        hooks.beforeProbe = [&] { before = static_cast<int>(fractions.size()); };
        (void)applyPlan(gpu.device, planWithRemainder(), gpu.surroundings, hooks);
        QVERIFY(std::is_sorted(fractions.begin(), fractions.end()));
        QCOMPARE(fractions.front(), 0.0);
        QCOMPARE(fractions.back(), 1.0);
        QCOMPARE(before, 3);
    }

    /// Called off at each step.
    void calledOffLeavesNothing() {
        for (int last = 1; last <= 6; ++last) {
            const auto fake = std::make_shared<FakeDriver>();
            const Device device(fake, 0);
            std::stop_source source;
            int step = 0;
            ApplyHooks hooks;
            hooks.stop = source.get_token();
            hooks.progress = [&](double, const std::string&) {
                if (++step == last)
                    source.request_stop();
            };
            if (last < 6)
                QVERIFY_EXCEPTION_THROWN(
                    applyPlan(device, planWithRemainder(), {}, hooks), Cancelled);
            else // the last step is under way
                (void)applyPlan(device, planWithRemainder(), {}, hooks);
            QCOMPARE(fake->liveObjects(), 0);
            QVERIFY(!fake->somethingIsCurrent());
        }
    }

    /// Each driver call fails in turn: an error, and nothing of the apply is left.
    void allOrNothing_data() {
        QTest::addColumn<int>("version");
        QTest::newRow("12.4") << 12040;
        QTest::newRow("13.0") << 13000;
        QTest::newRow("13.1") << 13010;
    }
    void allOrNothing() {
        QFETCH(int, version);
        test::applyWithEachCallFailing(version, planWithRemainder(), 3, 60);
    }

    /// The same on the simulated H200, beside a plan that is applied and goes on.
    void whatWasAppliedBeforeIsStillThere() {
        const SimulatedH200 gpu;
        const auto faulty = std::make_shared<FaultyDriver>(gpu.driver);
        const Device device(faulty, 0);
        const auto earlier =
            applyPlan(device, planOfCounts("sim:h200", {64, 32, 16}), gpu.surroundings);
        const auto before = gpu.device.primaryContext()->memory().free;
        int k = 1, errors = 0;
        for (;; ++k) {
            faulty->failCall(k, abi::CUDA_ERROR_OUT_OF_MEMORY, isNoRelease);
            try {
                (void)applyPlan(device, planWithRemainder(), gpu.surroundings);
            } catch (const CudaError&) {
                ++errors;
            }
            const bool all = faulty->calls() < k;
            faulty->failCall(0);
            QVERIFY2(
                gpu.device.primaryContext()->memory().free == before, std::to_string(k).c_str());
            if (k % 16 == 1 || all)
                for (const auto& partition : earlier->partitions())
                    QCOMPARE(
                        observeSmIds(*partition.context, *partition.stream),
                        partition.report.observedSmIds);
            if (all)
                break;
        }
        QVERIFY(k > 60);
        QVERIFY(errors > k / 2);
    }
};

QTEST_GUILESS_MAIN(TestApplyFaults)
#include "tst_apply_faults.moc"
