// SPDX-License-Identifier: Apache-2.0
#include "core/driver/tracing_driver.h"
#include "core/engine/device_registry.h"
#include "core/engine/mps_settings.h"
#include "core/model/device_id.h"
#include "core/model/input_error.h"

#include <QTest>

using namespace parterre;

namespace {

constexpr const char* noLibrary = "libcuda-that-is-not-there.so";

} // namespace

/// Devices by id on a machine without an NVIDIA driver.
class TestEngineRegistry : public QObject {
    Q_OBJECT

private slots:
    void theMpsPercentageIsReadFromTheEnvironment_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("percentage"); // 0: none
        QTest::newRow("not set") << QByteArray() << 0;
        QTest::newRow("half") << QByteArray("50") << 50;
        QTest::newRow("a fraction") << QByteArray("33.3") << 33;
        QTest::newRow("all") << QByteArray("100") << 100;
        QTest::newRow("none") << QByteArray("0") << 0;
        QTest::newRow("too much") << QByteArray("101") << 0;
        QTest::newRow("a word") << QByteArray("half") << 0;
    }
    void theMpsPercentageIsReadFromTheEnvironment() {
        QFETCH(QByteArray, text);
        if (!text.isNull())
            qputenv("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", text);
        QTEST(mpsActiveThreadPercentage().value_or(0), "percentage");
        qunsetenv("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE");
    }

    void noRealDevice_data() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"gpu:0", "gpu:GPU-0a1b", "gpu:0000:1b:00.0"})
            QTest::newRow(id) << id;
    }
    void noRealDevice() {
        QFETCH(QString, id);
        DeviceRegistry registry(32, noLibrary);
        try {
            (void)registry.open(id.toStdString(), "--device");
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("--device"));
            QVERIFY(QString::fromStdString(error.value()).contains(id));
            // What there is, and why no more.
            QVERIFY(error.allowed().find("sim:") != std::string::npos);
            QVERIFY2(
                error.allowed().find(registry.whyNoRealDevice()) != std::string::npos,
                error.what());
        }
        QVERIFY(registry.realDevices().empty());
        QVERIFY(!registry.whyNoRealDevice().empty());
    }

    void versions_data() {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("version");
        QTest::newRow("newest") << "sim:h200" << newestSimulatedDriver;
        QTest::newRow("12.4") << "sim:h200@12.4" << 12040;
        QTest::newRow("12.8") << "sim:h200@12.8" << 12080;
        QTest::newRow("13.1") << "sim:h200@13.1" << 13010;
    }
    void versions() {
        QFETCH(QString, id);
        DeviceRegistry registry(16, noLibrary);
        const OpenDevice open = registry.open(id.toStdString());
        QCOMPARE(QString::fromStdString(open.id), id);
        QTEST(open.device.driverVersion(), "version");
        QVERIFY(open.isSimulated());
        QCOMPARE(open.surroundings.hardwareConnections, 16);
        const DeviceDescription description = open.describe();
        QCOMPARE(QString::fromStdString(description.id), id);
        QVERIFY(description.simulated && !description.gpcs.empty());
        QCOMPARE(description.hardwareConnections, 16);
    }

    void oneDriverADevice() {
        DeviceRegistry registry(32, noLibrary);
        QVERIFY(registry.open("sim:h200").device == registry.open("sim:h200").device);
        QVERIFY(registry.open("sim:h200@12.4").device == registry.open("sim:h200@12.04").device);
        QVERIFY(
            registry.open("sim:h200").device.driver() !=
            registry.open("sim:h200@13.0").device.driver());
    }

    void unknownNames_data() {
        QTest::addColumn<QString>("id");
        for (const char* id : {"sim:gtx", "sim:H200", "sim:h200@13", "sim:../h200", "h200", ""})
            QTest::newRow(*id == 0 ? "empty" : id) << id;
    }
    void unknownNames() {
        QFETCH(QString, id);
        DeviceRegistry registry(32, noLibrary);
        for (int i = 0; i < 2; ++i) // the second time is no better
            try {
                (void)registry.open(id.toStdString(), "simulated[0]");
                QFAIL("no error");
            } catch (const InputError& error) {
                QCOMPARE(error.field(), std::string("simulated[0]"));
                QVERIFY(!error.allowed().empty());
            }
    }

    void profileFiles() {
        DeviceRegistry registry(32, noLibrary);
        QVERIFY_EXCEPTION_THROWN(registry.open("sim:no/such/file.json"), InputError);
    }

    void wrappedDriversKeepTheirPlacements() {
        int wrapped = 0;
        DeviceRegistry registry(32, noLibrary, [&](std::shared_ptr<Driver> driver) {
            ++wrapped;
            return std::make_shared<TracingDriver>(std::move(driver));
        });
        const OpenDevice open = registry.open("sim:h200");
        QCOMPARE(wrapped, 1);
        QVERIFY(open.isSimulated());
        QVERIFY(dynamic_cast<TracingDriver*>(open.device.driver().get()) != nullptr);
        (void)registry.open("sim:h200");
        QCOMPARE(wrapped, 1);
    }
};

QTEST_GUILESS_MAIN(TestEngineRegistry)
#include "tst_engine_registry.moc"
