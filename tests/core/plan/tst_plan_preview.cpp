// SPDX-License-Identifier: Apache-2.0
#include "tests/core/plan/simulated_h200.h"

#include <QTest>

#include <numeric>
#include <set>

using namespace parterre;
using parterre::test::find;
using parterre::test::grantedOf;
using parterre::test::SimulatedH200;

using Counts = std::vector<int>;

class TestPlanPreview : public QObject {
    Q_OBJECT

    SimulatedH200 m_h200;

private slots:
    void counts_data() {
        QTest::addColumn<Counts>("asked");
        QTest::addColumn<Counts>("granted");
        QTest::addColumn<int>("remainder");
        QTest::addColumn<QString>("strategy");
        QTest::newRow("unequal") << Counts{64, 32, 16} << Counts{64, 32, 16} << 20 << "combined";
        QTest::newRow("sixteen of eight") << Counts(16, 8) << Counts(15, 8) << 12 << "by_count";
        QTest::newRow("rounded") << Counts{20, 40} << Counts{24, 40} << 68 << "combined";
        QTest::newRow("equal, rounded") << Counts{20, 20} << Counts{24, 24} << 84 << "by_count";
        QTest::newRow("below the minimum") << Counts{3} << Counts{8} << 124 << "by_count";
        QTest::newRow("the whole GPU") << Counts{132} << Counts{132} << 0 << "by_count";
        QTest::newRow("between") << Counts{130} << Counts{132} << 0 << "by_count";
        QTest::newRow("only in TPCs") << Counts{120, 12} << Counts{120, 12} << 0 << "combined";
        QTest::newRow("halves") << Counts{66, 66} << Counts{66, 66} << 0 << "combined";
        QTest::newRow("too many") << Counts{100, 50} << Counts{0, 0} << 132 << "combined";
        QTest::newRow("too many when rounded")
            << Counts{131, 1} << Counts{0, 0} << 132 << "combined";
        QTest::newRow("largest equal") << Counts{0, 0, 0, 0} << Counts(4, 32) << 4 << "by_count";
        QTest::newRow("what is left") << Counts{64, 0} << Counts{64, 56} << 12 << "combined";
    }

    void counts() {
        QFETCH(Counts, asked);
        QFETCH(QString, strategy);
        const Preview preview = m_h200.preview(asked);
        QTEST(grantedOf(preview), "granted");
        QTEST(preview.remainder.smCount, "remainder");
        const std::string_view word = strategyWord(preview.strategy);
        QCOMPARE(QString::fromUtf8(word.data(), static_cast<int>(word.size())), strategy);
    }

    void diagnostics_data() {
        QTest::addColumn<Counts>("asked");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("group");
        QTest::addColumn<bool>("isError");
        QTest::addColumn<int>("fix"); // -1: none
        QTest::newRow("rounded_up") << Counts{20, 40} << "rounded_up"
                                    << "A" << false << 24;
        QTest::newRow("below_minimum") << Counts{64, 3} << "below_minimum"
                                       << "B" << false << 8;
        QTest::newRow("fewer_groups") << Counts(16, 8) << "fewer_groups"
                                      << "P" << false << 15;
        QTest::newRow("no_remainder") << Counts{132} << "no_remainder"
                                      << "" << false << -1;
        QTest::newRow("too_many_sms") << Counts{100, 50} << "too_many_sms"
                                      << "" << true << -1;
        QTest::newRow("equal too many") << Counts{200} << "too_many_sms"
                                        << "" << true << -1;
        QTest::newRow("cluster_limited") << Counts{120, 12} << "cluster_limited"
                                         << "" << false << -1;
        QTest::newRow("empty") << Counts{} << "empty_plan"
                               << "" << true << -1;
    }

    void diagnostics() {
        QFETCH(Counts, asked);
        QFETCH(QString, code);
        QFETCH(int, fix);
        const Preview preview = m_h200.preview(asked);
        const Diagnostic* found = find(preview, code.toStdString());
        QVERIFY(found != nullptr);
        QTEST(QString::fromStdString(found->group), "group");
        QTEST(found->severity == Severity::error, "isError");
        QTEST(preview.hasErrors(), "isError");
        QCOMPARE(found->fix ? found->fix->value : -1, fix);
        QVERIFY(!found->message.empty() && found->message.back() == '.');
        QVERIFY(!found->why.empty());
    }

    void saysNothingAboutWhatIsAsAsked() {
        QVERIFY(m_h200.preview(Counts{64, 32, 16}).diagnostics.empty());
    }

    void connectionsAreCounted() {
        const SimulatedH200 few(13000, 8);
        const Preview preview = few.preview(Counts(15, 8));
        const Diagnostic* found = find(preview, "too_many_partitions");
        QVERIFY(found != nullptr && found->fix.has_value());
        QCOMPARE(found->fix->kind, Fix::Kind::setHardwareConnections);
        QCOMPARE(found->fix->value, 32);
        QVERIFY(find(few.preview(Counts(8, 8)), "too_many_partitions") == nullptr);
        PartitionPlan withRemainder = planOfCounts("sim:h200", Counts(8, 8));
        withRemainder.partitionRemainder = true;
        QVERIFY(find(few.preview(withRemainder), "too_many_partitions") != nullptr);
    }

