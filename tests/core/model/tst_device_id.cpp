// SPDX-License-Identifier: Apache-2.0
#include "core/model/device_id.h"
#include "core/model/input_error.h"

#include <QTest>

using namespace parterre;

class TestDeviceId : public QObject {
    Q_OBJECT

private slots:
    void valid_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("real");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("version"); // 0: none
        QTest::newRow("ordinal") << "gpu:0" << true << "0" << 0;
        QTest::newRow("UUID") << "gpu:GPU-0a1b2c3d-0000-1111-2222-333344445555" << true
                              << "GPU-0a1b2c3d-0000-1111-2222-333344445555" << 0;
        QTest::newRow("PCI address") << "gpu:0000:1b:00.0" << true << "0000:1b:00.0" << 0;
        QTest::newRow("simulated") << "sim:h200" << false << "h200" << 0;
        QTest::newRow("old driver") << "sim:h200@12.4" << false << "h200" << 12040;
        QTest::newRow("new driver") << "sim:h200@13.1" << false << "h200" << 13010;
        QTest::newRow("file") << "sim:profiles/my gpu.json" << false << "profiles/my gpu.json" << 0;
        QTest::newRow("@ in a file's name") << "sim:a@13.0.json" << false << "a@13.0.json" << 0;
        QTest::newRow("@ in a folder") << "sim:/tmp/a@b/gpu" << false << "/tmp/a@b/gpu" << 0;
        QTest::newRow("@ in a folder, driver")
            << "sim:/tmp/a@b/gpu@12.4" << false << "/tmp/a@b/gpu" << 12040;
        QTest::newRow("file, driver") << "sim:a@b.json@12.8" << false << "a@b.json" << 12080;
    }
    void valid() {
        QFETCH(QString, text);
        const DeviceId id = DeviceId::parse(text.toStdString());
        QTEST(id.kind == DeviceId::Kind::real, "real");
        QTEST(QString::fromStdString(id.name), "name");
        QTEST(id.driverVersion.value_or(0), "version");
        QCOMPARE(QString::fromStdString(id.text()), text);
        QCOMPARE(DeviceId::parse(id.text()), id);
    }

    void oneSpellingOfAVersion() {
        QCOMPARE(DeviceId::parse("sim:h200@12.04").text(), std::string("sim:h200@12.4"));
    }

    void invalid_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"",
              "gpu",
              "gpu:",
              "sim",
              "sim:",
              "h200",
              "0",
              "GPU:0",
              " gpu:0",
              "cpu:0",
              ":h200",
              "sim:@13.0",
              "sim:h200@",
              "sim:h200@13",
              "sim:h200@13.",
              "sim:h200@.1",
              "sim:h200@13.1.2",
              "sim:h200@13.10",
              "sim:h200@-1.0",
              "sim:h200@9.0",
              "sim:h200@9",
              "sim:h200@0",
              "sim:h200@10.9",
              "sim:h200@13.6",
              "sim:h200@99.9",
              "sim:h200@x.y",
              "sim:h200@13.0 ",
              "sim:h200@130.1"})
            QTest::newRow(*text == 0 ? "empty" : text) << text;
    }
    void invalid() {
        QFETCH(QString, text);
        try {
            (void)DeviceId::parse(text.toStdString(), "plan.device");
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("plan.device"));
            QVERIFY(!error.value().empty());
            QVERIFY(QString::fromStdString(error.allowed()).contains("12.4"));
        }
    }
};

QTEST_GUILESS_MAIN(TestDeviceId)
#include "tst_device_id.moc"
