// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/sm_split_options.h"
#include "core/model/input_error.h"

#include <QTest>

using namespace parterre;

Q_DECLARE_METATYPE(SmSplitOptions)

/// What the options of a split come to, group by group; no driver is needed for that.
class TestSplitOptions : public QObject {
    Q_OBJECT

private slots:
    void nothingSetIsDiscoveryOfOneGroup() {
        const auto groups = SmSplitOptions().groups();
        QCOMPARE(groups.size(), 1U);
        QCOMPARE(groups[0].count, 0U);
        QVERIFY(!groups[0].needsStructured());
        QVERIFY(groups[0].units.empty());
    }

    void aScalarCountIsOneGroup() {
        const auto groups = SmSplitOptions{.count = 24, .backfill = true}.groups();
        QCOMPARE(groups.size(), 1U);
        QCOMPARE(groups[0].count, 24U);
        QVERIFY(groups[0].backfill && groups[0].needsStructured());
    }

    void aScalarBroadcastsToAllGroups() {
        const SmSplitOptions options{
            .count = {8, 16, 24},
            .coscheduledSmCount = 4,
            .preferredCoscheduledSmCount = 8,
            .backfill = true,
            .localityDomain = 1};
        const auto groups = options.groups();
        QCOMPARE(groups.size(), 3U);
        for (std::size_t i = 0; i < groups.size(); ++i) {
            QCOMPARE(groups[i].count, 8U * (static_cast<unsigned>(i) + 1));
            QCOMPARE(groups[i].coscheduledSmCount, 4U);
            QCOMPARE(groups[i].preferredCoscheduledSmCount, 8U);
            QVERIFY(groups[i].backfill);
            QCOMPARE(groups[i].localityDomain.value_or(0), 1U);
        }
    }

    void aListHasAValueForEachGroup() {
        const auto groups = SmSplitOptions{
            .count = {8, 16},
            .coscheduledSmCount = {0, 2},
            .backfill = {
                false, true}}.groups();
        QCOMPARE(groups.size(), 2U);
        QVERIFY(!groups[0].needsStructured());
        QCOMPARE(groups[1].coscheduledSmCount, 2U);
        QVERIFY(groups[1].backfill);
    }

    void withoutACountAListDecidesHowManyGroups_data() {
        QTest::addColumn<SmSplitOptions>("options");
        QTest::newRow("coscheduled") << SmSplitOptions{.coscheduledSmCount = {2, 4}};
        QTest::newRow("preferred") << SmSplitOptions{.preferredCoscheduledSmCount = {16, 8}};
        QTest::newRow("backfill") << SmSplitOptions{.backfill = {false, true}};
        QTest::newRow("units") << SmSplitOptions{.units = {{0, 1}, {2}}};
    }
    void withoutACountAListDecidesHowManyGroups() {
        QFETCH(SmSplitOptions, options);
        const auto groups = options.groups();
        QCOMPARE(groups.size(), 2U);
        QCOMPARE(groups[1].count, 0U); // discovery
    }

    void wrongOptionsAreRefusedByName_data() {
        QTest::addColumn<SmSplitOptions>("options");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* name, SmSplitOptions options, const char* field) {
            QTest::newRow(name) << std::move(options) << field;
        };
        row("negative count", {.count = -1}, "count");
        row("negative count in a list", {.count = {8, -8}}, "count[1]");
        row("negative co-scheduled size", {.count = 8, .coscheduledSmCount = -2},
            "coscheduled_sm_count");
        row("negative preferred size", {.count = {8, 8}, .preferredCoscheduledSmCount = {0, -1}},
            "preferred_coscheduled_sm_count[1]");
        row("negative locality domain", {.localityDomain = -2}, "locality_domain");
        row("negative locality domain in a list", {.localityDomain = {0, -2}},
            "locality_domain[1]");
        row("supplemental SMs of no domain", {.count = 8, .supplementalSms = true},
            "supplemental_sms");
        row("supplemental SMs of no domain in a list",
            {.count = {8, 8}, .supplementalSms = {false, true}}, "supplemental_sms[1]");
        row("supplemental SMs for more groups",
            {.count = {8, 8}, .localityDomain = 0, .supplementalSms = {true, true, true}},
            "supplemental_sms");
        row("empty list of counts", {.count = std::vector<int>()}, "count");
        row("empty list of sizes", {.coscheduledSmCount = std::vector<int>()},
            "coscheduled_sm_count");
        row("empty list of backfill", {.count = {8, 8}, .backfill = std::vector<bool>()},
            "backfill");
        row("sizes for more groups", {.count = {8, 8}, .coscheduledSmCount = {2, 2, 2}},
            "coscheduled_sm_count");
        row("preferred sizes for fewer",
            {.count = {8, 8, 8}, .preferredCoscheduledSmCount = {2, 2}},
            "preferred_coscheduled_sm_count");
        row("backfill for more", {.count = {8}, .backfill = {true, true}}, "backfill");
        row("two lists without a count", {.coscheduledSmCount = {2, 2}, .backfill = {true}},
            "backfill");
        row("units for more", {.count = {8, 8}, .units = {{0}, {1}, {2}}}, "units");
        row("sizes beside a scalar count", {.count = 8, .coscheduledSmCount = {2, 2}},
            "coscheduled_sm_count");
        row("preferred sizes beside a scalar count",
            {.count = 8, .preferredCoscheduledSmCount = {2}}, "preferred_coscheduled_sm_count");
        row("backfill beside a scalar count", {.count = 8, .backfill = {true}}, "backfill");
        row("units beside a scalar count", {.count = 8, .units = {{0}}}, "units");
        row("negative unit", {.units = {{0}, {-1}}}, "units[1]");
        row("unit chosen twice", {.units = {{0, 1}, {1}}}, "units[1]");
        row("both flags", {.count = 8, .ignoreCoscheduling = true, .maxCluster = true},
            "max_cluster");
    }
    void wrongOptionsAreRefusedByName() {
        QFETCH(SmSplitOptions, options);
        QFETCH(QString, field);
        try {
            (void)options.groups();
            QFAIL("nothing was refused");
        } catch (const InputError& error) {
            QCOMPARE(QString::fromStdString(error.field()), field);
            QVERIFY(!error.value().empty() && !error.allowed().empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestSplitOptions)
#include "tst_split_options.moc"
