// SPDX-License-Identifier: Apache-2.0
#include "core/plan/applied_plan.h"
#include "core/plan/plan_error.h"
#include "tests/core/plan/fixes.h"
#include "tests/core/plan/simulated_h200.h"

#include <QTest>

#include <random>
#include <set>

using namespace parterre;
using test::SimulatedH200;

namespace {

/// Plans of all kinds, most of them such as a person makes.
class PlanMaker {
public:
    explicit PlanMaker(unsigned seed)
        : m_random(seed) {}

    PartitionPlan make() {
        PartitionPlan plan;
        plan.device = "sim:h200";
        plan.strategy = oneOf<Strategy>(
            {Strategy::automatic, Strategy::automatic, Strategy::byCount, Strategy::structured,
             Strategy::combined});
        plan.ignoreCoscheduling = chance(25);
        plan.maxCluster = !plan.ignoreCoscheduling && chance(15);
        plan.partitionRemainder = chance(30);
        const int groups = chance(80) ? upTo(6) + 1 : upTo(20) + 1;
        const int common = count(groups);
        const bool equal = chance(40);
        const bool painted = chance(15);
        int unit = 0;
        for (int i = 0; i < groups; ++i) {
            PlanGroup group;
            group.name = defaultGroupName(i);
            group.smCount = equal ? common : count(groups);
            if (chance(10)) {
                group.coscheduledSmCount = oneOf<int>({0, 2, 4, 8, 16, 3});
                group.preferredCoscheduledSmCount = oneOf<int>({0, 0, 16});
                group.backfill = chance(50);
            }
            if (painted && chance(70))
                for (int n = upTo(3); n >= 0; --n)
                    group.units.push_back(unit += 1 + upTo(2));
            plan.groups.push_back(group);
        }
        return plan;
    }

    bool chance(int percent) { return upTo(99) < percent; }

private:
    int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(m_random); }
    template <typename T>
    T oneOf(std::vector<T> choices) {
        return choices[static_cast<std::size_t>(upTo(static_cast<int>(choices.size()) - 1))];
    }
    int count(int groups) {
        const int share = std::max(1, 140 / groups);
        switch (upTo(5)) {
        case 0:
            return 0;
        case 1:
            return upTo(140);
        case 2:
            return upTo(share);
        default:
            return upTo(share / 8) * 8;
        }
    }

    std::mt19937 m_random;
};

/// What is wrong with the preview; empty: nothing.
std::string complaint(const PartitionPlan& plan, const Preview& preview) {
    if (preview.strategy == Strategy::automatic)
        return "no strategy";
    if (preview.groups.size() > plan.groups.size())
        return "more groups than asked";
    if (preview.groups.size() < plan.groups.size() && !test::findAbout(preview, "fewer_groups"))
        return "fewer groups, and nobody says so";
    int sum = preview.remainder.smCount;
    std::set<int> ids;
    std::size_t idCount = 0;
    const auto add = [&](const std::optional<std::vector<int>>& some, int count) {
        if (!some || some->size() != static_cast<std::size_t>(count))
            return false;
        ids.insert(some->begin(), some->end());
        idCount += some->size();
        return true;
    };
    for (std::size_t i = 0; i < preview.groups.size(); ++i) {
        const PreviewGroup& group = preview.groups[i];
        if (group.name != plan.groups[i].name || group.requestedSmCount != plan.groups[i].smCount)
            return "another group";
        if (group.smCount < 1 || !add(group.smIds, group.smCount))
            return "ids of " + group.name;
        sum += group.smCount;
        const bool asAsked = group.requestedSmCount == 0 || group.smCount == group.requestedSmCount;
        if (asAsked)
            continue;
        const bool said = group.smCount > group.requestedSmCount
                              ? test::findAbout(preview, "rounded_up", group.name) ||
                                    test::findAbout(preview, "below_minimum", group.name)
                              : test::findAbout(preview, "fewer_sms", group.name) != nullptr;
        if (!said)
            return group.name + " gets another count, and nobody says so";
    }
    if (!add(preview.remainder.smIds, preview.remainder.smCount))
        return "ids of the remainder";
    if (sum != 132 || ids.size() != idCount)
        return "the parts don't make up the whole";
    if ((preview.remainder.smCount == 0) != (test::find(preview, "no_remainder") != nullptr))
        return "no_remainder";
    return {};
}

