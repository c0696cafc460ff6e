// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"
#include "core/plan/applied_plan.h"
#include "core/plan/plan_error.h"
#include "tests/core/plan/simulated_h200.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <set>

using namespace parterre;
using parterre::test::FaultyDriver;
using parterre::test::grantedOf;
using parterre::test::isRelease;
using parterre::test::SimulatedH200;

class TestAppliedPlan : public QObject {
    Q_OBJECT

    static std::size_t freeMemory(const Device& device) {
        return device.primaryContext()->memory().free;
    }

private slots:
    void partitionsAreWhatThePreviewSaid_data() {
        QTest::addColumn<std::vector<int>>("counts");
        QTest::addColumn<bool>("remainderToo");
        QTest::newRow("unequal") << std::vector<int>{64, 32, 16} << true;
        QTest::newRow("equal") << std::vector<int>(15, 8) << true;
        QTest::newRow("in TPCs") << std::vector<int>{120, 10} << true;
        QTest::newRow("remainder unused") << std::vector<int>{24, 40} << false;
    }

    void partitionsAreWhatThePreviewSaid() {
        QFETCH(std::vector<int>, counts);
        QFETCH(bool, remainderToo);
        const SimulatedH200 h200;
        PartitionPlan plan = planOfCounts("sim:h200", counts);
        plan.partitionRemainder = remainderToo;
        plan.remainderWorkload = "copy";
        const Preview preview = h200.preview(plan);
        const auto applied = applyPlan(h200.device, plan, h200.surroundings);

        const auto& partitions = applied->partitions();
        QCOMPARE(partitions.size(), counts.size() + (remainderToo ? 1 : 0));
        std::set<int> seen;
        std::size_t sum = 0;
        for (std::size_t i = 0; i < partitions.size(); ++i) {
            const PartitionReport& report = partitions[i].report;
            QCOMPARE(report.isRemainder, i == counts.size());
            if (report.isRemainder) {
                QCOMPARE(report.smCount, preview.remainder.smCount);
                QCOMPARE(report.observedSmIds, preview.remainder.smIds.value());
                QCOMPARE(report.workload, std::string("copy"));
            } else {
                QCOMPARE(report.name, preview.groups[i].name);
                QCOMPARE(report.smCount, preview.groups[i].smCount);
                QCOMPARE(report.minPartitionSize, preview.groups[i].minPartitionSize);
                QCOMPARE(report.coscheduledAlignment, preview.groups[i].coscheduledAlignment);
                QCOMPARE(report.observedSmIds, preview.groups[i].smIds.value());
            }
            seen.insert(report.observedSmIds.begin(), report.observedSmIds.end());
            sum += report.observedSmIds.size();
        }
        QCOMPARE(seen.size(), sum); // disjoint
        QCOMPARE(grantedOf(applied->preview()), grantedOf(preview));
    }

    void whatWouldBeRefusedCreatesNothing() {
        const SimulatedH200 h200;
        const auto faulty = std::make_shared<FaultyDriver>(h200.driver);
        const Device device(faulty, 0);
        faulty->failCall(0, abi::CUDA_SUCCESS, [](DriverFunction function) {
            return function == DriverFunction::cuGreenCtxCreate;
        });
        try {
            applyPlan(device, planOfCounts("sim:h200", {100, 50}), h200.surroundings);
            QFAIL("more SMs than there are were given out");
        } catch (const PlanError& error) {
            QCOMPARE(error.error().code, std::string("too_many_sms"));
            QVERIFY(!error.isUnsupported());
        }
        QCOMPARE(faulty->calls(), 0);
    }

    void cancelledLeavesNothing() {
        const SimulatedH200 h200;
        const std::size_t before = freeMemory(h200.device);
        std::stop_source stop;
        ApplyHooks hooks;
        hooks.stop = stop.get_token();
        int steps = 0;
        hooks.progress = [&](double fraction, const std::string& text) {
            QVERIFY(fraction >= 0 && fraction <= 1 && !text.empty());
            if (++steps == 2)
                stop.request_stop();
        };
        QVERIFY_EXCEPTION_THROWN(
            applyPlan(
                h200.device, planOfCounts("sim:h200", {64, 32, 16}), h200.surroundings, hooks),
            Cancelled);
        QCOMPARE(steps, 2);
        QCOMPARE(freeMemory(h200.device), before);
    }

    void allOrNothingWhicheverCallFails() {
        const SimulatedH200 h200;
        const auto faulty = std::make_shared<FaultyDriver>(h200.driver);
        const Device device(faulty, 0);
        const auto earlier = applyPlan(device, planOfCounts("sim:h200", {16}), h200.surroundings);
        PartitionPlan plan = planOfCounts("sim:h200", {32, 16});
        plan.partitionRemainder = true;
        // The kernels' library stays loaded with the primary context on the first use.
        applyPlan(device, plan, h200.surroundings).reset();
        std::size_t before = freeMemory(h200.device);

        int failures = 0;
        for (int k = 1;; ++k) {
            std::string failing;
            int counted = 0;
            faulty->failCall(k, abi::CUDA_ERROR_OUT_OF_MEMORY, [&](DriverFunction function) {
                if (!isRelease(function) && ++counted == k)
                    failing = symbolOf(function);
                return !isRelease(function);
            });
            bool failed = false;
            try {
                applyPlan(device, plan, h200.surroundings);
            } catch (const std::exception&) {
                failed = true;
            }
            const bool reached = faulty->calls() >= k;
            faulty->failCall(0);
            if (reached && !failed) {
                // A scope's end or a destructor minds the current context, and can't complain.
                QVERIFY2(failing.compare(0, 5, "cuCtx") == 0, failing.c_str());
                before = freeMemory(h200.device);
            }
            QVERIFY2(
                freeMemory(h200.device) == before,
                qPrintable(QString("failing call %1, %2, left something behind")
                               .arg(k)
                               .arg(QString::fromStdString(failing))));
            QCOMPARE(earlier->partitions().front().context->resources().sm().smCount(), 16U);
            if (!reached)
                break;
            failures += failed ? 1 : 0;
        }
        QVERIFY(failures > 20);
        earlier->partitions().front().stream->synchronize();
    }
};

QTEST_GUILESS_MAIN(TestAppliedPlan)
#include "tst_applied_plan.moc"
