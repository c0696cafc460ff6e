// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/cuda/kernel_image.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"
#include "tests/core/simulator/simulated_gpu.h"
#include "tests/gpu/real_gpu.h"
#include "tests/support/split_by_count.h"

#include <QTest>

#include <algorithm>
#include <string_view>

using namespace parterre;

namespace {

/// Stores one word. The driver compiles it for whatever GPU there is.
constexpr std::string_view storePtx = R"(
.version 7.0
.target sm_75
.address_size 64
.visible .entry parterre_test_store(.param .u64 to, .param .u32 value) {
    .reg .b32 %r<2>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [to];
    ld.param.u32 %r1, [value];
    cvta.to.global.u64 %rd2, %rd1;
    st.global.u32 [%rd2], %r1;
    ret;
}
)";

std::span<const std::byte> bytesOf(std::string_view text) {
    return std::as_bytes(std::span(text));
}

} // namespace

/// Kernels in partitions of the real GPU: what fits, what is refused, and what they write.
class TestGpuLaunch : public QObject {
    Q_OBJECT

    test::RealGpu m_gpu;

    std::vector<std::shared_ptr<Context>> greens(unsigned count, unsigned sms, unsigned flags = 0) {
        const Device device = m_gpu.device();
        std::vector<std::shared_ptr<Context>> made;
        for (const SmResource& group :
             test::splitByCount(device.resources().sm(), count, sms, flags).groups)
            made.push_back(device.createContext({group}));
        return made;
    }

    static std::vector<std::uint32_t> contentOf(const Buffer& buffer, const Stream& stream) {
        std::vector<std::uint32_t> words(buffer.size() / sizeof(std::uint32_t));
        buffer.copyToHost(words.data(), buffer.size(), stream);
        stream.synchronize();
        return words;
    }

private slots:
    void initTestCase() {
        PARTERRE_NEEDS_GPU(m_gpu);
        if (!m_gpu.driver()->has(DriverFunction::cuGreenCtxCreate))
            QSKIP("this driver has no green contexts");
        if (kernelImage().empty())
            QSKIP("built without a CUDA Toolkit: no kernels for a real GPU");
    }

    void twoContextsAreFilledWithDifferentValues() {
        const auto contexts = greens(2, 16);
        const Kernel fill = loadEmbeddedKernels(contexts[0])->kernel("parterre_fill");
        constexpr std::size_t bytes = std::size_t{64} << 20;
        std::vector<Buffer> buffers;
        std::vector<std::shared_ptr<Stream>> streams;
        for (std::uint32_t i = 0; i < 2; ++i) {
            buffers.emplace_back(contexts[i], bytes);
            streams.push_back(contexts[i]->createStream());
        }
        for (std::uint32_t round = 0; round < 10; ++round)
            for (std::uint32_t i = 0; i < 2; ++i)
                fill.launch(
                    *streams[i], {512, 256}, buffers[i].address(), bytes / 16ULL,
                    1000 * (i + 1) + round);
        for (std::uint32_t i = 0; i < 2; ++i) {
            const auto words = contentOf(buffers[i], *streams[i]);
            QCOMPARE(
                std::count(words.begin(), words.end(), 1000 * (i + 1) + 9),
                static_cast<std::ptrdiff_t>(words.size()));
        }
    }

    void attributesAndParametersAreTheKernels() {
        const auto library = loadEmbeddedKernels(m_gpu.device().primaryContext());
        const KernelAttributes fma = library->kernel("parterre_fma").attributes();
        qInfo(
            "parterre_fma: %d registers, %d + %d bytes shared, %d local, %d threads, binary %d",
            fma.registers, fma.sharedBytes, fma.maxDynamicSharedBytes, fma.localBytes,
            fma.maxThreadsPerBlock, fma.binaryVersion);
        QVERIFY(fma.registers > 8 && fma.registers < 256);
        QCOMPARE(fma.maxThreadsPerBlock, 256);
        QVERIFY(fma.binaryVersion >= 50);
        QCOMPARE(fma.localBytes, 0); // or it would measure memory
        using Sizes = std::vector<std::size_t>;
        QCOMPARE(library->kernel("parterre_fma").parameterSizes(), (Sizes{8, 4, 4, 4}));
        QCOMPARE(library->kernel("parterre_copy").parameterSizes(), (Sizes{8, 8, 8}));
        QCOMPARE(library->kernel("parterre_fill").parameterSizes(), (Sizes{8, 8, 4}));
        QCOMPARE(library->kernel("parterre_smid").parameterSizes(), (Sizes{8, 4, 8}));
    }

    void argumentsAreCheckedInNumberAndSize() {
        const auto context = greens(1, 8)[0];
        const auto stream = context->createStream();
        const Kernel fill = loadEmbeddedKernels(context)->kernel("parterre_fill");
        Buffer buffer(context, 4096);
        buffer.fill(1, *stream);
        QVERIFY_EXCEPTION_THROWN(
            fill.launch(*stream, {1, 256}, buffer.address(), 256ULL), InputError);
        QVERIFY_EXCEPTION_THROWN(
            fill.launch(*stream, {1, 256}, buffer.address(), 256U, 7U), InputError);
        QCOMPARE(contentOf(buffer, *stream), std::vector<std::uint32_t>(1024, 1U));
    }

    void anUnknownKernelIsRefusedWithASentence() {
        try {
            (void)loadEmbeddedKernels(m_gpu.device().primaryContext())->kernel("nobody");
            QFAIL("found");
        } catch (const CudaError& error) {
            QCOMPARE(error.result(), abi::CUDA_ERROR_NOT_FOUND);
            QVERIFY(error.hint().find("no kernel \"nobody\"") != std::string::npos);
        }
    }

