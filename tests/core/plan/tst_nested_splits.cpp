// SPDX-License-Identifier: Apache-2.0
// Plans whose groups are split again: preview, apply, release.
#include "core/cuda/errors.h"
#include "core/driver/render_argument.h"
#include "core/driver/tracing_driver.h"
#include "core/plan/applied_plan.h"
#include "core/plan/nested_layout.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/plan_error.h"
#include "core/probe/placement_probe.h"
#include "tests/core/plan/failing_applies.h"
#include "tests/core/plan/fixes.h"
#include "tests/core/plan/simulated_h200.h"
#include "tests/core/simulator/simulated_gpu.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace parterre;
using test::FakeDriver;
using test::FaultyDriver;
using test::find;
using test::findAbout;
using test::isNoRelease;
using test::SimulatedH200;

namespace {

PlanSplit splitOf(const std::vector<int>& counts) {
    PlanSplit split = planOfCounts("", counts);
    for (std::size_t i = 0; i < split.groups.size(); ++i)
        split.groups[i].name = std::to_string(i + 1);
    return split;
}

/// A of 64 SMs, which is split into 1 and 2 and what they leave over, and B of 32 SMs.
PartitionPlan nestedPlan() {
    PartitionPlan plan = planOfCounts("sim:h200", {64, 32});
    plan.groups[0].split = splitOf({32, 16});
    plan.groups[0].split->partitionRemainder = true;
    plan.groups[0].split->remainderWorkload = "copy";
    plan.groups[0].split->groups[1].workload = "fma";
    return plan;
}

/// The same in 32 SMs, which is what a FakeDriver has, on three levels.
PartitionPlan smallPlan() {
    PartitionPlan plan = planOfCounts("gpu:0", {16, 8});
    plan.partitionRemainder = true;
    plan.groups[0].split = splitOf({8, 8});
    plan.groups[0].split->groups[0].split = splitOf({8});
    plan.groups[1].split = splitOf({8});
    return plan;
}

std::vector<std::string> namesOf(const AppliedPlan& applied) {
    std::vector<std::string> names;
    for (const PartitionReport& report : applied.reports())
        names.push_back(report.name);
    return names;
}

const NestedPreview& nestedNamed(const Preview& preview, const std::string& name) {
    const auto found = std::find_if(
        preview.nested.begin(), preview.nested.end(),
        [&](const NestedPreview& nested) { return nested.part.name == name; });
    if (found == preview.nested.end())
        throw std::runtime_error("nothing nested is named " + name);
    return *found;
}

const PartitionReport& reportOf(const AppliedPlan& applied, const std::string& name) {
    const auto& all = applied.partitions();
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& partition) {
        return partition.report.name == name;
    });
    if (found == all.end())
        throw std::runtime_error("no partition is named " + name);
    return found->report;
}

} // namespace

class TestNestedSplits : public QObject {
    Q_OBJECT

private slots:
    void previewSaysWhatNobodyKnows() {
        const SimulatedH200 h200;
        const Preview preview = h200.preview(nestedPlan());
        QVERIFY(!preview.hasErrors());
        QCOMPARE(preview.groups.size(), 2U);
        QCOMPARE(preview.groups[0].smCount, 64);
        QCOMPARE(preview.nested.size(), 2U);
        for (const NestedPreview& nested : preview.nested) {
            QVERIFY(!nested.isKnown);
            QCOMPARE(nested.parent, std::string("A"));
            QCOMPARE(nested.part.smCount, 0);
            QVERIFY(!nested.part.smIds);
        }
        QCOMPARE(nestedNamed(preview, "A/2").part.requestedSmCount, 16);
        const Diagnostic* said = findAbout(preview, "known_once_applied", "A");
        QVERIFY(said != nullptr);
        QVERIFY(said->message.find("known once A is applied") != std::string::npos);
    }

    /// In numbers, where what is applied has the group already, and with nothing created.
    void previewAsksWhatIsApplied() {
        SimulatedH200 h200;
        PartitionPlan plan = nestedPlan();
        PartitionPlan unsplit = plan;
        unsplit.groups[0].split.reset();
        unsplit.groups[0].name = "of another name";
        h200.surroundings.applied = applyPlan(h200.device, unsplit, h200.surroundings);
        const auto free = h200.device.primaryContext()->memory().free;
        const auto tracing = std::make_shared<TracingDriver>(h200.driver);
        const Preview preview = previewPlan(Device(tracing, 0), plan, h200.surroundings);
        for (const TracedCall& call : tracing->calls())
            QVERIFY(call.function != DriverFunction::cuGreenCtxCreate);
        QCOMPARE(h200.device.primaryContext()->memory().free, free);
        QVERIFY(find(preview, "known_once_applied") == nullptr);

        // And applying gives just that.
        h200.surroundings.applied.reset();
        const auto applied = applyPlan(h200.device, plan, h200.surroundings);
        QCOMPARE(applied->preview().nested, preview.nested);
        QCOMPARE(preview.nested.size(), 3U);
        QCOMPARE(preview.calls, applied->preview().calls);
        for (const NestedPreview& nested : preview.nested) {
            const PartitionReport& report = reportOf(*applied, nested.part.name);
            QCOMPARE(report.smCount, nested.part.smCount);
            QCOMPARE(report.observedSmIds, nested.part.smIds.value());
        }
    }

