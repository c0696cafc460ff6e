// SPDX-License-Identifier: Apache-2.0
#include "tests/core/plan/simulated_h200.h"

#include <QTest>

#include <numeric>
#include <rapidcheck.h>
#include <set>

using namespace parterre;
using parterre::test::SimulatedH200;

/// What holds for every plan.
class TestPlanProperties : public QObject {
    Q_OBJECT

    SimulatedH200 m_h200;
    SimulatedH200 m_newer{13010};

    static PartitionPlan anyPlan() {
        const auto counts = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 150));
        PartitionPlan plan = planOfCounts("sim:h200", counts);
        plan.ignoreCoscheduling = *rc::gen::arbitrary<bool>();
        plan.maxCluster = !plan.ignoreCoscheduling && *rc::gen::arbitrary<bool>();
        plan.partitionRemainder = *rc::gen::arbitrary<bool>();
        plan.strategy = *rc::gen::element(
            Strategy::automatic, Strategy::byCount, Strategy::structured, Strategy::combined);
        if (!plan.groups.empty() && *rc::gen::arbitrary<bool>()) {
            const auto units = *rc::gen::unique<std::vector<int>>(rc::gen::inRange(0, 70));
            plan.groups.front().units = units;
        }
        return plan;
    }

    static bool mentions(const Preview& preview, const std::string& group) {
        return std::any_of(
            preview.diagnostics.begin(), preview.diagnostics.end(),
            [&](const Diagnostic& diagnostic) { return diagnostic.group == group; });
    }

private slots:
    void everyPlan() {
        const bool good = rc::check("a preview is consistent", [this] {
            const PartitionPlan plan = anyPlan();
            const SimulatedH200& h200 = *rc::gen::arbitrary<bool>() ? m_newer : m_h200;
            const Preview preview = h200.preview(plan);

            int sum = preview.remainder.smCount;
            std::set<int> seen(preview.remainder.smIds->begin(), preview.remainder.smIds->end());
            for (std::size_t i = 0; i < preview.groups.size(); ++i) {
                const PreviewGroup& group = preview.groups[i];
                RC_ASSERT(group.name == plan.groups[i].name);
                RC_ASSERT(group.requestedSmCount == plan.groups[i].smCount);
                RC_ASSERT(group.smCount > 0 || preview.hasErrors());
                RC_ASSERT(group.smIds.has_value() == (group.smCount > 0));
                if (group.smCount == 0)
                    continue;
                RC_ASSERT(group.smIds->size() == static_cast<std::size_t>(group.smCount));
                if (group.requestedSmCount > 0 && group.smCount != group.requestedSmCount)
                    RC_ASSERT(mentions(preview, group.name));
                seen.insert(group.smIds->begin(), group.smIds->end());
                sum += group.smCount;
            }
            RC_ASSERT(sum == 132);
            RC_ASSERT(seen.size() == 132U); // so no two share an SM
            if (preview.groups.size() < plan.groups.size())
                RC_ASSERT(!preview.diagnostics.empty());
            RC_ASSERT(preview.strategy != Strategy::automatic);

            const Json json = preview;
            RC_ASSERT(Json(previewFromJson(JsonReader(json, "preview"))) == json);
        });
        QVERIFY(good);
    }

    void planSurvivesJson() {
        const bool good = rc::check("a plan reads back as it was written", [] {
            const PartitionPlan plan = anyPlan();
            const Json json = parseJson(Json(plan).dump(), "the plan");
            RC_ASSERT(planFromJson(JsonReader(json, "")) == plan);
        });
        QVERIFY(good);
    }
};

QTEST_GUILESS_MAIN(TestPlanProperties)
#include "tst_plan_properties.moc"
