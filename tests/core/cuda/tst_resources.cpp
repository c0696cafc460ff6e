// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/device.h"
#include "core/cuda/errors.h"
#include "core/model/input_error.h"
#include "tests/support/fake_driver.h"

#include <QTest>

using namespace parterre;
using parterre::test::FakeDriver;

namespace {

Device deviceOf(int version = 13000) {
    return {std::make_shared<FakeDriver>(version), 0};
}

} // namespace

class TestResources : public QObject {
    Q_OBJECT

private slots:
    void describesTheDevice() {
        const Device device = deviceOf();
        QCOMPARE(Device::count(device.driver()), 1);
        QCOMPARE(device.uuid(), std::string("GPU-f0f1f2f3-f4f5-f6f7-f8f9-fafbfcfdfeff"));
        QCOMPARE(device.pciAddress(), std::string("0000:1b:00.0"));
        const DeviceDescription description = device.describe();
        QCOMPARE(description.id, std::string("gpu:0"));
        QCOMPARE(description.name, std::string("Fake GPU"));
        QCOMPARE(description.smCount, 32);
        QCOMPARE(description.driverVersion, 13000);
        QCOMPARE(description.smResource->smCount, 32);
        QCOMPARE(description.smResource->minPartitionSize, 8);
        QVERIFY(!description.workqueue);
        QVERIFY(!description.simulated);
    }

    void anOrdinalOutOfRangeIsRefused() {
        QVERIFY_EXCEPTION_THROWN(Device(std::make_shared<FakeDriver>(), 1), CudaError);
    }