    /// Other sizes of the group above give it other SMs.
    void previewDoesNotAskWhatDiffers() {
        SimulatedH200 h200;
        h200.surroundings.applied =
            applyPlan(h200.device, planOfCounts("sim:h200", {56, 32}), h200.surroundings);
        QVERIFY(!nestedNamed(h200.preview(nestedPlan()), "A/1").isKnown);
    }

    void aLevelBelowWhatIsNotApplied() {
        SimulatedH200 h200;
        PartitionPlan plan = planOfCounts("sim:h200", {64});
        h200.surroundings.applied = applyPlan(h200.device, plan, h200.surroundings);
        plan.groups[0].split = splitOf({32});
        plan.groups[0].split->groups[0].split = splitOf({16});
        Preview preview = h200.preview(plan);
        QVERIFY(nestedNamed(preview, "A/1").isKnown);
        QVERIFY(!nestedNamed(preview, "A/1/1").isKnown);
        QVERIFY(findAbout(preview, "known_once_applied", "A/1") != nullptr);
        h200.surroundings.applied = applyPlan(h200.device, plan, h200.surroundings);
        preview = h200.preview(plan);
        QCOMPARE(nestedNamed(preview, "A/1/1").part.smCount, 16);
        QVERIFY(find(preview, "known_once_applied") == nullptr);
    }

    void wrongWithoutAskingTheDriver_data() {
        QTest::addColumn<PlanSplit>("split");
        QTest::addColumn<std::string>("code");
        QTest::addColumn<std::string>("group");
        QTest::newRow("more than the group above has")
            << splitOf({48, 24}) << std::string("too_many_sms") << std::string("A");
        QTest::newRow("nothing") << splitOf({}) << std::string("empty_plan") << std::string("A");
        PlanSplit split = splitOf({16, 8});
        split.strategy = Strategy::byCount;
        QTest::newRow("unequal by count")
            << split << std::string("unequal_by_count") << std::string("A/2");
        split = splitOf({16, 16});
        split.strategy = Strategy::byCount;
        split.groups[1].units = {0};
        QTest::newRow("painted by count")
            << split << std::string("units_need_combined") << std::string("A/2");
        split.strategy = Strategy::structured;
        QTest::newRow("structured") << split << std::string("unsupported") << std::string("A");
        split = splitOf({16});
        split.groups[0].workqueue = WorkqueueDescription();
        QTest::newRow("work queue") << split << std::string("unsupported") << std::string("A");
    }
    void wrongWithoutAskingTheDriver() {
        QFETCH(PlanSplit, split);
        QFETCH(std::string, code);
        QFETCH(std::string, group);
        const SimulatedH200 h200;
        PartitionPlan plan = planOfCounts("sim:h200", {64, 32});
        plan.groups[0].split = split;
        const Preview preview = h200.preview(plan);
        const Diagnostic* error = findAbout(preview, code, group);
        QVERIFY(error != nullptr);
        QCOMPARE(error->severity, Severity::error);
        QVERIFY(find(preview, "known_once_applied") == nullptr);
        // Nothing was made to find that out.
        const auto tracing = std::make_shared<TracingDriver>(h200.driver);
        try {
            (void)applyPlan(Device(tracing, 0), plan, h200.surroundings);
            QFAIL("no error");
        } catch (const PlanError& refused) {
            QCOMPARE(refused.error().code, code);
        }
        for (const TracedCall& call : tracing->calls())
            QVERIFY(call.function != DriverFunction::cuGreenCtxCreate);
    }

    void structuredCountsAreChecked() {
        const SimulatedH200 h200(13010);
        PartitionPlan plan = planOfCounts("sim:h200@13.1", {64});
        plan.groups[0].split = splitOf({20});
        plan.groups[0].split->strategy = Strategy::structured;
        const Preview preview = h200.preview(plan);
        const Diagnostic* error = findAbout(preview, "not_aligned", "A/1");
        QVERIFY(error != nullptr && error->message.find("multiple of 8") != std::string::npos);
    }

