// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/cuda/sm_units.h"
#include "core/model/input_error.h"
#include "core/simulator/simulated_driver.h"
#include "tests/core/cuda/driver_versions.h"
#include "tests/support/fault_injection.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <set>

using namespace parterre;
using test::simulatedH200;

using Counts = std::vector<int>;

Q_DECLARE_METATYPE(SmSplitOptions)

namespace {

Counts countsOf(const SmSplit& split) {
    Counts counts;
    for (const SmResource& group : split.groups)
        counts.push_back(static_cast<int>(group.smCount()));
    return counts;
}

int remainderOf(const SmSplit& split) {
    return split.remainder ? static_cast<int>(split.remainder->smCount()) : 0;
}

/// The SMs of a part of a split, as the simulated driver knows them.
std::vector<int> smIdsOf(const Device& device, const SmResource& part) {
    const auto& driver = dynamic_cast<const SimulatedDriver&>(*device.driver());
    std::vector<int> ids;
    for (const abi::CUdevResource& handle : part.handles()) {
        const std::vector<int> some = driver.smIdsOf(handle).value();
        ids.insert(ids.end(), some.begin(), some.end());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

/// The groups, and last what is left over, if anything is.
std::vector<SmResource> partsOf(const SmSplit& split) {
    std::vector<SmResource> parts = split.groups;
    if (split.remainder)
        parts.push_back(*split.remainder);
    return parts;
}

/// A row for each option that a driver of each version answers alike.
void addOptionsOfEachDriver() {
    QTest::addColumn<int>("version");
    QTest::addColumn<SmSplitOptions>("options");
    for (const int version : test::triedDrivers) {
        const auto row = [&](const char* name, SmSplitOptions options) {
            QTest::addRow("%d.%d %s", version / 1000, version % 1000 / 10, name)
                << version << std::move(options);
        };
        row("discovery", {});
        row("one group", {.count = 16});
        row("a count that is rounded up", {.count = 20});
        row("equal groups", {.count = {32, 32, 32}});
        row("more groups than fit", {.count = Counts(16, 8), .strategy = Strategy::byCount});
        row("largest equal groups", {.count = {0, 0, 0}, .strategy = Strategy::byCount});
        row("unequal groups", {.count = {64, 32, 16}});
        row("unequal groups that are rounded up", {.count = {20, 40}});
        row("unequal groups, combined", {.count = {64, 32, 16}, .strategy = Strategy::combined});
        row("a group and what is left", {.count = {64, 0}, .strategy = Strategy::combined});
        row("only in the smallest units", {.count = {120, 12}});
        row("discovery of what clusters have no room for", {.count = {120, 0}});
        row("smallest units", {.count = {30, 30}, .ignoreCoscheduling = true});
        row("largest clusters", {.count = {32, 32}, .maxCluster = true});
        row("chosen units", {.units = {{3, 1}, {}, {0}}});
        if (version < 13010)
            continue;
        row("structured", {.count = {64, 32}, .strategy = Strategy::structured});
        row("structured discovery", {.count = {64, 0}, .strategy = Strategy::structured});
        row("co-scheduled by two", {.count = {30, 10}, .coscheduledSmCount = 2});
        row("backfilled", {.count = {64, 20}, .backfill = {false, true}});
    }
}

} // namespace

/// SmResource::split() on each driver: what is granted, what is refused and why.
class TestSmSplit : public QObject {
    Q_OBJECT

private slots:
    void aGroupGetsAtLeastWhatItAskedFor_data() { addOptionsOfEachDriver(); }
    void aGroupGetsAtLeastWhatItAskedFor() {
        QFETCH(int, version);
        QFETCH(SmSplitOptions, options);
        const auto asked = options.groups();
        const SmSplit split = simulatedH200(version).resources().sm().split(options);
        QVERIFY(split.strategy != Strategy::automatic);
        QVERIFY(!split.call.empty());
        QVERIFY(!split.groups.empty() && split.groups.size() <= asked.size());
        QVERIFY(split.strategy == Strategy::byCount || split.groups.size() == asked.size());
        for (std::size_t i = 0; i < split.groups.size(); ++i)
            QVERIFY(split.groups[i].smCount() >= std::max(1U, asked[i].count));
    }

    void groupsAndRemainderAreDisjointAndMakeUpTheWhole_data() { addOptionsOfEachDriver(); }
    void groupsAndRemainderAreDisjointAndMakeUpTheWhole() {
        QFETCH(int, version);
        QFETCH(SmSplitOptions, options);
        const Device device = simulatedH200(version);
        const SmSplit split = device.resources().sm().split(options);
        std::set<int> all;
        unsigned sum = 0;
        for (const SmResource& part : partsOf(split)) {
            const std::vector<int> ids = smIdsOf(device, part);
            QCOMPARE(static_cast<unsigned>(ids.size()), part.smCount());
            all.insert(ids.begin(), ids.end());
            sum += part.smCount();
        }
        QCOMPARE(sum, 132U);
        QCOMPARE(all.size(), 132U);
    }

    void aDryRunTellsWhatTheSplitGives_data() { addOptionsOfEachDriver(); }
    void aDryRunTellsWhatTheSplitGives() {
        QFETCH(int, version);
        QFETCH(SmSplitOptions, options);
        const SmResource sm = simulatedH200(version).resources().sm();
        const SmSplit dry = sm.split(options, DryRun::yes);
        const SmSplit real = sm.split(options);
        QCOMPARE(dry.strategy, real.strategy);
        QCOMPARE(dry.call, real.call);
        QCOMPARE(countsOf(dry), countsOf(real));
        QCOMPARE(remainderOf(dry), remainderOf(real));
        for (std::size_t i = 0; i < dry.groups.size(); ++i) {
            QVERIFY(dry.groups[i].isDryRun() && dry.groups[i].handles().empty());
            QVERIFY(!real.groups[i].isDryRun());
            QCOMPARE(dry.groups[i].minPartitionSize(), real.groups[i].minPartitionSize());
            QCOMPARE(dry.groups[i].coscheduledAlignment(), real.groups[i].coscheduledAlignment());
        }
    }

    void dryRunGroupsCannotBecomeAContext_data() { addOptionsOfEachDriver(); }
    void dryRunGroupsCannotBecomeAContext() {
        QFETCH(int, version);
        QFETCH(SmSplitOptions, options);
        const Device device = simulatedH200(version);
        const SmSplit dry = device.resources().sm().split(options, DryRun::yes);
        std::vector<SmResource> parts = dry.groups;
        if (dry.remainder)
            parts.push_back(*dry.remainder);
        for (const SmResource& part : parts)
            try {
                (void)device.createContext({part});
                QFAIL("a context of a dry run");
            } catch (const InputError& error) {
                QVERIFY(std::string(error.what()).find("dry-run") != std::string::npos);
            }
    }

    /// Joined or not, a context has the SMs of its group, and on drivers that report it the minimum
    /// and alignment that the group was said to have.
    void aContextHasTheSmsOfItsGroup_data() { addOptionsOfEachDriver(); }
    void aContextHasTheSmsOfItsGroup() {
        QFETCH(int, version);
        QFETCH(SmSplitOptions, options);
        const Device device = simulatedH200(version);
        const SmSplit split = device.resources().sm().split(options);
        for (const SmResource& part : partsOf(split)) {
            const SmResource sm = device.createContext({part})->resources().sm();
            QCOMPARE(smIdsOf(device, sm), smIdsOf(device, part));
            QCOMPARE(sm.smCount(), part.smCount());
            if (version < 13000)
                continue;
            QCOMPARE(sm.minPartitionSize(), part.minPartitionSize());
            QCOMPARE(sm.coscheduledAlignment(), part.coscheduledAlignment());
        }
    }

    void discoveryGivesAMultipleOfTheAlignment_data() { test::addTriedDrivers(); }
    void discoveryGivesAMultipleOfTheAlignment() {
        QFETCH(int, version);
        const SmResource sm = simulatedH200(version).resources().sm();
        const SmSplit split = sm.split();
        QCOMPARE(split.groups.size(), 1U);
        const unsigned count = split.groups[0].smCount();
        QVERIFY(count >= sm.minPartitionSize());
        QCOMPARE(count % sm.coscheduledAlignment(), 0U);
        // As large as a group can be: the next larger one is no multiple, or there is no room.
        QVERIFY(count >= 112U);
    }

    void resultsTakeGranularityFromTheirParent_data() { test::addTriedDrivers(); }
    void resultsTakeGranularityFromTheirParent() {
        QFETCH(int, version);
        const SmResource sm = simulatedH200(version).resources().sm();
        for (const auto strategy : {Strategy::byCount, Strategy::combined}) {
            const SmSplit split = sm.split({.count = {16, 16}, .strategy = strategy});
            QCOMPARE(split.groups[0].raw().sm.minSmPartitionSize, 0U);
            QCOMPARE(split.groups[0].minPartitionSize(), sm.minPartitionSize());
            QCOMPARE(split.groups[0].coscheduledAlignment(), sm.coscheduledAlignment());
        }
        // Without the co-scheduling guarantee it is what a context made of it reports.
        const SmSplit small = sm.split({.count = {16, 16}, .ignoreCoscheduling = true});
        QCOMPARE(small.groups[0].minPartitionSize(), 2U);
        QCOMPARE(small.remainder->coscheduledAlignment(), 2U);
    }

    void strategies_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<SmSplitOptions>("options");
        QTest::addColumn<QString>("strategies");
        const auto row = [](const char* name, SmSplitOptions options, const char* before,
                            const char* since13_1) {
            for (const int version : test::triedDrivers)
                QTest::addRow("%d.%d %s", version / 1000, version % 1000 / 10, name)
                    << version << options << (version < 13010 ? before : since13_1);
        };
        row("nothing set", {}, "by_count combined", "structured by_count combined");
        row("aligned", {.count = 16}, "by_count combined", "structured by_count combined");
        row("equal", {.count = {16, 16}}, "by_count combined", "structured by_count combined");
        row("unequal", {.count = {32, 16}}, "combined", "structured combined");
        row("not aligned", {.count = {20, 20}}, "by_count combined", "by_count combined");
        row("unequal, not aligned", {.count = {32, 20}}, "combined", "combined");
        row("aligned to TPCs", {.count = {32, 20}, .ignoreCoscheduling = true}, "combined",
            "structured combined");
        row("largest clusters", {.count = {32, 32}, .maxCluster = true}, "by_count combined",
            "by_count combined");
        row("largest clusters, unequal", {.count = {32, 16}, .maxCluster = true}, "combined",
            "combined");
        row("chosen units", {.units = {{0}, {1}}}, "combined", "combined");
        row("co-scheduled size", {.count = 20, .coscheduledSmCount = 4}, "structured",
            "structured");
        row("preferred size", {.count = 16, .preferredCoscheduledSmCount = 16}, "structured",
            "structured");
        row("backfill", {.count = 20, .backfill = true}, "structured", "structured");
        row("locality domain", {.localityDomain = 0}, "structured", "structured");
        row("named", {.count = 16, .strategy = Strategy::combined}, "combined", "combined");
    }
    void strategies() {
        QFETCH(int, version);
        QFETCH(SmSplitOptions, options);
        const SmResource sm = simulatedH200(version).resources().sm();
        QStringList words;
        for (const Strategy strategy : sm.strategiesFor(options))
            words.append(QString::fromUtf8(strategyWord(strategy).data()));
        QTEST(words.join(' '), "strategies");
    }

    /// No group is refused or left out where another strategy than the first has room for all.
    void automaticGrantsWhatAnyStrategyCan_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<Counts>("counts");
        QTest::addColumn<bool>("refusesStructured");
        QTest::addColumn<bool>("refusesByCount");
        for (const int version : test::triedDrivers) {
            const auto row = [&](const char* name, const Counts& counts, bool refusesStructured,
                                 bool refusesByCount) {
                QTest::addRow("%d.%d %s", version / 1000, version % 1000 / 10, name)
                    << version << counts << refusesStructured << refusesByCount;
            };
            row("more than clusters have room for", Counts(16, 8), true, true);
            row("the same, unequal", {64, 56, 8}, true, true);
            row("two halves", {66, 66}, true, true);
            row("all", {132}, true, false);
            row("as usual", {64, 32}, false, true);
        }
    }
    void automaticGrantsWhatAnyStrategyCan() {
        QFETCH(int, version);
        QFETCH(Counts, counts);
        QFETCH(bool, refusesStructured);
        QFETCH(bool, refusesByCount);
        const SmResource sm = simulatedH200(version).resources().sm();
        const auto grants = [&](Strategy strategy) {
            try {
                return countsOf(sm.split({.count = counts, .strategy = strategy})).size() ==
                       counts.size();
            } catch (const std::exception&) {
                return false;
            }
        };
        if (version >= 13010)
            QCOMPARE(grants(Strategy::structured), !refusesStructured);
        QCOMPARE(grants(Strategy::byCount), !refusesByCount);
        for (const auto dryRun : {DryRun::no, DryRun::yes}) {
            const SmSplit split = sm.split({.count = counts}, dryRun);
            QCOMPARE(countsOf(split), counts);
        }
    }

