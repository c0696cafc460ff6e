// SPDX-License-Identifier: Apache-2.0
// Structured splits of a simulated GPU: where their groups lie. The rules are documented, not
// recorded: see docs/simulator.md.
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/cuda/stream.h"
#include "core/probe/placement_probe.h"
#include "core/simulator/simulated_driver.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <set>

using namespace parterre;

namespace {

/// The recorded H200 (GPCs of 8, 16, 16, 16, 16, 16, 18, 18 and four of 2 SMs) with two domains:
/// 40 SMs, and 66, 26 of them supplemental. 26 SMs lie in neither.
DeviceProfile profileOfTwoDomains() {
    DeviceProfile profile = DeviceProfile::load("h200");
    profile.localityDomains = {{0, 1, 2}, {3, 4, 5, 6}};
    return profile;
}

Device gpu(const DeviceProfile& profile, int version = 13040) {
    SimulationOptions options;
    options.driverVersion = version;
    options.clock = std::make_shared<VirtualClock>();
    return {std::make_shared<SimulatedDriver>(profile, options), 0};
}

SmSplit split(const Device& device, SmSplitOptions options, DryRun dryRun = DryRun::no) {
    options.strategy = Strategy::structured;
    return device.resources().sm().split(options, dryRun);
}

std::vector<int> smsOf(const Device& device, const std::vector<SmResource>& resources) {
    const auto context = device.createContext(resources);
    const auto stream = context->createStream();
    return observeSmIds(*context, *stream);
}

/// Of each of the profile's GPCs.
std::vector<int> countsByGpc(const DeviceProfile& profile, const std::vector<int>& sms) {
    std::vector<int> counts;
    for (const auto& gpc : profile.gpcs) {
        int& count = counts.emplace_back();
        for (const auto& tpc : gpc)
            for (const int sm : tpc)
                count += std::binary_search(sms.begin(), sms.end(), sm) ? 1 : 0;
    }
    return counts;
}

/// SMs in domain 0, in domain 1, and in none.
using Spread = std::array<int, 3>;

Spread spreadOf(const DeviceProfile& profile, const std::vector<int>& sms) {
    const std::vector<int> counts = countsByGpc(profile, sms);
    Spread spread{};
    for (std::size_t gpc = 0; gpc < counts.size(); ++gpc)
        spread[gpc < 3 ? 0 : gpc < 7 ? 1 : 2] += counts[gpc];
    return spread;
}

} // namespace

Q_DECLARE_METATYPE(Spread)

class TestStructuredSplit : public QObject {
    Q_OBJECT
private slots:
    void tellsTheDomains() {
        const LocalityDomains domains = gpu(profileOfTwoDomains()).localityDomains();
        QCOMPARE(domains.count, 2);
        QCOMPARE(domains.smCount, 40);
        const LocalityDomains one = gpu(DeviceProfile::load("h200")).localityDomains();
        QCOMPARE(one.count, 1);
        QCOMPARE(one.smCount, 132);
        QVERIFY_EXCEPTION_THROWN(
            (void)gpu(profileOfTwoDomains(), 13030).localityDomains(), UnsupportedError);
    }

    void groupsLieInTheirDomain_data() {
        QTest::addColumn<SmSplitOptions>("options");
        QTest::addColumn<Spread>("spread");
        const auto row = [](const char* name, SmSplitOptions options, Spread spread) {
            QTest::newRow(name) << std::move(options) << spread;
        };
        row("16 of domain 0", {.count = 16, .localityDomain = 0}, {16, 0, 0});
        row("16 of domain 1", {.count = 16, .localityDomain = 1}, {0, 16, 0});
        row("as many as domain 0 has", {.localityDomain = 0}, {40, 0, 0});
        row("as many as every domain has", {.localityDomain = 1}, {0, 40, 0});
        // In eights: two of the 66 are left over.
        row("with supplemental ones", {.localityDomain = 1, .supplementalSms = true}, {0, 64, 0});
        row("in twos", {.coscheduledSmCount = 2, .localityDomain = 1, .supplementalSms = true},
            {0, 66, 0});
        row("any", {.localityDomain = anyLocalityDomain}, {40, 40, 0});
        row("any, with supplemental ones",
            {.localityDomain = anyLocalityDomain, .supplementalSms = true}, {40, 64, 0});
        row("backfill that needs none", {.count = 16, .backfill = true, .localityDomain = 0},
            {16, 0, 0});
        row("backfill from no domain", {.count = 50, .backfill = true, .localityDomain = 0},
            {40, 0, 10});
        row("backfill from the other", {.count = 100, .backfill = true, .localityDomain = 0},
            {40, 34, 26});
        row("backfill, supplemental ones first",
            {.count = 70, .backfill = true, .localityDomain = 1, .supplementalSms = true},
            {0, 66, 4});
        row("all there is", {.backfill = true, .localityDomain = 0}, {40, 66, 26});
    }
    void groupsLieInTheirDomain() {
        QFETCH(SmSplitOptions, options);
        QFETCH(Spread, spread);
        const DeviceProfile profile = profileOfTwoDomains();
        const Device device = gpu(profile);
        const SmSplit dry = split(device, options, DryRun::yes);
        const SmSplit made = split(device, options);
        const std::vector<int> sms = smsOf(device, {made.groups.front()});
        QCOMPARE(spreadOf(profile, sms), spread);
        QCOMPARE(dry.groups.front().smCount(), static_cast<unsigned>(sms.size()));
        QCOMPARE(made.groups.front().smCount(), static_cast<unsigned>(sms.size()));
        QCOMPARE(
            made.remainder ? made.remainder->smCount() : 0U,
            static_cast<unsigned>(132 - sms.size()));
    }