    /// What only the driver can say: then the group above exists already, and goes again.
    void whatTheDriverRefusesLeavesNothing() {
        const SimulatedH200 h200;
        PartitionPlan plan = planOfCounts("sim:h200", {64});
        plan.groups[0].split = splitOf({16, 8});
        plan.groups[0].split->strategy = Strategy::combined;
        plan.groups[0].split->groups[1].units = {60};
        QVERIFY(!h200.preview(plan).hasErrors());
        const auto free = h200.device.primaryContext()->memory().free;
        try {
            (void)applyPlan(h200.device, plan, h200.surroundings);
            QFAIL("no error");
        } catch (const PlanError& error) {
            QCOMPARE(error.error().code, std::string("unknown_unit"));
            QCOMPARE(error.error().group, std::string("A/2"));
            QCOMPARE(nestedNamed(error.preview(), "A/1").part.smCount, 0);
        }
        QCOMPARE(h200.device.primaryContext()->memory().free, free);
    }

    void appliesLevelByLevel() {
        const SimulatedH200 h200;
        PartitionPlan plan = nestedPlan();
        plan.partitionRemainder = true;
        plan.groups[1].split = splitOf({20});
        const auto applied = applyPlan(h200.device, plan, h200.surroundings);
        QCOMPARE(
            namesOf(*applied),
            (std::vector<std::string>{"A", "B", "remainder", "A/1", "A/2", "A/remainder", "B/1"}));
        const PartitionReport& a = reportOf(*applied, "A");
        QVERIFY(a.isSplit && a.parent.empty());
        QCOMPARE(a.observedSmIds.size(), 64U);
        std::set<int> below;
        for (const char* name : {"A/1", "A/2", "A/remainder"}) {
            const PartitionReport& report = reportOf(*applied, name);
            QCOMPARE(report.parent, std::string("A"));
            QVERIFY(!report.isSplit);
            QCOMPARE(static_cast<int>(report.observedSmIds.size()), report.smCount);
            below.insert(report.observedSmIds.begin(), report.observedSmIds.end());
        }
        QCOMPARE(std::vector<int>(below.begin(), below.end()), a.observedSmIds);
        QVERIFY(reportOf(*applied, "A/remainder").isRemainder);
        QCOMPARE(reportOf(*applied, "A/remainder").workload, std::string("copy"));
        QCOMPARE(reportOf(*applied, "A/2").workload, std::string("fma"));
        const Diagnostic* rounded = findAbout(applied->preview(), "rounded_up", "B/1");
        QVERIFY(rounded != nullptr);
        QCOMPARE(rounded->message, std::string("B/1 asked for 20 SMs and gets 24."));
        // Its button changes B/1 of B's split, and a client is told so.
        const Json json = *rounded;
        const Diagnostic told = diagnosticFromJson(JsonReader(json, "diagnostic"));
        QCOMPARE(told.split, std::string("B"));
        QVERIFY(told.fix.has_value());
        QVERIFY(told.fix->kind == Fix::Kind::setSmCount);
        QCOMPARE(told.fix->value, 24);
        QVERIFY(!Json(diagnose::emptyPlan()).contains("split"));
    }

    /// nested-splits.jsonl: 64 SMs are split off, then 32 off the rest through a context made of
    /// it, and so on. Each step as a plan lays it out.
    void recordedChain() {
        const SimulatedH200 h200;
        SmResource sms = h200.device.resources().sm();
        SplitLayout layout;
        std::vector<std::shared_ptr<Context>> contexts; // each goes before what it was made of
        int compared = 0;
        for (const Json& line : test::recording("nested-splits.jsonl")) {
            ++compared;
            if (line["k"] == "chain") {
                layout = layOutNested(h200.device, sms, splitOf({line["want"].get<int>()}), "R");
                QCOMPARE(layout.groups.size(), 1U);
                QCOMPARE(layout.groups[0].smCount(), line["got"].get<int>());
                QCOMPARE(layout.remainder->smCount(), line["rem"].get<int>());
                contexts.push_back(h200.device.createContext({layout.remainder->sms}));
                sms = contexts.back()->resources().sm();
                continue;
            }
            const LayoutPart& part =
                line["what"] == "chain part" ? layout.groups[0] : *layout.remainder;
            QCOMPARE(
                describePart(part, h200.driver.get()).smIds.value(),
                line["smids"].get<std::vector<int>>());
            const auto context = h200.device.createContext({part.sms});
            const SmResourceDescription made = context->resources().sm().describe();
            QCOMPARE(made.smCount, line["sm"].get<int>());
            QCOMPARE(made.minPartitionSize, line["min"].get<int>());
            QCOMPARE(made.coscheduledAlignment, line["align"].get<int>());
            QCOMPARE(
                observeSmIds(*context, *context->createStream()),
                line["smids"].get<std::vector<int>>());
        }
        QCOMPARE(compared, 15);
    }