    void whereNoStrategyHasRoom_data() { test::addTriedDrivers(); }
    void whereNoStrategyHasRoom() {
        QFETCH(int, version);
        const SmResource sm = simulatedH200(version).resources().sm();
        // Some of the groups, as the driver makes them.
        QCOMPARE(countsOf(sm.split({.count = Counts(20, 8)})), Counts(15, 8));
        QVERIFY_EXCEPTION_THROWN(sm.split({.count = {104, 40}}), InputError);
        QVERIFY_EXCEPTION_THROWN(sm.split({.count = 140}), InputError);
        // And not where the driver failed.
        const test::FaultyTarget target = test::FaultyTarget::simulatedH200(version);
        const SmResource lost = Device(target.driver, 0).resources().sm();
        target.driver->failCall(1, abi::CUDA_ERROR_ILLEGAL_ADDRESS);
        QVERIFY_EXCEPTION_THROWN(lost.split({.count = {16, 16}}), CudaError);
    }

    void byCountMakesFewerGroupsWhereClustersMustFit_data() { test::addTriedDrivers(); }
    void byCountMakesFewerGroupsWhereClustersMustFit() {
        QFETCH(int, version);
        const SmSplit split = simulatedH200(version).resources().sm().split(
            {.count = Counts(16, 8), .strategy = Strategy::byCount});
        QCOMPARE(countsOf(split), Counts(15, 8));
        QCOMPARE(remainderOf(split), 12);
    }

