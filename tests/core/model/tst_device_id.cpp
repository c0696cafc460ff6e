// SPDX-License-Identifier: Apache-2.0
#include "core/model/device_id.h"
#include "core/model/input_error.h"

#include <QTest>

using namespace parterre;

class TestDeviceId : public QObject {
    Q_OBJECT

private slots:
    void good_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("real");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<int>("version"); // 0: none
        QTest::newRow("ordinal") << QByteArray("gpu:0") << true << QByteArray("0") << 0;
        QTest::newRow("pci") << QByteArray("gpu:0000:1b:00.0") << true << QByteArray("0000:1b:00.0")
                             << 0;
        QTest::newRow("simulated") << QByteArray("sim:h200") << false << QByteArray("h200") << 0;
        QTest::newRow("version") << QByteArray("sim:h200@12.4") << false << QByteArray("h200")
                                 << 12040;
        QTest::newRow("file") << QByteArray("sim:a@b/c.json@13.1") << false
                              << QByteArray("a@b/c.json") << 13010;
    }

    void good() {
        QFETCH(QByteArray, text);
        QFETCH(int, version);
        const DeviceId id = DeviceId::parse(text.toStdString());
        QTEST(id.kind == DeviceId::Kind::real, "real");
        QTEST(QByteArray::fromStdString(id.name), "name");
        QCOMPARE(id.driverVersion.value_or(0), version);
        QCOMPARE(id.text(), text.toStdString());
    }

    void bad_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"", "0", "gpu:", "sim:", "cpu:0", "sim:@12.4", "sim:h200@", "sim:h200@x",
              "sim:h200@12", "sim:h200@12.10", "sim:h200@1.4", "sim:h200@-12.4"})
            QTest::newRow(text) << QByteArray(text);
    }

    void bad() {
        QFETCH(QByteArray, text);
        try {
            DeviceId::parse(text.toStdString(), "--device");
            QFAIL("accepted");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("--device"));
        }
    }
};

QTEST_GUILESS_MAIN(TestDeviceId)
#include "tst_device_id.moc"
