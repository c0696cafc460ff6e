// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"
#include "tests/support/fake_driver.h"

#include <QTest>

using namespace parterre;
using parterre::test::FakeDriver;

class TestErrors : public QObject {
    Q_OBJECT

private slots:
    void namesCallResultAndHint() {
        try {
            check(
                abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, DriverFunction::cuGreenCtxCreate,
                "ask for less");
            QFAIL("nothing thrown");
        } catch (const CudaError& error) {
            QCOMPARE(
                std::string(error.what()),
                std::string(
                    "cuGreenCtxCreate: CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION (ask for less)"));
            QCOMPARE(error.result(), abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
            QCOMPARE(error.call(), std::string("cuGreenCtxCreate"));
            QCOMPARE(error.hint(), std::string("ask for less"));
        }
    }

    void successIsNoError() { check(abi::CUDA_SUCCESS, DriverFunction::cuInit); }

    void knowsUsualHints() {
        QVERIFY(
            hintFor(abi::CUDA_ERROR_OUT_OF_MEMORY, DriverFunction::cuGreenCtxCreate).find("5 MB") !=
            std::string_view::npos);
        QVERIFY(
            hintFor(abi::CUDA_ERROR_OUT_OF_MEMORY, DriverFunction::cuMemAlloc).find("5 MB") ==
            std::string_view::npos);
        QVERIFY(hintFor(abi::CUDA_ERROR_INVALID_HANDLE, DriverFunction::cuInit).empty());
        // A result nobody has published is passed on without a hint.
        try {
            check(static_cast<abi::CUresult>(12345), DriverFunction::cuInit);
            QFAIL("nothing thrown");
        } catch (const CudaError& error) {
            QCOMPARE(std::string(error.what()), std::string("cuInit: CUDA_ERROR_UNKNOWN"));
        }
    }

    void saysWhatADriverLacks() {
        FakeDriver driver(13000);
        try {
            require(driver, DriverFunction::cuDevSmResourceSplit, "structured splits");
            QFAIL("nothing thrown");
        } catch (const UnsupportedError& error) {
            QCOMPARE(
                std::string(error.what()),
                std::string("structured splits need driver 13.1, this one is 13.0"));
            QCOMPARE(error.needs(), std::string("driver 13.1"));
            QCOMPARE(error.found(), std::string("driver 13.0"));
        }
        FakeDriver newer(13010);
        require(newer, DriverFunction::cuDevSmResourceSplit, "structured splits");
        QVERIFY(whyUnsupported(newer, DriverFunction::cuDevSmResourceSplit, "x").empty());
    }
};

QTEST_GUILESS_MAIN(TestErrors)
#include "tst_errors.moc"
