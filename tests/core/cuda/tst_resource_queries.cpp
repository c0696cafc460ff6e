// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/cuda/stream.h"
#include "core/driver/tracing_driver.h"
#include "core/model/input_error.h"
#include "tests/core/cuda/driver_versions.h"

#include <QTest>

#include <type_traits>

using namespace parterre;
using test::simulatedH200;

namespace {

template <typename Resource>
concept CanBeAContext = requires(const Device& device, const std::vector<Resource>& resources) {
    device.createContext(resources);
};

std::shared_ptr<Context> contextOf(const Device& device, int smCount) {
    return device.createContext(device.resources().sm().split({.count = smCount}).groups);
}

} // namespace

/// Device::resources(), Context::resources() and Stream::resources(), on each driver.
class TestResourceQueries : public QObject {
    Q_OBJECT

private slots:
    void smResourcesCannotBeBuiltByHand() {
        QVERIFY(!std::is_default_constructible_v<SmResource>);
        const bool constructible = std::is_constructible_v<SmResource, abi::CUdevResource>;
        QVERIFY(!constructible);
    }

    void aContextIsMadeOfSmResourcesOnly_data() { test::addTriedDrivers(); }
    void aContextIsMadeOfSmResourcesOnly() {
        QVERIFY(CanBeAContext<SmResource>);
        QVERIFY(!CanBeAContext<WorkqueueResource>);
        QVERIFY(!CanBeAContext<int>);
        QFETCH(int, version);
        try {
            (void)simulatedH200(version).createContext({});
            QFAIL("a context of nothing");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("resources"));
        }
    }

    void aDevicesSmsAreTold_data() { test::addTriedDrivers(); }
    void aDevicesSmsAreTold() {
        QFETCH(int, version);
        const Device device = simulatedH200(version);
        const SmResource sm = device.resources().sm();
        QCOMPARE(sm.smCount(), 132U);
        // Published for drivers that don't report them.
        QCOMPARE(sm.raw().sm.minSmPartitionSize, version >= 13000 ? 8U : 0U);
        QCOMPARE(sm.minPartitionSize(), 8U);
        QCOMPARE(sm.coscheduledAlignment(), 8U);
        QCOMPARE(sm.flags(), 0U);
        QVERIFY(!sm.localityDomain());
        QVERIFY(!sm.isDryRun());
        QCOMPARE(sm.handles().size(), 1U);
        QCOMPARE(sm.raw().type, abi::CU_DEV_RESOURCE_TYPE_SM);
        QCOMPARE(sm.deviceHandle(), device.handle());
        QCOMPARE(sm.describe(), (SmResourceDescription{132, 8, 8, 0}));
    }

    void architecturesHaveTheirPublishedGranularity_data() {
        QTest::addColumn<int>("major");
        QTest::addColumn<unsigned>("minimum");
        QTest::addColumn<unsigned>("alignment");
        QTest::addColumn<unsigned>("smallest");
        QTest::newRow("6.x") << 6 << 2U << 2U << 2U;
        QTest::newRow("7.x") << 7 << 2U << 2U << 2U;
        QTest::newRow("8.x") << 8 << 4U << 2U << 2U;
        QTest::newRow("9.x") << 9 << 8U << 8U << 2U;
        QTest::newRow("10.x") << 10 << 8U << 8U << 2U;
        QTest::newRow("12.x") << 12 << 8U << 8U << 2U;
    }
    void architecturesHaveTheirPublishedGranularity() {
        QFETCH(int, major);
        const SmGranularity granularity = publishedGranularity(major);
        QTEST(granularity.minimum, "minimum");
        QTEST(granularity.alignment, "alignment");
        QTEST(granularity.withoutCoscheduling().minimum, "smallest");
        QTEST(granularity.withoutCoscheduling().alignment, "smallest");
    }

    void eachObjectIsAskedItself_data() { test::addTriedDrivers(); }
    void eachObjectIsAskedItself() {
        QFETCH(int, version);
        std::vector<std::string> asked;
        const auto traced = std::make_shared<TracingDriver>(
            simulatedH200(version).driver(), 16, [&](const TracedCall& call) {
                if (std::string(symbolOf(call.function)).ends_with("GetDevResource"))
                    asked.emplace_back(symbolOf(call.function));
            });
        const Device device(traced, 0);
        const auto context = contextOf(device, 32);
        const auto primary = device.primaryContext();
        const auto stream = context->createStream();
        const auto askedBy = [&](const DeviceResources& resources) {
            asked.clear();
            const unsigned count = resources.sm().smCount();
            return asked.size() == 1 ? asked[0] + ' ' + std::to_string(count) : "several calls";
        };
        QCOMPARE(askedBy(device.resources()), std::string("cuDeviceGetDevResource 132"));
        QCOMPARE(askedBy(primary->resources()), std::string("cuCtxGetDevResource 132"));
        QCOMPARE(askedBy(context->resources()), std::string("cuGreenCtxGetDevResource 32"));
        if (version >= 13010)
            QCOMPARE(askedBy(stream->resources()), std::string("cuStreamGetDevResource 32"));
    }

    void aGreenContextHasNoMoreSmsThanItsDevice_data() { test::addTriedDrivers(); }
    void aGreenContextHasNoMoreSmsThanItsDevice() {
        QFETCH(int, version);
        const Device device = simulatedH200(version);
        const auto context = contextOf(device, 16);
        QCOMPARE(context->resources().sm().smCount(), 16U);
        QVERIFY(context->resources().sm().smCount() <= device.resources().sm().smCount());
        QCOMPARE(device.primaryContext()->resources().sm().smCount(), 132U);
    }

    void twoContextsOfOneSplitFitIntoTheDevice_data() { test::addTriedDrivers(); }
    void twoContextsOfOneSplitFitIntoTheDevice() {
        QFETCH(int, version);
        const Device device = simulatedH200(version);
        const SmSplit split = device.resources().sm().split({.count = {32, 16}});
        const auto first = device.createContext({split.groups.at(0)});
        const auto second = device.createContext({split.groups.at(1)});
        const unsigned sum = first->resources().sm().smCount() + second->resources().sm().smCount();
        QCOMPARE(sum, 48U);
        QVERIFY(sum <= device.resources().sm().smCount());
    }

    void aStreamsResourcesAreItsContexts_data() { test::addTriedDrivers(); }
    void aStreamsResourcesAreItsContexts() {
        QFETCH(int, version);
        const auto context = contextOf(simulatedH200(version), 24);
        const auto stream = context->createStream();
        if (version < 13010) {
            try {
                (void)stream->resources();
                QFAIL("the driver can't tell");
            } catch (const UnsupportedError& error) {
                QCOMPARE(error.needs(), std::string("driver 13.1"));
                const std::string sentence = error.what();
                QVERIFY(sentence.find("its context's") != std::string::npos);
                QVERIFY(sentence.find("need driver 13.1, this one is 1") != std::string::npos);
            }
            QCOMPARE(stream->context()->resources().sm().smCount(), 24U);
            return;
        }
        QCOMPARE(stream->resources().sm().describe(), context->resources().sm().describe());
        QCOMPARE(
            stream->resources().workqueue().describe(),
            context->resources().workqueue().describe());
    }

    void resourcesKeepWhatTheyAskAlive() {
        auto context = contextOf(simulatedH200(13010), 24);
        auto stream = context->createStream();
        const DeviceResources ofContext = context->resources();
        const DeviceResources ofStream = stream->resources();
        stream.reset();
        context.reset();
        QCOMPARE(ofContext.sm().smCount(), 24U);
        QCOMPARE(ofStream.sm().smCount(), 24U);
    }

    void versionsAreNamedInSentences_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<QString>("capability");
        QTest::addColumn<QString>("sentence");
        const auto row = [](int version, const char* capability, const char* sentence) {
            QTest::addRow("%s at %d", capability, version) << version << capability << sentence;
        };
        row(12030, "green_contexts", "green contexts need driver 12.4, this one is 12.3");
        row(12040, "green_contexts", "");
        row(12040, "green_context_streams",
            "streams made for a green context need driver 12.5, this one is 12.4");
        row(12050, "green_context_streams", "");
        row(13000, "green_context_ids", "");
        row(13000, "structured_split", "structured splits need driver 13.1, this one is 13.0");
        row(13010, "structured_split", "");
        row(13000, "stream_resources", "resources of streams need driver 13.1, this one is 13.0");
        row(13000, "workqueues", "work queues need driver 13.1, this one is 13.0");
        row(13010, "workqueues", "");
        row(13030, "locality_domains", "locality domains need driver 13.4, this one is 13.3");
        row(13040, "locality_domains", "");
    }
    void versionsAreNamedInSentences() {
        QFETCH(int, version);
        QFETCH(QString, capability);
        const DeviceDescription description = simulatedH200(version).describe();
        for (const Capability& known : description.capabilities)
            if (QString::fromStdString(known.id) == capability) {
                QTEST(QString::fromStdString(known.sentence), "sentence");
                QCOMPARE(known.available, known.sentence.empty());
                return;
            }
        QFAIL("no such capability");
    }

    void beforeGreenContextsThereIsNothingToAsk() {
        try {
            (void)simulatedH200(12030).resources().sm();
            QFAIL("12.3 has no green contexts");
        } catch (const UnsupportedError& error) {
            QCOMPARE(
                std::string(error.what()),
                std::string("green contexts need driver 12.4, this one is 12.3"));
        }
    }
};

QTEST_GUILESS_MAIN(TestResourceQueries)
#include "tst_resource_queries.moc"