    /// The one that behaviours.jsonl has, of a group.
    void recordedGroup() {
        const SimulatedH200 h200;
        PartitionPlan plan = planOfCounts("sim:h200", {32});
        plan.groups[0].split = splitOf({8});
        const auto applied = applyPlan(h200.device, plan, h200.surroundings);
        int compared = 0;
        for (const Json& line : test::recording("behaviours.jsonl")) {
            if (line["k"] != "nested")
                continue;
            ++compared;
            QCOMPARE(reportOf(*applied, "A").observedSmIds, line["parent"].get<std::vector<int>>());
            QCOMPARE(
                reportOf(*applied, "A/1").observedSmIds, line["child"].get<std::vector<int>>());
        }
        QCOMPARE(compared, 1);
    }

    void releasesWhatIsBelowFirst() {
        const SimulatedH200 h200;
        const auto tracing = std::make_shared<TracingDriver>(h200.driver);
        PartitionPlan plan = nestedPlan();
        plan.groups[0].split->groups[0].split = splitOf({16, 16});
        auto applied = applyPlan(Device(tracing, 0), plan, h200.surroundings);
        const std::size_t count = applied->partitions().size();
        std::vector<abi::CUgreenCtx> made;
        for (const auto& partition : applied->partitions())
            made.push_back(partition.context->greenHandle());
        tracing->clear();
        applied.reset();
        std::vector<std::string> destroyed;
        for (const TracedCall& call : tracing->calls())
            if (call.function == DriverFunction::cuGreenCtxDestroy)
                destroyed.push_back(call.arguments);
        QCOMPARE(destroyed.size(), count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::string handle = renderAddress(made[count - 1 - i]);
            QVERIFY2(destroyed[i].ends_with('=' + handle), destroyed[i].c_str());
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
        test::applyWithEachCallFailing(version, smallPlan(), 7, 100);
    }

    /// The same on the simulated H200, beside a nested plan that is applied and goes on.
    void whatWasAppliedBeforeIsStillThere() {
        const SimulatedH200 h200;
        const auto faulty = std::make_shared<FaultyDriver>(h200.driver);
        const Device device(faulty, 0);
        const auto earlier = applyPlan(device, nestedPlan(), h200.surroundings);
        PartitionPlan plan = nestedPlan();
        plan.groups[0].split->groups[0].split = splitOf({8, 8});
        (void)applyPlan(device, plan, h200.surroundings);
        const auto before = h200.device.primaryContext()->memory().free;
        int k = 1, errors = 0;
        for (;; ++k) {
            faulty->failCall(k, abi::CUDA_ERROR_OUT_OF_MEMORY, isNoRelease);
            try {
                (void)applyPlan(device, plan, h200.surroundings);
            } catch (const CudaError&) {
                ++errors;
            }
            const bool all = faulty->calls() < k;
            faulty->failCall(0);
            QVERIFY2(
                h200.device.primaryContext()->memory().free == before, std::to_string(k).c_str());
            if (k % 16 == 1 || all)
                for (const auto& partition : earlier->partitions())
                    if (partition.stream != nullptr)
                        QCOMPARE(
                            observeSmIds(*partition.context, *partition.stream),
                            partition.report.observedSmIds);
            if (all)
                break;
        }
        QVERIFY(k > 100);
        QVERIFY(errors > k / 2);
    }

    void calledOffLeavesNothing() {
        for (int last = 1;; ++last) {
            const auto fake = std::make_shared<FakeDriver>();
            std::stop_source source;
            int step = 0;
            ApplyHooks hooks;
            hooks.stop = source.get_token();
            hooks.progress = [&](double fraction, const std::string&) {
                QVERIFY(fraction >= 0 && fraction <= 1);
                if (++step == last)
                    source.request_stop();
            };
            bool isCancelled = false;
            try {
                (void)applyPlan(Device(fake, 0), smallPlan(), {}, hooks);
            } catch (const Cancelled&) {
                isCancelled = true;
            }
            QCOMPARE(fake->liveObjects(), 0);
            if (!isCancelled) {
                QVERIFY(last > 12);
                break;
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestNestedSplits)
#include "tst_nested_splits.moc"
