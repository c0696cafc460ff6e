// SPDX-License-Identifier: Apache-2.0
#include "core/model/driver_version.h"
#include "core/plan/applied_plan.h"
#include "tests/core/cuda/driver_versions.h"
#include "tests/support/fault_injection.h"

#include <QTest>

using namespace parterre;
using test::FaultyTarget;

using Operation = std::function<void(const Device&, const PartitionPlan&)>;

Q_DECLARE_METATYPE(PartitionPlan)
Q_DECLARE_METATYPE(Operation)

namespace {

PartitionPlan planOf(const std::vector<int>& counts, Strategy strategy) {
    PartitionPlan plan = planOfCounts("sim:h200", counts);
    plan.strategy = strategy;
    return plan;
}

PartitionPlan backfilled() {
    PartitionPlan plan = planOf({64, 20}, Strategy::structured);
    plan.groups[1].backfill = true;
    return plan;
}

PartitionPlan painted() {
    PartitionPlan plan = planOf({0, 0}, Strategy::automatic);
    plan.groups[0].units = {2, 0};
    return plan;
}

PartitionPlan withWorkqueue() {
    PartitionPlan plan = planOf({16, 8}, Strategy::automatic);
    plan.groups[0].workqueue = WorkqueueDescription{4, WorkqueueScope::greenContextBalanced};
    return plan;
}

} // namespace

/// Every operation of core/plan on the simulated H200 with each of its driver calls failing in
/// turn.
class TestPlanFaults : public QObject {
    Q_OBJECT

private slots:
    void eachCallFailsInTurn_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<PartitionPlan>("plan");
        QTest::addColumn<Operation>("operation");
        const Operation preview = [](const Device& device, const PartitionPlan& plan) {
            (void)previewPlan(device, plan, {});
        };
        const Operation apply = [](const Device& device, const PartitionPlan& plan) {
            (void)applyPlan(device, plan, {});
        };
        for (const int version : test::triedDrivers) {
            const auto row = [&](const char* name, const PartitionPlan& plan) {
                const std::string driver = driverVersionText(version);
                QTest::addRow("preview %s, %s", name, driver.c_str()) << version << plan << preview;
                QTest::addRow("apply %s, %s", name, driver.c_str()) << version << plan << apply;
            };
            row("equal groups", planOf({32, 32}, Strategy::automatic));
            row("unequal groups", planOf({64, 32}, Strategy::automatic));
            row("rounding costs groups", planOf({66, 66}, Strategy::automatic));
            row("by count", planOf({16, 16}, Strategy::byCount));
            row("combined", planOf({20, 40}, Strategy::combined));
            row("chosen units", painted());
            if (version < 13010)
                continue;
            row("structured", planOf({64, 32}, Strategy::structured));
            row("backfilled", backfilled());
            row("with a work queue", withWorkqueue());
        }
        // Errors of a plan are found by asking, too.
        QTest::addRow("preview not aligned, 13.1")
            << 13010 << planOf({20, 8}, Strategy::structured) << preview;
        QTest::addRow("preview without room, 13.1")
            << 13010 << planOf({64, 64}, Strategy::structured) << preview;
    }
    void eachCallFailsInTurn() {
        QFETCH(int, version);
        QFETCH(PartitionPlan, plan);
        QFETCH(Operation, operation);
        const FaultyTarget target = FaultyTarget::simulatedH200(version);
        const Device device(target.driver, 0);
        const auto primary = device.primaryContext();
        const Json before = previewPlan(device, plan, {});
        const std::size_t free = primary->memory().free;
        test::FaultCount count;
        test::failEachCall(
            target, [&] { operation(device, plan); },
            [&] {
                QVERIFY(Json(previewPlan(device, plan, {})) == before);
                QCOMPARE(primary->memory().free, free);
            },
            count);
        qInfo("%d calls failed in turn, %d of them were reported", count.failed, count.reported);
        QVERIFY(count.reported > 0);
        m_failed += count.failed;
    }

    void cleanupTestCase() { qInfo("%d driver calls failed in all", m_failed); }

private:
    int m_failed = 0;
};

QTEST_GUILESS_MAIN(TestPlanFaults)
#include "tst_plan_faults.moc"