    void unequalGroupsWorkOnEveryDriver_data() { test::addTriedDrivers(); }
    void unequalGroupsWorkOnEveryDriver() {
        QFETCH(int, version);
        const SmResource sm = simulatedH200(version).resources().sm();
        const SmSplit split = sm.split({.count = {64, 32, 16}});
        QCOMPARE(countsOf(split), (Counts{64, 32, 16}));
        QCOMPARE(remainderOf(split), 20);
        QCOMPARE(countsOf(sm.split({.count = {20, 40}})), (Counts{24, 40}));
    }

    void chosenUnitsAreTheGroups_data() { test::addTriedDrivers(); }
    void chosenUnitsAreTheGroups() {
        QFETCH(int, version);
        const Device device = simulatedH200(version);
        const SmSplitOptions options{
            .count = {0, 4}, .units = {{0, 5, 9}, {}}, .ignoreCoscheduling = true};
        const SmSplit split = device.resources().sm().split(options);
        // As recorded: units 0, 5 and 9 of 66 are these SMs.
        QCOMPARE(smIdsOf(device, split.groups[0]), (Counts{0, 1, 10, 11, 126, 127}));
        QCOMPARE(split.groups[0].handles().size(), 3U);
        QCOMPARE(split.groups[1].smCount(), 4U);
        const SmUnits units(device.resources().sm(), options);
        QCOMPARE(units.smCounts(), Counts(66, 2));
    }

