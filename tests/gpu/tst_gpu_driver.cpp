// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/driver/result.h"
#include "core/driver/tracing_driver.h"
#include "core/model/driver_version.h"
#include "tests/gpu/real_gpu.h"

#include <QTest>

#include <dlfcn.h>

using namespace parterre;

/// What the real driver says of itself and of the device, and what it refuses.
class TestGpuDriver : public QObject {
    Q_OBJECT

    test::RealGpu m_gpu;

    /// Two groups of 8 SMs as raw resources.
    std::array<abi::CUdevResource, 2> splitRaw() {
        std::array<abi::CUdevResource, 2> groups{};
        const abi::CUdevResource sm = m_gpu.device().resources().sm().raw();
        unsigned count = 2;
        const abi::CUresult result =
            m_gpu.driver()->cuDevSmResourceSplitByCount(groups.data(), &count, &sm, nullptr, 0, 8);
        if (result != abi::CUDA_SUCCESS || count != 2)
            qWarning("split: %d, %u groups", static_cast<int>(result), count);
        return groups;
    }

private slots:
    void initTestCase() {
        PARTERRE_NEEDS_GPU(m_gpu);
        const DeviceDescription d = m_gpu.device().describe();
        qInfo(
            "%s, %s, %s: driver %s, compute %d.%d, %d SMs, %d kHz, L2 %lld bytes, memory %lld "
            "bytes, %d kHz x %d bit",
            d.name.c_str(), d.uuid.c_str(), d.pciAddress.c_str(),
            driverVersionText(d.driverVersion).c_str(), d.computeMajor, d.computeMinor, d.smCount,
            d.clockKhz, static_cast<long long>(d.l2Bytes), static_cast<long long>(d.memoryBytes),
            d.memoryClockKhz, d.memoryBusBits);
        if (d.smResource)
            qInfo(
                "SM resource: %d SMs, minimum %d, alignment %d, flags %u", d.smResource->smCount,
                d.smResource->minPartitionSize, d.smResource->coscheduledAlignment,
                d.smResource->flags);
        for (const Capability& c : d.capabilities)
            qInfo("%s: %s", c.id.c_str(), c.available ? "yes" : c.sentence.c_str());
    }

