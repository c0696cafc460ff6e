// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/cuda_compiler.h"
#include "core/cuda/errors.h"
#include "core/cuda/kernel_sources.h"
#include "core/cuda/stream.h"
#include "tests/gpu/real_gpu.h"
#include "tests/support/split_by_count.h"

#include <QTest>

using namespace parterre;

/// Kernels that NVRTC compiles at run time, in partitions of the real GPU.
class TestGpuNvrtc : public QObject {
    Q_OBJECT

    test::RealGpu m_gpu;
    std::shared_ptr<Context> m_context;

private slots:
    void initTestCase() {
        PARTERRE_NEEDS_GPU(m_gpu);
        const auto nvrtc = NvrtcLibrary::open(m_gpu.device().driverVersion());
        if (!nvrtc.library)
            QSKIP(nvrtc.reason.c_str());
        qInfo("%s, version %d", nvrtc.library->name().c_str(), nvrtc.library->version());
        const Device device = m_gpu.device();
        m_context = device.createContext(test::splitByCount(device.resources().sm(), 1, 8).groups);
    }
    void cleanupTestCase() { m_context.reset(); }

    /// As a build without a CUDA Toolkit loads them.
    void theCatalogueIsCompiledAndRuns() {
        const auto library = loadCudaSource(m_context, kernelSources());
        const auto stream = m_context->createStream();
        std::vector<std::uint32_t> words(1024);
        Buffer buffer(m_context, words.size() * 4);
        library->kernel("parterre_fill")
            .launch(*stream, {4, 256}, buffer.address(), words.size() / 4ULL, 0x1234U);
        buffer.copyToHost(words.data(), buffer.size(), *stream);
        stream->synchronize();
        QCOMPARE(words, std::vector<std::uint32_t>(1024, 0x1234U));
        for (const char* name : {"parterre_fma", "parterre_copy", "parterre_smid"})
            QCOMPARE(library->kernel(name).attribute(abi::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES), 0);
    }

    void aKernelOfOnesOwn() {
        CudaSource source;
        source.text = "extern \"C\" __global__ void square(unsigned* out) {\n"
                      "    out[threadIdx.x] = threadIdx.x * threadIdx.x;\n"
                      "}\n";
        const auto library = loadCudaSource(m_context, source);
        const auto stream = m_context->createStream();
        std::vector<std::uint32_t> words(64);
        Buffer buffer(m_context, words.size() * 4);
        library->kernel("square").launch(*stream, {1, 64}, buffer.address());
        buffer.copyToHost(words.data(), buffer.size(), *stream);
        stream->synchronize();
        for (std::uint32_t i = 0; i < 64; ++i)
            QCOMPARE(words[i], i * i);
    }
};

QTEST_GUILESS_MAIN(TestGpuNvrtc)
#include "tst_gpu_nvrtc.moc"