    void twoGroupsThatOnlyBackfillCanPlace() {
        for (const int version : {13010, newestSimulatedDriver}) {
            const SmResource sm = simulatedH200(version).resources().sm();
            // All 132 SMs: the last ones share no GPC with seven others.
            SmSplitOptions options{.count = {64, 68}, .strategy = Strategy::structured};
            QVERIFY_EXCEPTION_THROWN(sm.split(options), CudaError);
            options.backfill = {false, true};
            const SmSplit split = sm.split(options);
            QCOMPARE(countsOf(split), (Counts{64, 68}));
            QVERIFY(!split.remainder);
        }
    }

    void structuredCountsAreCheckedAndNotRounded() {
        const SmResource sm = simulatedH200(13010).resources().sm();
        try {
            (void)sm.split({.count = 20, .strategy = Strategy::structured});
            QFAIL("20 is no multiple of 8");
        } catch (const CudaError& error) {
            QCOMPARE(error.result(), abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
            QVERIFY(error.hint().find("never rounds") != std::string::npos);
        }
    }

    void olderDriversRefuseStructuredOptions_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<SmSplitOptions>("options");
        for (const int version : test::triedDrivers) {
            if (version >= 13010)
                continue;
            const auto row = [&](const char* name, SmSplitOptions options) {
                QTest::addRow("%d.%d %s", version / 1000, version % 1000 / 10, name)
                    << version << std::move(options);
            };
            row("strategy", {.count = 8, .strategy = Strategy::structured});
            row("co-scheduled size", {.count = 8, .coscheduledSmCount = 2});
            row("preferred size", {.count = 8, .preferredCoscheduledSmCount = 16});
            row("backfill", {.count = 20, .backfill = true});
        }
    }
    void olderDriversRefuseStructuredOptions() {
        QFETCH(int, version);
        QFETCH(SmSplitOptions, options);
        const SmResource sm = simulatedH200(version).resources().sm();
        for (const auto dryRun : {DryRun::no, DryRun::yes})
            try {
                (void)sm.split(options, dryRun);
                QFAIL("nothing was refused");
            } catch (const UnsupportedError& error) {
                QCOMPARE(error.needs(), std::string("driver 13.1"));
                QVERIFY(std::string(error.what())
                            .starts_with("structured splits need driver 13.1, this one is 1"));
            }
    }

