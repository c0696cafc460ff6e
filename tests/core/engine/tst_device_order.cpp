// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device_order.h"

#include <QTest>

using namespace parterre;

namespace {

void set(const char* variable, const QByteArray& value) {
    if (value.isNull())
        qunsetenv(variable);
    else
        qputenv(variable, value);
}

} // namespace

/// Which GPU is gpu:0, and that the user is told where it is not nvidia-smi's.
class TestDeviceOrder : public QObject {
    Q_OBJECT

private slots:
    void isThatOfNvidiaSmi_data() {
        QTest::addColumn<QByteArray>("order"); // null: not set
        QTest::addColumn<QByteArray>("visible");
        QTest::addColumn<QByteArray>("settled");
        QTest::addColumn<QStringList>("told");
        const QByteArray none;
        const QByteArray pci("PCI_BUS_ID"), fastest("FASTEST_FIRST");
        QTest::newRow("nothing set") << none << none << pci << QStringList();
        QTest::newRow("as nvidia-smi") << pci << none << pci << QStringList();
        QTest::newRow("the user's own order")
            << fastest << none << fastest << QStringList{QStringLiteral("FASTEST_FIRST")};
        QTest::newRow("a choice of GPUs")
            << none << QByteArray("3,1") << pci << QStringList{QStringLiteral("3,1")};
        QTest::newRow("no GPU at all")
            << none << QByteArray("") << pci << QStringList{QStringLiteral("CUDA_VISIBLE_DEVICES")};
        QTest::newRow("both") << fastest << QByteArray("GPU-0a") << fastest
                              << QStringList{
                                     QStringLiteral("FASTEST_FIRST"), QStringLiteral("GPU-0a")};
    }
    void isThatOfNvidiaSmi() {
        QFETCH(QByteArray, order);
        QFETCH(QByteArray, visible);
        QFETCH(QStringList, told);
        set("CUDA_DEVICE_ORDER", order);
        set("CUDA_VISIBLE_DEVICES", visible);
        settleDeviceOrder();
        QTEST(qgetenv("CUDA_DEVICE_ORDER"), "settled");
        const std::vector<std::string> notices = deviceOrderNotices();
        QCOMPARE(qsizetype(notices.size()), told.size());
        for (qsizetype i = 0; i < told.size(); ++i) {
            const QString notice = QString::fromStdString(notices[static_cast<std::size_t>(i)]);
            QVERIFY2(notice.contains(told[i]), qPrintable(notice));
        }
    }
};

QTEST_GUILESS_MAIN(TestDeviceOrder)
#include "tst_device_order.moc"
