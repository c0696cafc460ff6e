// SPDX-License-Identifier: Apache-2.0
#include "core/driver/nvidia_driver.h"

#include <QTest>

#include <dlfcn.h>

using namespace parterre;

/// How NvidiaDriver loads a driver library, shown with one that is made for the purpose.
class TestNvidiaDriver : public QObject {
    Q_OBJECT

private slots:
    void cleanup() {
        qunsetenv("FAKE_CUDA_VERSION");
        qunsetenv("FAKE_CUDA_INIT");
    }

    void callsWhatItFound() {
        const auto opened = NvidiaDriver::open(FAKE_LIBCUDA);
        QVERIFY2(opened.driver, opened.reason.c_str());
        QVERIFY(opened.reason.empty());
        QCOMPARE(opened.driver->version(), 13000);
        int count = 0;
        QCOMPARE(opened.driver->cuDeviceGetCount(&count), abi::CUDA_SUCCESS);
        QCOMPARE(count, 3);
    }

    void hasWhatTheVersionHas_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<bool>("greenContexts");
        QTest::addColumn<bool>("greenStreams");
        QTest::addColumn<bool>("ids");
        QTest::addColumn<bool>("structured");
        QTest::newRow("11.3") << 11030 << false << false << false << false;
        QTest::newRow("12.3") << 12030 << false << false << false << false;
        QTest::newRow("12.4") << 12040 << true << false << false << false;
        QTest::newRow("12.5") << 12050 << true << true << false << false;
        QTest::newRow("12.8") << 12080 << true << true << false << false;
        QTest::newRow("12.9") << 12090 << true << true << true << false;
        QTest::newRow("13.0") << 13000 << true << true << true << false;
        QTest::newRow("13.1") << 13010 << true << true << true << true;
        QTest::newRow("13.4") << 13040 << true << true << true << true;
    }
    void hasWhatTheVersionHas() {
        QFETCH(int, version);
        qputenv("FAKE_CUDA_VERSION", QByteArray::number(version));
        for (const char* library : {FAKE_LIBCUDA, FAKE_LIBCUDA_V1}) {
            const auto opened = NvidiaDriver::open(library);
            QVERIFY2(opened.driver, opened.reason.c_str());
            const NvidiaDriver& driver = *opened.driver;
            QTEST(driver.has(DriverFunction::cuGreenCtxCreate), "greenContexts");
            QTEST(driver.has(DriverFunction::cuGreenCtxStreamCreate), "greenStreams");
            QTEST(driver.has(DriverFunction::cuGreenCtxGetId), "ids");
            QTEST(driver.has(DriverFunction::cuDevSmResourceSplit), "structured");
        }
    }

    void neverAsksAboveTheDriversVersion() {
        qputenv("FAKE_CUDA_VERSION", "12040");
        QVERIFY(NvidiaDriver::open(FAKE_LIBCUDA).driver);
        void* library = dlopen(FAKE_LIBCUDA, RTLD_NOW);
        const auto requests = reinterpret_cast<int (*)()>(dlsym(library, "fakeRequestsAboveOwn"));
        QCOMPARE(requests(), 0);
    }

    void aMissingFunctionIsNotSupported() {
        const auto opened = NvidiaDriver::open(FAKE_LIBCUDA);
        QVERIFY(opened.driver);
        unsigned groups = 7;
        QCOMPARE(
            opened.driver->cuDevSmResourceSplit(nullptr, groups, nullptr, nullptr, 0, nullptr),
            abi::CUDA_ERROR_NOT_SUPPORTED);
        // This library exports no memory functions at all.
        QVERIFY(!opened.driver->has(DriverFunction::cuMemAlloc));
        abi::CUdeviceptr address = 5;
        QCOMPARE(opened.driver->cuMemAlloc(&address, 1), abi::CUDA_ERROR_NOT_SUPPORTED);
        QCOMPARE(address, 5ULL);
    }

    void saysWhyNot_data() {
        QTest::addColumn<QString>("library");
        QTest::addColumn<int>("version");
        QTest::addColumn<int>("init");
        QTest::addColumn<QString>("word");
        QTest::newRow("no library")
            << "libno-such-driver.so.1" << 13000 << 0 << "libno-such-driver.so.1";
        QTest::newRow("another library") << "libm.so.6" << 13000 << 0 << "not an NVIDIA driver";
        QTest::newRow("too old") << FAKE_LIBCUDA << 11020 << 0 << "too old: it offers CUDA 11.2";
        QTest::newRow("no GPU") << FAKE_LIBCUDA << 13000 << 100 << "CUDA_VISIBLE_DEVICES";
        QTest::newRow("mismatch") << FAKE_LIBCUDA << 13000 << 803 << "reboot";
        QTest::newRow("stub") << FAKE_LIBCUDA << 13000 << 34 << "stub";
        QTest::newRow("anything else") << FAKE_LIBCUDA << 13000 << 999 << "CUDA_ERROR_UNKNOWN";
    }
    void saysWhyNot() {
        QFETCH(QString, library);
        QFETCH(int, version);
        QFETCH(int, init);
        QFETCH(QString, word);
        qputenv("FAKE_CUDA_VERSION", QByteArray::number(version));
        qputenv("FAKE_CUDA_INIT", QByteArray::number(init));
        const auto opened = NvidiaDriver::open(library.toStdString());
        QVERIFY(!opened.driver);
        QVERIFY2(QString::fromStdString(opened.reason).contains(word), opened.reason.c_str());
        QVERIFY(opened.reason.ends_with('.'));
    }
};

QTEST_GUILESS_MAIN(TestNvidiaDriver)
#include "tst_nvidia_driver.moc"
