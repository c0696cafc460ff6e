// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"
#include "tests/core/cuda/driver_versions.h"

#include <QTest>

#include <type_traits>

using namespace parterre;
using test::simulatedH200;

namespace {

void addDriversWithWorkqueues() {
    QTest::addColumn<int>("version");
    QTest::newRow("13.1") << 13010;
    QTest::newRow("newest") << newestSimulatedDriver;
}

void addDriversWithout() {
    QTest::addColumn<int>("version");
    for (const int version : test::triedDrivers)
        if (version < 13010)
            QTest::addRow("%d.%d", version / 1000, version % 1000 / 10) << version;
}

} // namespace

Q_DECLARE_METATYPE(std::optional<WorkqueueScope>)
Q_DECLARE_METATYPE(std::optional<int>)

class TestWorkqueueResource : public QObject {
    Q_OBJECT

private slots:
    void cannotBeBuiltByHand() {
        QVERIFY(!std::is_default_constructible_v<WorkqueueResource>);
        const bool constructible = std::is_constructible_v<WorkqueueResource, abi::CUdevResource>;
        QVERIFY(!constructible);
    }

    void aQueryTellsScopeLimitAndDevice_data() { addDriversWithWorkqueues(); }
    void aQueryTellsScopeLimitAndDevice() {
        QFETCH(int, version);
        const Device device = simulatedH200(version);
        const WorkqueueResource workqueue = device.resources().workqueue();
        QCOMPARE(workqueue.sharingScope(), WorkqueueScope::deviceContext);
        QVERIFY(workqueue.concurrencyLimit() >= 1);
        QCOMPARE(workqueue.deviceHandle(), device.handle());
        QCOMPARE(workqueue.raw().type, abi::CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG);
        const WorkqueueDescription description = workqueue.describe();
        QCOMPARE(description.concurrencyLimit, workqueue.concurrencyLimit());
        QCOMPARE(description.sharingScope, workqueue.sharingScope());
    }

    void eachOfTwoGpusHasItsOwn() {
        for (const int ordinal : {0, 1}) {
            const Device device = simulatedH200(newestSimulatedDriver, ordinal, 2);
            QCOMPARE(device.resources().workqueue().deviceHandle(), device.handle());
            QCOMPARE(device.handle(), ordinal);
        }
    }

    void configuringNothingChangesNothing() {
        WorkqueueResource workqueue = simulatedH200(13010).resources().workqueue();
        const WorkqueueDescription before = workqueue.describe();
        workqueue.configure({});
        QCOMPARE(workqueue.describe(), before);
    }

    void whatIsConfiguredIsReadBack_data() {
        QTest::addColumn<std::optional<WorkqueueScope>>("scope");
        QTest::addColumn<std::optional<int>>("limit");
        const auto row = [](const char* name, std::optional<WorkqueueScope> scope,
                            std::optional<int> limit) { QTest::newRow(name) << scope << limit; };
        row("device scope", WorkqueueScope::deviceContext, {});
        row("balanced scope", WorkqueueScope::greenContextBalanced, {});
        row("limit", {}, 3);
        row("the least limit", {}, 1);
        row("more than the device has", {}, 1000);
        row("scope and limit", WorkqueueScope::greenContextBalanced, 5);
    }
    void whatIsConfiguredIsReadBack() {
        QFETCH(std::optional<WorkqueueScope>, scope);
        QFETCH(std::optional<int>, limit);
        const Device device = simulatedH200(13010);
        WorkqueueResource workqueue = device.resources().workqueue();
        const WorkqueueDescription before = workqueue.describe();
        workqueue.configure({scope, limit});
        const WorkqueueDescription expected{
            limit.value_or(before.concurrencyLimit), scope.value_or(before.sharingScope)};
        QCOMPARE(workqueue.describe(), expected);
        // A value: what the device itself has is as it was.
        QCOMPARE(device.resources().workqueue().describe(), before);

        const auto context =
            device.createContext(device.resources().sm().split({.count = 16}).groups, workqueue);
        QCOMPARE(context->resources().workqueue().describe(), expected);
        QCOMPARE(context->createStream()->resources().workqueue().describe(), expected);
        QCOMPARE(context->resources().sm().smCount(), 16U);
    }

    void wrongSettingsAreRefusedAndChangeNothing_data() {
        QTest::addColumn<int>("scope");
        QTest::addColumn<int>("limit");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("allowed");
        QTest::newRow("unknown scope") << 2 << 5 << "sharing_scope"
                                       << "device_ctx or green_ctx_balanced";
        QTest::newRow("negative scope") << -1 << 5 << "sharing_scope"
                                        << "device_ctx or green_ctx_balanced";
        QTest::newRow("limit 0") << 1 << 0 << "concurrency_limit"
                                 << "1 or more";
        QTest::newRow("negative limit") << 1 << -4 << "concurrency_limit"
                                        << "1 or more";
    }
    void wrongSettingsAreRefusedAndChangeNothing() {
        QFETCH(int, scope);
        QFETCH(int, limit);
        WorkqueueResource workqueue = simulatedH200(13010).resources().workqueue();
        const WorkqueueDescription before = workqueue.describe();
        try {
            workqueue.configure({static_cast<WorkqueueScope>(scope), limit});
            QFAIL("nothing was refused");
        } catch (const InputError& error) {
            QTEST(QString::fromStdString(error.field()), "field");
            QTEST(QString::fromStdString(error.allowed()), "allowed");
        }
        QCOMPARE(workqueue.describe(), before);
    }

    void anotherDevicesWorkqueueIsRefused() {
        const Device first = simulatedH200(13010, 0, 2);
        const Device second(first.driver(), 1);
        const auto sms = first.resources().sm().split({.count = 8}).groups;
        try {
            (void)first.createContext(sms, second.resources().workqueue());
            QFAIL("nothing was refused");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("workqueue"));
        }
        QVERIFY(first.createContext(sms, first.resources().workqueue())->isGreen());
    }

    void olderDriversHaveNone_data() { addDriversWithout(); }
    void olderDriversHaveNone() {
        QFETCH(int, version);
        const Device device = simulatedH200(version);
        try {
            (void)device.resources().workqueue();
            QFAIL("nothing was refused");
        } catch (const UnsupportedError& error) {
            QCOMPARE(error.needs(), std::string("driver 13.1"));
            QVERIFY(std::string(error.what())
                        .starts_with("work queues need driver 13.1, this one is 1"));
        }
        QVERIFY(!device.describe().workqueue);
    }
};

QTEST_GUILESS_MAIN(TestWorkqueueResource)
#include "tst_workqueue_resource.moc"