    /// The largest cluster and the active clusters, as another program recorded them.
    void occupancyIsThePartitions() {
        PARTERRE_NEEDS_RECORDED_GPU(m_gpu);
        const Device device = m_gpu.device();
        const Kernel kernel = loadEmbeddedKernels(device.primaryContext())->kernel("parterre_smid");
        kernel.allowNonPortableClusters();
        int partitions = 0;
        for (const Json& line : test::recording("cluster-occupancy.jsonl")) {
            const SmSplit split = test::splitByCount(
                device.resources().sm(), line["groups_asked"].get<unsigned>(),
                line["min_count"].get<unsigned>(), line["flags"].get<unsigned>());
            std::vector<SmResource> parts = split.groups;
            if (split.remainder)
                parts.push_back(*split.remainder);
            QCOMPARE(parts.size(), line["partitions"].size());
            for (std::size_t i = 0; i < parts.size(); ++i, ++partitions) {
                const Json& partition = line["partitions"][i];
                const auto context = device.createContext({parts[i]});
                LaunchShape shape{1024, 256};
                shape.cluster = 8;
                const Occupancy occupancy = kernel.occupancy(*context->createStream(), shape);
                const std::string where = line.dump().substr(0, 60) + ", partition " +
                                          std::to_string(i) + ": largest " +
                                          std::to_string(occupancy.largestCluster) + ", active " +
                                          std::to_string(occupancy.activeClusters);
                QVERIFY2(
                    occupancy.smCount == partition["sm_count"].get<int>() &&
                        occupancy.largestCluster ==
                            partition["max_potential_cluster_size"].get<int>() &&
                        occupancy.activeClusters ==
                            partition["max_active_clusters_of_8_blocks_of_256"].get<int>(),
                    where.c_str());
            }
        }
        QVERIFY(partitions > 200);
    }

    /// The grid that fits runs, one block more is refused before it starts.
    void cooperativeGridsMustFitIntoThePartition() {
        if (m_gpu.device().attribute(abi::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) == 0)
            QSKIP("this GPU has no cooperative launches");
        const auto context = greens(1, 32)[0];
        const auto stream = context->createStream();
        const Kernel kernel = loadEmbeddedKernels(context)->kernel("parterre_smid");
        Buffer counts(context, 4096 * sizeof(unsigned));
        counts.fill(0, *stream);
        LaunchShape shape{1, 1024};
        shape.cooperative = true;
        const Occupancy occupancy = kernel.occupancy(*stream, shape);
        qInfo(
            "%d SMs x %d blocks = %d", occupancy.smCount, occupancy.blocksPerSm,
            occupancy.cooperativeBlocks);
        shape.grid = static_cast<unsigned>(occupancy.cooperativeBlocks);
        kernel.launch(*stream, shape, counts.address(), 4096U, 1000ULL);
        stream->synchronize();
        shape.grid = static_cast<unsigned>(occupancy.cooperativeBlocks) + 1;
        try {
            kernel.launch(*stream, shape, counts.address(), 4096U, 1000ULL);
            QFAIL("launched");
        } catch (const CudaError& error) {
            QCOMPARE(error.result(), abi::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
            QVERIFY(error.hint().find("does not fit into this partition") != std::string::npos);
        }
        stream->synchronize(); // nothing is broken
    }

    void clustersMustFitIntoThePartition() {
        if (m_gpu.device().attribute(abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) == 0)
            QSKIP("this GPU has no clusters");
        const auto context = greens(1, 2, abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING)[0];
        const auto stream = context->createStream();
        const Kernel kernel = loadEmbeddedKernels(context)->kernel("parterre_smid");
        Buffer counts(context, 4096 * sizeof(unsigned));
        counts.fill(0, *stream);
        const auto launch = [&](unsigned cluster) {
            LaunchShape shape{32, 32};
            shape.cluster = cluster;
            kernel.launch(*stream, shape, counts.address(), 4096U, 1000ULL);
        };
        launch(2);
        stream->synchronize();
        try {
            launch(8);
            QFAIL("launched");
        } catch (const CudaError& error) {
            qInfo("%s", error.what());
            QVERIFY(error.hint().find("the largest is 2") != std::string::npos);
        }
        stream->synchronize();
    }

    void ptxIsCompiled() {
        const auto context = greens(1, 8)[0];
        const auto stream = context->createStream();
        Buffer buffer(context, 4);
        buffer.fill(0, *stream);
        const auto library = Library::load(context, bytesOf(storePtx));
        const Kernel kernel = library->kernel("parterre_test_store");
        QCOMPARE(kernel.parameterSizes(), (std::vector<std::size_t>{8, 4}));
        kernel.launch(*stream, {1, 1}, buffer.address(), 0xabcdU);
        QCOMPARE(contentOf(buffer, *stream), std::vector<std::uint32_t>{0xabcdU});
    }

    void whatTheCompilerHasAgainstPtxIsTold() {
        std::string broken(storePtx);
        broken.replace(broken.find("st.global.u32"), 13, "st.glabol.u32");
        const auto context = m_gpu.device().primaryContext();
        try {
            (void)Library::load(context, bytesOf(broken))->kernel("parterre_test_store");
            QFAIL("compiled");
        } catch (const CudaError& error) {
            qInfo("%s", error.what());
            QVERIFY(error.hint().find("line 11") != std::string::npos);
        }
        QVERIFY(context->memory().free > 0); // nothing is broken
    }
};

QTEST_GUILESS_MAIN(TestGpuLaunch)
#include "tst_gpu_launch.moc"