    void hasEveryFunctionOfItsVersion() {
        // A function that is missing although the driver is new enough means a wrong name or a
        // wrong version in driver_functions.def.
        const int own = m_gpu.driver()->version();
#define PARTERRE_DRIVER_FUNCTION(symbol, since, parameters, arguments)                             \
    QVERIFY2(m_gpu.driver()->has(DriverFunction::symbol) == ((since) <= own), #symbol);
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION
    }

    void describesTheRecordedDevice() {
        PARTERRE_NEEDS_RECORDED_GPU(m_gpu);
        const DeviceDescription d = m_gpu.device().describe();
        QCOMPARE(d.smCount, 132);
        QCOMPARE(d.computeMajor, 9);
        QCOMPARE(d.computeMinor, 0);
        QCOMPARE(d.l2Bytes, 62914560);
        QCOMPARE(d.clockKhz, 1980000);
        QCOMPARE(d.memoryClockKhz, 3201000);
        QCOMPARE(d.memoryBusBits, 6016);
        QVERIFY(d.uuid.starts_with("GPU-"));
        QCOMPARE(d.uuid.size(), 40U);
        QCOMPARE(d.smResource->smCount, 132);
        QCOMPARE(d.smResource->minPartitionSize, 8);
        QCOMPARE(d.smResource->coscheduledAlignment, 8);
        QVERIFY(!d.workqueue);
    }

    void namesResultsAsTheDriverDoes() {
        using GetErrorName = int (*)(int, const char**);
        void* library = dlopen(NvidiaDriver::libraryName, RTLD_NOW);
        QVERIFY(library != nullptr);
        const auto getErrorName = reinterpret_cast<GetErrorName>(dlsym(library, "cuGetErrorName"));
        QVERIFY(getErrorName != nullptr);
        int known = 0;
        QStringList differences;
        for (int code = 0; code < 1100; ++code) {
            const char* name = nullptr;
            if (getErrorName(code, &name) != 0 || name == nullptr)
                continue;
            ++known;
            const auto ours = QByteArray::fromStdString(
                std::string(resultName(static_cast<abi::CUresult>(code))));
            if (ours != name)
                differences << QString("%1: driver %2, ours %3").arg(code).arg(name).arg(ours);
        }
        qInfo("the driver knows %d results", known);
        QVERIFY(known > 50);
        QVERIFY2(differences.isEmpty(), qPrintable(differences.join("; ")));
    }

    void refusesWhatWasRecorded() {
        PARTERRE_NEEDS_RECORDED_GPU(m_gpu);
        Driver& driver = *m_gpu.driver();
        const Device device = m_gpu.device();
        const auto primary = device.primaryContext();
        auto groups = splitRaw();

        abi::CUdevResource out{};
        for (const int type : {0, 2, 3, 1000, 10000})
            QCOMPARE(
                driver.cuDeviceGetDevResource(
                    device.handle(), &out, static_cast<abi::CUdevResourceType>(type)),
                abi::CUDA_ERROR_INVALID_RESOURCE_TYPE);

        unsigned count = 2;
        abi::CUdevResource halves[2]{};
        QCOMPARE(
            driver.cuDevSmResourceSplitByCount(halves, &count, &groups[0], nullptr, 1, 2),
            abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
        count = 0;
        const abi::CUdevResource sm = device.resources().sm().raw();
        QCOMPARE(
            driver.cuDevSmResourceSplitByCount(halves, &count, &sm, nullptr, 0, 8),
            abi::CUDA_ERROR_INVALID_VALUE);
        count = 1;
        QCOMPARE(
            driver.cuDevSmResourceSplitByCount(halves, &count, &sm, nullptr, 0, 133),
            abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);

        // Not asked here: a descriptor of no resources, which makes driver 580.159 follow a bad
        // pointer (a segmentation fault) when the array itself is given. Device::createContext()
        // refuses it before the driver is asked.
        abi::CUdevResourceDesc descriptor = nullptr;
        QCOMPARE(
            driver.cuDevResourceGenerateDesc(&descriptor, groups.data(), 1), abi::CUDA_SUCCESS);
        abi::CUgreenCtx context = nullptr;
        QCOMPARE(
            driver.cuGreenCtxCreate(&context, descriptor, device.handle(), 0),
            abi::CUDA_ERROR_INVALID_VALUE);
        QCOMPARE(
            driver.cuGreenCtxCreate(
                &context, descriptor, device.handle(), abi::CU_GREEN_CTX_DEFAULT_STREAM),
            abi::CUDA_SUCCESS);
        abi::CUstream stream = nullptr;
        QCOMPARE(
            driver.cuGreenCtxStreamCreate(&stream, context, abi::CU_STREAM_DEFAULT, 0),
            abi::CUDA_ERROR_INVALID_VALUE);
        QCOMPARE(
            driver.cuGreenCtxStreamCreate(&stream, context, abi::CU_STREAM_NON_BLOCKING, -99),
            abi::CUDA_SUCCESS);
        int priority = 0;
        QCOMPARE(driver.cuStreamGetPriority(stream, &priority), abi::CUDA_SUCCESS);
        QCOMPARE(priority, -5);
        abi::CUgreenCtx back = nullptr;
        QCOMPARE(driver.cuStreamGetGreenCtx(stream, &back), abi::CUDA_SUCCESS);
        QCOMPARE(back, context);
        QCOMPARE(driver.cuStreamDestroy(stream), abi::CUDA_SUCCESS);
        QCOMPARE(driver.cuGreenCtxDestroy(context), abi::CUDA_SUCCESS);
    }

    void aMissingFunctionIsNotSupported() {
        if (m_gpu.driver()->has(DriverFunction::cuDevSmResourceSplit))
            QSKIP("this driver has structured splits");
        QCOMPARE(
            m_gpu.driver()->cuDevSmResourceSplit(nullptr, 1, nullptr, nullptr, 0, nullptr),
            abi::CUDA_ERROR_NOT_SUPPORTED);
    }

    void canBeTraced() {
        const auto tracing = std::make_shared<TracingDriver>(m_gpu.driver());
        const Device device(tracing, 0);
        (void)device.describe();
        (void)device.createContext(device.resources().sm().split({.count = 8}).groups);
        for (const TracedCall& call : tracing->calls())
            qInfo(
                "%7.1f us  %s(%s) = %s", call.microseconds, symbolOf(call.function),
                call.arguments.c_str(), std::string(resultName(call.result)).c_str());
        QVERIFY(tracing->callCount() > 20);
    }
};

QTEST_GUILESS_MAIN(TestGpuDriver)
#include "tst_gpu_driver.moc"