    void capabilitiesFollowTheDriver_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<QString>("available");
        QTest::newRow("12.3") << 12030 << "";
        QTest::newRow("12.4") << 12040 << "green_contexts";
        QTest::newRow("12.5") << 12050 << "green_contexts green_context_streams";
        QTest::newRow("13.0") << 13000 << "green_contexts green_context_streams green_context_ids";
        QTest::newRow("13.1") << 13010
                              << "green_contexts green_context_streams green_context_ids "
                                 "structured_split stream_resources workqueues";
        QTest::newRow("13.4") << 13040
                              << "green_contexts green_context_streams green_context_ids "
                                 "structured_split stream_resources workqueues locality_domains";
    }
    void capabilitiesFollowTheDriver() {
        QFETCH(int, version);
        const DeviceDescription description = deviceOf(version).describe();
        QStringList available;
        for (const Capability& capability : description.capabilities) {
            if (capability.available)
                available << QString::fromStdString(capability.id);
            QCOMPARE(capability.sentence.empty(), capability.available);
        }
        QTEST(available.join(' '), "available");
        QCOMPARE(description.smResource.has_value(), version >= 12040);
        QCOMPARE(description.workqueue.has_value(), version >= 13010);
    }

    void splitsByCount() {
        const SmResource sm = deviceOf().resources().sm();
        const SmSplit split = sm.split({.count = {9, 9}});
        QCOMPARE(split.strategy, Strategy::byCount);
        QCOMPARE(split.groups.size(), 2U);
        QCOMPARE(split.groups[0].smCount(), 16U);
        QVERIFY(!split.remainder);
        // The fields are 0 in a result: the parent's step in.
        QCOMPARE(split.groups[0].raw().sm.minSmPartitionSize, 0U);
        QCOMPARE(split.groups[0].minPartitionSize(), 8U);
        QCOMPARE(split.groups[0].coscheduledAlignment(), 8U);

        const SmSplit one = sm.split({.count = 8});
        QCOMPARE(one.groups.size(), 1U);
        QCOMPARE(one.remainder->smCount(), 24U);
        QVERIFY_EXCEPTION_THROWN(sm.split({.count = 33}), InputError);
    }

    void takesTheArchitecturesGranularityBefore13() {
        const SmResource sm = deviceOf(12040).resources().sm();
        QCOMPARE(sm.raw().sm.minSmPartitionSize, 0U);
        QCOMPARE(sm.minPartitionSize(), 8U);
        QCOMPARE(sm.coscheduledAlignment(), 8U);
    }

    void splitsStructured() {
        const SmResource sm = deviceOf(13010).resources().sm();
        const SmSplit split = sm.split({.count = {8, 16}});
        QCOMPARE(split.strategy, Strategy::structured);
        QCOMPARE(split.groups.size(), 2U);
        QCOMPARE(split.groups[1].smCount(), 16U);
        QCOMPARE(split.remainder->smCount(), 8U);

        const SmSplit dry = sm.split({.count = {8, 0}}, DryRun::yes);
        QVERIFY(!dry.remainder);
        QCOMPARE(dry.groups[1].smCount(), 24U);

        const SmSplitOptions notAligned{.count = 20, .strategy = Strategy::structured};
        QVERIFY_EXCEPTION_THROWN(sm.split(notAligned), CudaError); // checked, not rounded
        QVERIFY_EXCEPTION_THROWN(
            deviceOf(13000).resources().sm().split(notAligned), UnsupportedError);
    }

    void asksForLocalityDomains() {
        const SmResource sm = deviceOf(13040).resources().sm();
        QVERIFY(!sm.localityDomain());
        const SmSplit split =
            sm.split({.count = {8, 8}, .backfill = {false, true}, .localityDomain = {0, 3}});
        QCOMPARE(split.strategy, Strategy::structured);
        QCOMPARE(split.groups[0].localityDomain().value_or(99), 0U);
        QCOMPARE(split.groups[1].localityDomain().value_or(99), 3U);
        QCOMPARE(split.groups[0].flags(), abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID);
        QCOMPARE(
            split.groups[1].flags(), abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID |
                                         abi::CU_DEV_SM_RESOURCE_GROUP_BACKFILL);
        QVERIFY(split.call.find("localityDomainId = 3, backfill") != std::string::npos);
        const SmSplit anywhere =
            sm.split({.count = 8, .localityDomain = anyLocalityDomain, .supplementalSms = true});
        QCOMPARE(
            anywhere.groups[0].localityDomain().value_or(99),
            abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY);
        QCOMPARE(
            anywhere.groups[0].flags(),
            abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID |
                abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS);
        QVERIFY(
            anywhere.call.find("localityDomainId = any, supplemental SMs") != std::string::npos);
        // A group that asks for none gets no such flag, and the words stay zero.
        QVERIFY(!sm.split({.count = 8}).groups[0].localityDomain());
    }

    void configuresWorkqueues() {
        const Device device = deviceOf(13010);
        WorkqueueResource workqueue = device.resources().workqueue();
        QCOMPARE(workqueue.concurrencyLimit(), 4);
        QCOMPARE(workqueue.sharingScope(), WorkqueueScope::deviceContext);
        workqueue.configure({});
        QCOMPARE(workqueue.concurrencyLimit(), 4);
        workqueue.configure({WorkqueueScope::greenContextBalanced, 7});
        QCOMPARE(workqueue.concurrencyLimit(), 7);
        QCOMPARE(workqueue.sharingScope(), WorkqueueScope::greenContextBalanced);
        QVERIFY_EXCEPTION_THROWN(workqueue.configure({.concurrencyLimit = 0}), InputError);
        QVERIFY_EXCEPTION_THROWN(deviceOf(13000).resources().workqueue(), UnsupportedError);

        const auto context =
            device.createContext(device.resources().sm().split({.count = 8}).groups, workqueue);
        QCOMPARE(context->resources().sm().smCount(), 8U);
    }

    void oldDriversHaveNoGreenContexts() {
        QVERIFY_EXCEPTION_THROWN(deviceOf(12030).resources().sm(), UnsupportedError);
        const auto resources = deviceOf(12040).resources().sm().split({.count = 8}).groups;
        QVERIFY_EXCEPTION_THROWN(deviceOf(12030).createContext(resources), UnsupportedError);
    }

    void aContextNeedsResources() {
        QVERIFY_EXCEPTION_THROWN(deviceOf().createContext({}), InputError);
    }
};

QTEST_GUILESS_MAIN(TestResources)
#include "tst_resources.moc"