    void localityDomainsNeed13_4() {
        for (const int version : {13010, 13030})
            try {
                (void)simulatedH200(version).resources().sm().split({.localityDomain = 0});
                QFAIL("nothing was refused");
            } catch (const UnsupportedError& error) {
                QVERIFY(std::string(error.what())
                            .starts_with("locality domains need driver 13.4, this one is 13."));
            }
    }

    void optionsThatAStrategyHasNotAreRefused_data() {
        QTest::addColumn<SmSplitOptions>("options");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* name, SmSplitOptions options, const char* field) {
            QTest::newRow(name) << std::move(options) << field;
        };
        row("unequal by count", {.count = {16, 16, 8}, .strategy = Strategy::byCount}, "count[2]");
        row("units by count", {.units = {{}, {0}}, .strategy = Strategy::byCount}, "units[1]");
        row("units, structured", {.units = {{0}}, .strategy = Strategy::structured}, "units");
        row("largest clusters, structured",
            {.count = 8, .strategy = Strategy::structured, .maxCluster = true}, "max_cluster");
        for (const auto strategy : {Strategy::byCount, Strategy::combined}) {
            const std::string word(strategyWord(strategy));
            row(("size, " + word).c_str(), {.coscheduledSmCount = 2, .strategy = strategy},
                "coscheduled_sm_count");
            row(("preferred size, " + word).c_str(),
                {.preferredCoscheduledSmCount = 2, .strategy = strategy},
                "preferred_coscheduled_sm_count");
            row(("backfill, " + word).c_str(), {.backfill = true, .strategy = strategy},
                "backfill");
            row(("domain, " + word).c_str(), {.localityDomain = 0, .strategy = strategy},
                "locality_domain");
        }
    }
    void optionsThatAStrategyHasNotAreRefused() {
        QFETCH(SmSplitOptions, options);
        QFETCH(QString, field);
        try {
            (void)simulatedH200(13010).resources().sm().split(options);
            QFAIL("nothing was refused");
        } catch (const InputError& error) {
            QCOMPARE(QString::fromStdString(error.field()), field);
        }
    }

    void combinedGroupsThatDoNotFitAreRefused_data() { test::addTriedDrivers(); }
    void combinedGroupsThatDoNotFitAreRefused() {
        QFETCH(int, version);
        const SmResource sm = simulatedH200(version).resources().sm();
        const auto sentenceFor = [&](const SmSplitOptions& options) {
            try {
                (void)sm.split(options);
                return std::string("nothing was refused");
            } catch (const InputError& error) {
                return std::string(error.what());
            }
        };
        QCOMPARE(
            sentenceFor({.count = {100, 50}, .strategy = Strategy::combined}),
            std::string("count is 150 SMs in all, rounded up to whole units of 2; allowed: at most "
                        "the 132 SMs of 66 units"));
        QCOMPARE(
            sentenceFor({.units = {{0}, {15}}}),
            std::string("units[1] is 15; allowed: 0 to 14: there are 15 units of 8 SMs"));
    }

    void aSplitsResultIsSplitOnlyThroughAContext_data() { addOptionsOfEachDriver(); }
    void aSplitsResultIsSplitOnlyThroughAContext() {
        QFETCH(int, version);
        QFETCH(SmSplitOptions, options);
        const Device device = simulatedH200(version);
        const SmSplit split = device.resources().sm().split(options);
        const SmSplit dry = device.resources().sm().split(options, DryRun::yes);
        std::vector<SmResource> parts{split.groups[0], dry.groups[0]};
        if (split.remainder)
            parts.push_back(*split.remainder);
        for (const SmResource& part : parts) {
            try {
                (void)part.split({.count = 2, .ignoreCoscheduling = true});
                QFAIL("a result was split");
            } catch (const InputError& error) {
                QVERIFY(
                    std::string(error.what())
                        .find("a split's result can be split again only through a context made of "
                              "it") != std::string::npos);
            }
            if (part.isDryRun())
                continue;
            const auto context = device.createContext({part});
            const SmSplit again =
                context->resources().sm().split({.count = 2, .ignoreCoscheduling = true});
            QCOMPARE(again.groups.at(0).smCount(), 2U);
            QCOMPARE(remainderOf(again), static_cast<int>(part.smCount()) - 2);
        }
    }

    /// As recorded: 64, then of the remainder's context 32, of that one's 16.
    void remaindersAreSplitAgainAndAgain_data() { test::addTriedDrivers(); }
    void remaindersAreSplitAgainAndAgain() {
        QFETCH(int, version);
        const Device device = simulatedH200(version);
        std::vector<std::shared_ptr<Context>> contexts;
        std::set<int> all;
        SmResource left = device.resources().sm();
        for (const int count : {64, 32, 16}) {
            const SmSplit split = left.split({.count = count, .strategy = Strategy::byCount});
            QCOMPARE(countsOf(split), Counts{count});
            const std::vector<int> ids = smIdsOf(device, split.groups[0]);
            for (const int id : ids)
                QVERIFY(all.insert(id).second);
            contexts.push_back(device.createContext({*split.remainder}));
            left = contexts.back()->resources().sm();
        }
        QCOMPARE(left.smCount(), 20U);
    }

    void anOlderDriverThan12_4SplitsNothing() {
        const Device newer = simulatedH200(12040);
        QVERIFY_EXCEPTION_THROWN(simulatedH200(12030).resources().sm(), UnsupportedError);
        QCOMPARE(newer.resources().sm().split({.count = 8}).groups.size(), 1U);
    }
};

QTEST_GUILESS_MAIN(TestSmSplit)
#include "tst_sm_split.moc"
