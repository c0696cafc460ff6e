// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "tests/core/plan/fixes.h"
#include "tests/core/plan/simulated_h200.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <set>

using namespace parterre;
using test::grantedOf;
using test::SimulatedH200;

namespace {

std::string codes(const Preview& preview) {
    std::string text;
    for (const Diagnostic& diagnostic : preview.diagnostics)
        text += (text.empty() ? "" : " ") + diagnostic.code;
    return text;
}

PartitionPlan plan(const std::vector<int>& counts) {
    return planOfCounts("sim:h200", counts);
}

PartitionPlan plan(const std::vector<int>& counts, Strategy strategy) {
    PartitionPlan result = plan(counts);
    result.strategy = strategy;
    return result;
}

} // namespace

/// What a plan would get on a simulated H200, whose answers are the recorded ones.
class TestPlanDiagnostics : public QObject {
    Q_OBJECT

private slots:
    void unequalCounts_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<QString>("strategy");
        QTest::newRow("12.4") << 12040 << "combined";
        QTest::newRow("12.8") << 12080 << "combined";
        QTest::newRow("13.0") << 13000 << "combined";
        QTest::newRow("13.1") << 13010 << "structured";
    }
    void unequalCounts() {
        QFETCH(int, version);
        const SimulatedH200 gpu(version);
        const Preview preview = gpu.preview(plan({64, 32, 16}));
        QTEST(
            QString::fromUtf8(
                strategyWord(preview.strategy).data(),
                static_cast<int>(strategyWord(preview.strategy).size())),
            "strategy");
        QCOMPARE(grantedOf(preview), (std::vector<int>{64, 32, 16}));
        QCOMPARE(preview.remainder.smCount, 20);
        QCOMPARE(QString::fromStdString(codes(preview)), "");
        for (const PreviewGroup& group : preview.groups) {
            QCOMPARE(group.smCount, group.requestedSmCount);
            QCOMPARE(group.minPartitionSize, 8);
            QCOMPARE(group.coscheduledAlignment, 8);
        }
    }

    void nothingIsCreated() {
        const SimulatedH200 gpu;
        const auto primary = gpu.device.primaryContext();
        const auto before = primary->memory().free;
        (void)gpu.preview(plan({64, 32, 16}));
        (void)gpu.preview(plan(std::vector<int>(16, 8)));
        QCOMPARE(primary->memory().free, before);
    }

    /// Each diagnostic, by a plan that has it and, unless none is said to be, by its fix.
    void diagnostics_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<PartitionPlan>("plan");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("group");
        QTest::addColumn<QString>("severity");
        QTest::addColumn<bool>("fixed");
        const auto row = [](const char* name, int version, const PartitionPlan& what,
                            const char* code, const char* group, const char* severity, bool fixed) {
            QTest::newRow(name) << version << what << code << group << severity << fixed;
        };
        row("rounded up", 13000, plan({20}), "rounded_up", "A", "warning", true);
        row("rounded up, one of them", 13000, plan({64, 20}), "rounded_up", "B", "warning", true);
        row("rounded up to all", 13000, plan({130}), "rounded_up", "A", "warning", true);
        row("below the minimum", 13000, plan({4}), "below_minimum", "A", "warning", true);
        row("fewer groups", 13000, plan(std::vector<int>(16, 8)), "fewer_groups", "P", "warning",
            true);
        row("several fewer", 13000, plan(std::vector<int>(17, 7)), "fewer_groups", "", "warning",
            true);
        row("no remainder", 13000, plan({132}), "no_remainder", "", "info", false);
        row("too many partitions", 13000, plan(std::vector<int>(12, 8)), "too_many_partitions", "",
            "warning", true);
        row("too many SMs", 13000, plan({128, 8}), "too_many_sms", "", "error", false);
        row("too many SMs, one", 13000, plan({133}), "too_many_sms", "", "error", false);
        row("only in smallest units", 13000, plan({100, 30}), "cluster_limited", "", "warning",
            false);
        row("unequal by count", 13000, plan({16, 8}, Strategy::byCount), "unequal_by_count", "B",
            "error", true);
        row("structured, old driver", 13000, plan({16, 8}, Strategy::structured), "unsupported", "",
            "error", false);
        row("no green contexts", 12030, plan({16}), "unsupported", "", "error", false);
        row("not aligned", 13010, plan({20}, Strategy::structured), "not_aligned", "A", "error",
            true);
        row("not aligned, near the end", 13010, plan({131}, Strategy::structured), "not_aligned",
            "A", "error", true);
        row("no room for a structured split", 13010, plan({64, 56, 8}), "combined_instead", "",
            "info", false);
        row("no room for a discovery", 13010, plan({120, 0}), "combined_instead", "", "info",
            false);
        row("halves", 13000, plan({66, 66}), "combined_instead", "", "info", false);
        row("no room, and structured is asked for", 13010, plan({64, 56, 8}, Strategy::structured),
            "no_placement", "", "error", false);
        row("empty", 13000, plan({}), "empty_plan", "", "error", false);

        PartitionPlan smallest = plan({20});
        smallest.ignoreCoscheduling = true;
        row("smallest units, asked for", 13000, smallest, "cluster_limited", "", "info", false);
        smallest.strategy = Strategy::structured;
        row("the same, structured", 13010, smallest, "cluster_limited", "", "info", false);
        smallest = plan({20, 10});
        smallest.ignoreCoscheduling = true;
        row("the same, combined", 13000, smallest, "cluster_limited", "", "info", false);

        PartitionPlan clusters = plan({100, 30}, Strategy::combined);
        clusters.maxCluster = true;
        row("too many when rounded", 13000, clusters, "too_many_sms", "", "error", true);
        clusters.strategy = Strategy::structured;
        clusters.groups[0].smCount = 96;
        clusters.groups[1].smCount = 8;
        row("no such option", 13010, clusters, "options_ignored", "", "warning", false);

        PartitionPlan painted = plan({8}, Strategy::byCount);
        painted.groups[0].units = {0};
        row("painted, by count", 13000, painted, "units_need_combined", "A", "error", false);
        painted.strategy = Strategy::structured;
        row("painted, structured", 13010, painted, "units_need_combined", "A", "error", false);
        painted.strategy = Strategy::automatic;
        painted.groups[0].units = {15};
        row("unit out of range", 13000, painted, "unknown_unit", "A", "error", false);
        painted.groups[0].units = {0, 1};
        row("painted on more", 13000, painted, "rounded_up", "A", "warning", true);
        painted.groups[0].smCount = 24;
        row("painted on fewer", 13000, painted, "fewer_sms", "A", "warning", true);

        PartitionPlan structured = plan({16}, Strategy::combined);
        structured.groups[0].backfill = true;
        row("options, combined", 13000, structured, "options_ignored", "A", "warning", false);
        structured.strategy = Strategy::byCount;
        row("options, by count", 13000, structured, "options_ignored", "A", "warning", false);
        structured.strategy = Strategy::automatic;
        row("options, old driver", 13000, structured, "unsupported", "", "error", false);
        structured = plan({18}, Strategy::structured);
        structured.groups[0].coscheduledSmCount = 3;
        row("refused size", 13010, structured, "refused_sizes", "", "error", false);

        PartitionPlan queues = plan({16});
        queues.groups[0].workqueue = WorkqueueDescription{4, WorkqueueScope::deviceContext};
        row("work queues, old driver", 13000, queues, "unsupported", "", "error", false);
    }
    void diagnostics() {
        QFETCH(int, version);
        QFETCH(PartitionPlan, plan);
        QFETCH(QString, code);
        QFETCH(QString, group);
        QFETCH(QString, severity);
        QFETCH(bool, fixed);
        SimulatedH200 gpu(version, 8);
        const Preview preview = gpu.preview(plan);
        const Diagnostic* found = test::findAbout(preview, code.toStdString(), group.toStdString());
        QVERIFY2(found != nullptr, ("only: " + codes(preview)).c_str());
        QCOMPARE(QString::fromStdString(found->group), group);
        QCOMPARE(
            QString::fromUtf8(severityWord(found->severity).data()).left(severity.size()),
            severity);
        QVERIFY(!found->message.empty() && found->message.back() == '.');
        QVERIFY(
            !found->why.empty() &&
            (found->why.back() == '.' || code == "no_placement" || code == "refused_sizes"));
        QCOMPARE(preview.hasErrors(), severity == "error");
        if (preview.hasErrors())
            QVERIFY2(!found->hint.empty(), found->message.c_str());

        QCOMPARE(found->fix.has_value(), fixed);
        if (!fixed)
            return;
        QVERIFY(!found->fix->title.empty());
        test::applyFix(*found, plan, gpu.surroundings);
        const Preview after = gpu.preview(plan);
        QVERIFY2(
            test::findAbout(after, code.toStdString(), group.toStdString()) == nullptr,
            codes(after).c_str());
        QVERIFY2(!after.hasErrors(), codes(after).c_str());
    }

    /// The driver may find no room where the counts alone would fit.
    void noPlacement() {
        const SimulatedH200 gpu(13010);
        const auto faulty = std::make_shared<test::FaultyDriver>(gpu.driver);
        const Device device(faulty, 0);
        const auto isSplit = [](DriverFunction function) {
            return function == DriverFunction::cuDevSmResourceSplit;
        };
        faulty->failCall(1, abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, isSplit);
        const Preview preview =
            previewPlan(device, plan({64, 32}, Strategy::structured), gpu.surroundings);
        QVERIFY(preview.hasErrors());
        const Diagnostic* found = test::find(preview, "no_placement");
        QVERIFY2(found != nullptr, codes(preview).c_str());
        QVERIFY(found->why.find("CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION") != std::string::npos);
        QVERIFY(!preview.grantableSmCounts.empty());
        // What is no answer to the plan is no diagnostic.
        faulty->failCall(1, abi::CUDA_ERROR_ILLEGAL_ADDRESS, isSplit);
        QVERIFY_EXCEPTION_THROWN(previewPlan(device, plan({64, 32}), gpu.surroundings), CudaError);
    }

    void mpsMayReachFurther() {
        SimulatedH200 gpu;
        gpu.surroundings.mpsActiveThreadPercentage = 50;
        const Preview limited = gpu.preview(plan({16}));
        const Diagnostic* found = test::find(limited, "mps_reaches_further");
        QVERIFY(found != nullptr);
        QVERIFY(found->message.find("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE is 50") == 0);
        QVERIFY(!limited.hasErrors());
        gpu.surroundings.mpsActiveThreadPercentage = 100; // no limit at all
        QVERIFY(test::find(gpu.preview(plan({16})), "mps_reaches_further") == nullptr);
    }

    void thereAreNeverMoreThan32Connections() {
        const SimulatedH200 gpu(13000, 32);
        PartitionPlan many = plan(std::vector<int>(40, 2));
        many.ignoreCoscheduling = true;
        const Preview preview = gpu.preview(many);
        const Diagnostic* found = test::find(preview, "too_many_partitions");
        QVERIFY(found != nullptr);
        QVERIFY(!found->fix);
    }

    void paintedUnitsAreTheSmsOnes() {
        const SimulatedH200 gpu;
        PartitionPlan painted = plan({16, 8});
        painted.groups[0].units = {14, 2};
        painted.groups[1].units = {7};
        const Preview preview = gpu.preview(painted);
        QCOMPARE(preview.strategy, Strategy::combined);
        QCOMPARE(grantedOf(preview), (std::vector<int>{16, 8}));
        QCOMPARE(preview.unitSmCounts, std::vector<int>(15, 8));
        QCOMPARE(preview.remainder.smCount, 108);

        // Unit by unit, the same SMs.
        const auto idsOf = [&](int unit) {
            PartitionPlan one = plan({8});
            one.groups[0].units = {unit};
            return gpu.preview(one).groups.at(0).smIds.value();
        };
        std::set<int> expected;
        for (const int unit : {14, 2})
            for (const int id : idsOf(unit))
                expected.insert(id);
        QCOMPARE(*preview.groups[0].smIds, std::vector<int>(expected.begin(), expected.end()));
        QCOMPARE(*preview.groups[1].smIds, idsOf(7));

        // With the smallest units, other SMs.
        painted.ignoreCoscheduling = true;
        painted.groups[0].units = {0, 1, 2, 3, 4, 5, 6, 65};
        const Preview small = gpu.preview(painted);
        QCOMPARE(small.unitSmCounts, std::vector<int>(66, 2));
        QCOMPARE(grantedOf(small), (std::vector<int>{16, 2}));
    }

    void groupsWithoutACountShareWhatIsLeft() {
        const SimulatedH200 gpu;
        const Preview preview = gpu.preview(plan({0, 64, 0}, Strategy::combined));
        // 15 units of 8: 8 for B, of the other 7 the first has one more.
        QCOMPARE(grantedOf(preview), (std::vector<int>{32, 64, 24}));
        QVERIFY(!preview.hasErrors());
        const Preview equal = gpu.preview(plan({0, 0}));
        QCOMPARE(equal.strategy, Strategy::byCount);
        QCOMPARE(equal.groups.size(), 2U);
        QCOMPARE(equal.groups[0].smCount, equal.groups[1].smCount);
        QVERIFY(equal.groups[0].smCount >= 56);
    }

    void callsAreThoseOfAnApply() {
        const SimulatedH200 gpu;
        PartitionPlan two = plan({16, 8});
        two.partitionRemainder = true;
        const auto calls = gpu.preview(two).calls;
        QCOMPARE(calls.size(), 1U + 3 * 3);
        QVERIFY(calls[0].starts_with("cuDevSmResourceSplitByCount("));
        const auto newer = SimulatedH200(13010).preview(plan({16, 8})).calls;
        QVERIFY(newer.at(0).starts_with("cuDevSmResourceSplit("));
        // 12.4 has no cuGreenCtxStreamCreate.
        for (const std::string& call : SimulatedH200(12040).preview(plan({16})).calls)
            QVERIFY2(!call.starts_with("cuGreenCtxStreamCreate"), call.c_str());
    }

    void grantableCounts() {
        std::vector<int> eights;
        for (int count = 8; count <= 128; count += 8)
            eights.push_back(count);
        const SimulatedH200 gpu;
        const auto byCount = gpu.preview(plan({8})).grantableSmCounts;
        for (const int count : byCount) {
            const Preview preview = gpu.preview(plan({count}));
            QCOMPARE(grantedOf(preview), std::vector<int>{count});
        }
        QCOMPARE(byCount.front(), 8);
        QCOMPARE(byCount.back(), 132);
        for (const auto strategy : {Strategy::combined, Strategy::structured})
            for (const bool smallest : {false, true}) {
                const SimulatedH200 newer(13010);
                PartitionPlan one = plan({8}, strategy);
                one.ignoreCoscheduling = smallest;
                const auto counts = newer.preview(one).grantableSmCounts;
                QVERIFY(counts.size() >= 15);
                QVERIFY(std::is_sorted(counts.begin(), counts.end()));
                for (const int count : counts) {
                    one.groups[0].smCount = count;
                    QCOMPARE(grantedOf(newer.preview(one)), std::vector<int>{count});
                }
            }
    }
};

QTEST_GUILESS_MAIN(TestPlanDiagnostics)
#include "tst_plan_diagnostics.moc"