std::string asText(const PartitionPlan& plan, const std::string& what) {
    return what + ": " + Json(plan).dump();
}

} // namespace

class TestRandomPlans : public QObject {
    Q_OBJECT

private slots:
    void previews_data() {
        QTest::addColumn<int>("version");
        QTest::newRow("12.4") << 12040;
        QTest::newRow("13.0") << 13000;
        QTest::newRow("13.1") << 13010;
    }
    /// A preview adds up and tells every difference from the plan, a fix settles what it is of, and
    /// an apply gives what the preview said.
    void previews() {
        QFETCH(int, version);
        PlanMaker maker(static_cast<unsigned>(version));
        int good = 0, applied = 0, fixes = 0;
        for (int i = 0; i < 500; ++i) {
            const SimulatedH200 gpu(version, 16);
            const PartitionPlan plan = maker.make();
            const Preview preview = gpu.preview(plan);
            if (!preview.hasErrors()) {
                ++good;
                const std::string wrong = complaint(plan, preview);
                QVERIFY2(wrong.empty(), asText(plan, wrong).c_str());
            }
            for (const Diagnostic& diagnostic : preview.diagnostics) {
                if (!diagnostic.fix)
                    continue;
                ++fixes;
                PartitionPlan fixed = plan;
                PlanSurroundings surroundings = gpu.surroundings;
                test::applyFix(diagnostic, fixed, surroundings);
                const Preview after = previewPlan(gpu.device, fixed, surroundings);
                for (const Diagnostic& left : after.diagnostics)
                    QVERIFY2(
                        left.code != diagnostic.code || left.message != diagnostic.message,
                        asText(plan, left.message).c_str());
            }
            if (i % 10 == 0)
                applied += apply(gpu, plan, preview) ? 1 : 0;
            if (QTest::currentTestFailed())
                return;
        }
        // The plans are not all of one kind.
        QVERIFY2(good > 150 && good < 450, std::to_string(good).c_str());
        QVERIFY2(applied > 10 && fixes > 100, std::to_string(applied).c_str());
    }

private:
    static bool apply(const SimulatedH200& gpu, const PartitionPlan& plan, const Preview& preview) {
        std::unique_ptr<AppliedPlan> applied;
        try {
            applied = applyPlan(gpu.device, plan, gpu.surroundings);
        } catch (const PlanError& error) {
            if (!preview.hasErrors())
                QTest::qFail(asText(plan, error.what()).c_str(), __FILE__, __LINE__);
            return false;
        }
        const auto check = [&] {
            QVERIFY(!preview.hasErrors());
            const bool remainderToo = plan.partitionRemainder && preview.remainder.smCount > 0;
            const auto reports = applied->reports();
            QCOMPARE(reports.size(), preview.groups.size() + (remainderToo ? 1 : 0));
            for (std::size_t i = 0; i < preview.groups.size(); ++i) {
                QCOMPARE(reports[i].name, preview.groups[i].name);
                QCOMPARE(reports[i].smCount, preview.groups[i].smCount);
                QVERIFY2(
                    reports[i].minPartitionSize == preview.groups[i].minPartitionSize &&
                        reports[i].coscheduledAlignment == preview.groups[i].coscheduledAlignment,
                    asText(plan, "unit of " + reports[i].name).c_str());
                QVERIFY2(
                    reports[i].observedSmIds == *preview.groups[i].smIds,
                    asText(plan, reports[i].name).c_str());
            }
            if (remainderToo) {
                QVERIFY(reports.back().isRemainder);
                QCOMPARE(reports.back().smCount, preview.remainder.smCount);
                QCOMPARE(reports.back().observedSmIds, *preview.remainder.smIds);
            }
            QVERIFY(!test::find(applied->preview(), "observed_differs"));
        };
        check();
        return true;
    }
};

QTEST_GUILESS_MAIN(TestRandomPlans)
#include "tst_random_plans.moc"
