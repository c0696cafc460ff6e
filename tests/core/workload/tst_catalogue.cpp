// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/kernel_image.h"
#include "core/model/input_error.h"
#include "core/workload/catalogue.h"
#include "core/workload/verification_error.h"
#include "tests/support/fake_driver.h"

#include <QTest>

using namespace parterre;
using parterre::test::FakeDriver;

class TestCatalogue : public QObject {
    Q_OBJECT

    std::shared_ptr<FakeDriver> m_driver;
    WorkloadPlace m_place;

private slots:
    void init() {
        m_driver = std::make_shared<FakeDriver>();
        const Device device(m_driver, 0);
        m_place.context = device.createContext(device.resources().sm().split({.count = 16}).groups);
        m_place.stream = m_place.context->createStream();
        m_place.library = loadEmbeddedKernels(m_place.context);
        m_place.partition = 2;
    }

    void knowsItsKernels() {
        QCOMPARE(Catalogue::all().size(), 3U);
        QCOMPARE(Catalogue::find("fma").unit, std::string("TFLOP/s"));
        QCOMPARE(Catalogue::find("copy").unit, std::string("GB/s"));
        try {
            Catalogue::find("nothing");
            QFAIL("nothing thrown");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("workload"));
            QCOMPARE(error.allowed(), std::string("fma, copy, fill"));
        }
    }

    void eachRuns() {
        for (const WorkloadInfo& info : Catalogue::all()) {
            const auto workload = Catalogue::make(info.name, m_place);
            workload->beginBatch(0);
            workload->launch();
            workload->queueReadBack(0);
            workload->verify(0);
            workload->verifyAll();
            QCOMPARE(m_driver->launchesOf("parterre_" + info.name), 1);
            QVERIFY(workload->workPerLaunch() > 0);
        }
    }

    void countsFmaOperations() {
        // 16 SMs, 2048 threads each, 512 iterations of 1024 operations.
        const auto workload = Catalogue::make("fma", m_place);
        QCOMPARE(workload->workPerLaunch(), 16.0 * 2048 * 512 * 1024 * 1e-12);
    }

    void buffersShareTheMemory() {
        // 16 MiB free: half of it for 2 partitions' two buffers each is 2 MiB a buffer.
        m_place.partitionCount = 2;
        const auto workload = Catalogue::make("copy", m_place);
        QCOMPARE(workload->workPerLaunch(), 2.0 * (2 << 20) * 1e-9);
    }

    void fillNoticesWhatItDidNotWrite() {
        constexpr std::size_t wrongIndex = 12345;
        m_driver->afterLaunch([](const std::string& kernel, void** arguments) {
            if (kernel != "parterre_fill")
                return;
            auto* words =
                reinterpret_cast<std::uint32_t*>(*static_cast<abi::CUdeviceptr*>(arguments[0]));
            words[wrongIndex] ^= 1U;
        });
        const auto workload = Catalogue::make("fill", m_place);
        workload->beginBatch(1);
        workload->launch();
        workload->queueReadBack(1);
        try {
            workload->verify(1);
            QFAIL("nothing noticed");
        } catch (const VerificationError& error) {
            QCOMPARE(error.partition(), 2);
            QCOMPARE(error.index(), wrongIndex);
            QCOMPARE(error.found() ^ error.expected(), 1U);
            const std::string text = error.what();
            QVERIFY(text.find("partition 2") != std::string::npos);
            QVERIFY(text.find("12345") != std::string::npos);
        }
    }

    void fillNoticesAnEarlierBatchsValues() {
        const auto workload = Catalogue::make("fill", m_place);
        workload->beginBatch(0);
        workload->launch();
        workload->beginBatch(1); // and never launched
        workload->queueReadBack(1);
        QVERIFY_EXCEPTION_THROWN(workload->verify(1), VerificationError);
        QVERIFY_EXCEPTION_THROWN(workload->verifyAll(), VerificationError);
    }

    void theImageIsWhatTheDriverTakes() {
        if (kernelImage().empty())
            QSKIP("built without a CUDA Toolkit: there is no image");
        // A fat binary begins with this word (as written by fatbinary, little-endian).
        std::uint32_t magic = 0;
        std::memcpy(&magic, kernelImage().data(), sizeof magic);
        QCOMPARE(magic, 0xba55ed50U);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(kernelImage().data()) % 8, 0U);
    }
};

QTEST_GUILESS_MAIN(TestCatalogue)
#include "tst_catalogue.moc"