    void whatNoDomainHasIsRefused_data() {
        QTest::addColumn<SmSplitOptions>("options");
        QTest::newRow("more than it has") << SmSplitOptions{.count = 48, .localityDomain = 0};
        QTest::newRow("supplemental ones unasked")
            << SmSplitOptions{.count = 48, .localityDomain = 1};
        QTest::newRow("no such domain") << SmSplitOptions{.count = 8, .localityDomain = 2};
        QTest::newRow("no such domain, backfill")
            << SmSplitOptions{.count = 8, .backfill = true, .localityDomain = 2};
        QTest::newRow("taken by the group before")
            << SmSplitOptions{.count = {40, 8}, .localityDomain = 0};
        QTest::newRow("nothing left to backfill")
            << SmSplitOptions{.count = {40, 8}, .backfill = true, .localityDomain = 0};
    }
    void whatNoDomainHasIsRefused() {
        QFETCH(SmSplitOptions, options);
        const Device device = gpu(profileOfTwoDomains());
        for (const DryRun dryRun : {DryRun::yes, DryRun::no})
            try {
                (void)split(device, options, dryRun);
                QFAIL("nothing was refused");
            } catch (const CudaError& error) {
                QCOMPARE(error.result(), abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
            }
    }

    void whatWasAskedForIsReported() {
        const Device device = gpu(profileOfTwoDomains());
        const SmSplit made = split(device, {.count = {8, 8, 8}, .localityDomain = {1, 1, 0}});
        const auto domainOf = [&](const std::vector<SmResource>& resources) {
            return device.createContext(resources)->resources().sm().localityDomain();
        };
        QCOMPARE(made.groups[0].localityDomain(), std::optional(1U));
        QCOMPARE(made.groups[2].localityDomain(), std::optional(0U));
        QVERIFY(!made.remainder->localityDomain());
        QCOMPARE(domainOf({made.groups[0]}), std::optional(1U));
        QCOMPARE(domainOf({made.groups[0], made.groups[1]}), std::optional(1U));
        QVERIFY(!domainOf({made.groups[0], made.groups[2]}));
        const SmSplit any = split(device, {.count = 8, .localityDomain = anyLocalityDomain});
        QCOMPARE(
            domainOf({any.groups[0]}),
            std::optional(abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY));
    }

    void aModifierOfNothingIsRefused() {
        const Device device = gpu(profileOfTwoDomains());
        abi::CUdevResource all = device.resources().sm().raw();
        abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS group{};
        group.smCount = 8;
        group.flags = abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS;
        QCOMPARE(
            device.driver()->cuDevSmResourceSplit(nullptr, 1, &all, nullptr, 0, &group),
            abi::CUDA_ERROR_INVALID_VALUE);
    }

    void piecesAreMergedToThePreferredSize_data() {
        QTest::addColumn<SmSplitOptions>("options");
        QTest::addColumn<int>("gpcs");
        QTest::newRow("eights") << SmSplitOptions{.count = 32} << 4;
        QTest::newRow("the same, said")
            << SmSplitOptions{.count = 32, .preferredCoscheduledSmCount = 8} << 4;
        QTest::newRow("sixteens") << SmSplitOptions{.count = 32, .preferredCoscheduledSmCount = 16}
                                  << 2;
        QTest::newRow("sixteens of twos")
            << SmSplitOptions{.count = 32, .coscheduledSmCount = 2, .preferredCoscheduledSmCount = 16}
            << 2;
        // One of 16 and, since a hint costs nothing, one of 8.
        QTest::newRow("24") << SmSplitOptions{.count = 24, .preferredCoscheduledSmCount = 16} << 2;
        QTest::newRow("larger than a GPC")
            << SmSplitOptions{.count = 32, .preferredCoscheduledSmCount = 32} << 4;
    }
    void piecesAreMergedToThePreferredSize() {
        QFETCH(SmSplitOptions, options);
        QFETCH(int, gpcs);
        const DeviceProfile profile = DeviceProfile::load("h200");
        const Device device = gpu(profile, 13010);
        const std::vector<int> sms = smsOf(device, {split(device, options).groups.front()});
        QCOMPARE(static_cast<int>(sms.size()), options.count.valueFor(0, 0));
        const std::vector<int> counts = countsByGpc(profile, sms);
        QCOMPARE(
            static_cast<int>(std::count_if(counts.begin(), counts.end(), [](int n) { return n; })),
            gpcs);
    }
    void aPreferenceLosesNoSms() {
        const Device device = gpu(DeviceProfile::load("h200"), 13010);
        for (const int preferred : {0, 8, 16, 24, 32, 64})
            QCOMPARE(
                split(device, {.preferredCoscheduledSmCount = preferred}).groups[0].smCount(),
                120U);
    }
};

QTEST_APPLESS_MAIN(TestStructuredSplit)
#include "tst_structured_split.moc"