    void paintedUnitsAreTheGroups() {
        PartitionPlan plan = planOfCounts("sim:h200", {6, 4});
        plan.ignoreCoscheduling = true;
        plan.groups[0].units = {0, 5, 9};
        const Preview preview = m_h200.preview(plan);
        QCOMPARE(preview.strategy, Strategy::combined);
        QCOMPARE(preview.unitSmCounts, Counts(66, 2));
        // As recorded: units 0, 5 and 9 of 66 are these SMs.
        QCOMPARE(preview.groups[0].smIds.value(), (Counts{0, 1, 10, 11, 126, 127}));
        QCOMPARE(preview.groups[0].minPartitionSize, 2);
        QCOMPARE(preview.groups[1].smCount, 4);
    }

    void paintedUnitsThatDiffer() {
        PartitionPlan plan = planOfCounts("sim:h200", {32, 8});
        plan.groups[0].units = {1, 2, 3};
        const Preview fewer = m_h200.preview(plan);
        QCOMPARE(grantedOf(fewer), (Counts{24, 8}));
        QVERIFY(find(fewer, "fewer_sms") != nullptr);
        plan.groups[0].units = {15};
        const Preview unknown = m_h200.preview(plan);
        QVERIFY(find(unknown, "unknown_unit") != nullptr && unknown.hasErrors());
        plan.groups[0].units = {1};
        plan.strategy = Strategy::byCount;
        QVERIFY(find(m_h200.preview(plan), "units_need_combined") != nullptr);
    }

    void byCountMakesEqualGroupsOnly() {
        PartitionPlan plan = planOfCounts("sim:h200", {64, 32});
        plan.strategy = Strategy::byCount;
        const Preview preview = m_h200.preview(plan);
        QVERIFY(find(preview, "unequal_by_count") != nullptr && preview.hasErrors());
        QCOMPARE(grantedOf(preview), (Counts{0, 0}));
    }

    void structuredNeedsItsDriver() {
        PartitionPlan plan = planOfCounts("sim:h200", {64, 32});
        plan.strategy = Strategy::structured;
        const Preview unsupported = m_h200.preview(plan);
        QVERIFY(find(unsupported, "unsupported") != nullptr);
        // It still says for which groups.
        QCOMPARE(grantedOf(unsupported), (Counts{0, 0}));
        QCOMPARE(unsupported.groups[1].name, std::string("B"));
        QCOMPARE(unsupported.groups[1].requestedSmCount, 32);
        QVERIFY(!unsupported.groups[1].smIds);

        const SimulatedH200 newer(13010);
        QCOMPARE(grantedOf(newer.preview(plan)), (Counts{64, 32}));
        plan.groups[1].smCount = 20;
        const Preview refused = newer.preview(plan);
        const Diagnostic* found = find(refused, "not_aligned");
        QVERIFY(found != nullptr && refused.hasErrors() && found->fix.has_value());
        QCOMPARE(found->group, std::string("B"));
        QCOMPARE(found->fix->value, 24);
    }

    void withoutGreenContexts() {
        const SimulatedH200 old(12020);
        const Preview preview = old.preview(Counts{64});
        QVERIFY(find(preview, "unsupported") != nullptr && preview.hasErrors());
        QCOMPARE(preview.remainder.smCount, 132);
    }

    void grantableCounts() {
        Counts eights(17);
        std::iota(eights.begin(), eights.end(), 1);
        for (int& count : eights)
            count = std::min(8 * count, 132);
        QCOMPARE(m_h200.preview(Counts{64}).grantableSmCounts, eights);
        const Counts combined = m_h200.preview(Counts{64, 32}).grantableSmCounts;
        QCOMPARE(combined.front(), 8);
        QVERIFY(std::is_sorted(combined.begin(), combined.end()));
        QCOMPARE(combined.back(), 132);
    }

    void callsAreTheOnesMade() {
        const Preview preview = m_h200.preview(Counts{16, 8});
        QCOMPARE(
            preview.calls.front(),
            std::string("cuDevSmResourceSplitByCount(groups = 16, minCount = 8, flags = 0)"));
        QCOMPARE(preview.calls.size(), std::size_t{1 + 2 * 3});
    }

    void wrongPlansNameTheField() {
        PartitionPlan plan = planOfCounts("sim:h200", {8, 8});
        plan.groups[1].name = "A";
        try {
            m_h200.preview(plan);
            QFAIL("two groups of one name were accepted");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("groups[1].name"));
        }
    }
};

QTEST_GUILESS_MAIN(TestPlanPreview)
#include "tst_plan_preview.moc"
