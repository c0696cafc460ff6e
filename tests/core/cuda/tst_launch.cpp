// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"
#include "core/cuda/library.h"
#include "core/model/input_error.h"
#include "tests/core/cuda/partitioned_h200.h"
#include "tests/core/simulator/simulated_gpu.h"
#include "tests/support/split_by_count.h"

#include <algorithm>
#include <numeric>

using namespace parterre;
using test::PartitionedH200;
using test::sentenceOf;

/// Kernels in partitions: what they are, how many of them fit, and what is refused.
class TestLaunch : public QObject {
    Q_OBJECT

    static std::vector<std::uint32_t> contentOf(const Buffer& buffer, const Stream& stream) {
        std::vector<std::uint32_t> words(buffer.size() / sizeof(std::uint32_t));
        buffer.copyToHost(words.data(), buffer.size(), stream);
        stream.synchronize();
        return words;
    }

private slots:
    void twoContextsAreFilledWithDifferentValues_data() { test::addTriedDrivers(); }
    void twoContextsAreFilledWithDifferentValues() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto contexts = gpu.greens(2);
        const Kernel fill = loadEmbeddedKernels(contexts[0])->kernel("parterre_fill");
        constexpr std::size_t bytes = 1 << 16;
        std::vector<Buffer> buffers;
        std::vector<std::shared_ptr<Stream>> streams;
        for (std::uint32_t i = 0; i < 2; ++i) {
            buffers.emplace_back(contexts[i], bytes);
            streams.push_back(contexts[i]->createStream());
            fill.launch(*streams[i], {16, 256}, buffers[i].address(), bytes / 16ULL, 100U + i);
        }
        for (std::uint32_t i = 0; i < 2; ++i)
            QCOMPARE(
                contentOf(buffers[i], *streams[i]),
                std::vector<std::uint32_t>(bytes / 4, 100U + i));
    }

    void aContextOfSmsAndAWorkqueueRunsKernels() {
        const PartitionedH200 gpu(13010);
        auto workqueue = gpu.device.resources().workqueue();
        workqueue.configure(
            {.sharingScope = WorkqueueScope::greenContextBalanced, .concurrencyLimit = 4});
        const auto context = gpu.device.createContext(
            test::splitByCount(gpu.device.resources().sm(), 1, 16).groups, workqueue);
        const auto stream = context->createStream();
        const Buffer buffer(context, 4096);
        loadEmbeddedKernels(context)
            ->kernel("parterre_fill")
            .launch(*stream, {1, 256}, buffer.address(), 256ULL, 9U);
        QCOMPARE(contentOf(buffer, *stream), std::vector<std::uint32_t>(1024, 9U));
        QCOMPARE(context->resources().workqueue().concurrencyLimit(), 4);
    }

    void attributesAreTheKernels_data() { test::addTriedDrivers(); }
    void attributesAreTheKernels() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const Kernel kernel = loadEmbeddedKernels(gpu.green())->kernel("parterre_copy");
        const KernelAttributes before = kernel.attributes();
        QVERIFY(before.registers > 0);
        QCOMPARE(before.maxThreadsPerBlock, 1024); // its __launch_bounds__
        QCOMPARE(before.binaryVersion, 90);
        QCOMPARE(before.sharedBytes, 0);
        QCOMPARE(before.localBytes, 0);
        QVERIFY(!before.nonPortableClusters);
        kernel.allowNonPortableClusters();
        kernel.allowDynamicSharedBytes(100'000);
        QVERIFY(kernel.attributes().nonPortableClusters);
        QCOMPARE(kernel.attributes().maxDynamicSharedBytes, 100'000);
        QVERIFY_EXCEPTION_THROWN(kernel.allowDynamicSharedBytes(1'000'000), CudaError);
    }

    void parametersAreThoseOfTheSource_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<std::vector<std::size_t>>("sizes");
        using Sizes = std::vector<std::size_t>;
        QTest::newRow("fma") << "parterre_fma" << Sizes{8, 4, 4, 4};
        QTest::newRow("copy") << "parterre_copy" << Sizes{8, 8, 8};
        QTest::newRow("fill") << "parterre_fill" << Sizes{8, 8, 4};
        QTest::newRow("smid") << "parterre_smid" << Sizes{8, 4, 8};
    }
    void parametersAreThoseOfTheSource() {
        QFETCH(QString, kernel);
        QFETCH(std::vector<std::size_t>, sizes);
        const auto library = loadEmbeddedKernels(PartitionedH200().green());
        QCOMPARE(library->kernel(kernel.toStdString()).parameterSizes(), sizes);
    }

    void argumentsAreCheckedInNumberAndSize_data() { test::addTriedDrivers(); }
    void argumentsAreCheckedInNumberAndSize() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto context = gpu.green();
        const auto stream = context->createStream();
        const Kernel fill = loadEmbeddedKernels(context)->kernel("parterre_fill");
        Buffer buffer(context, 4096);
        buffer.fill(1, *stream);

        const QString tooFew = sentenceOf<InputError>([&] {
            fill.launch(*stream, {1, 256}, buffer.address(), 256ULL);
        });
        PARTERRE_SAYS(tooFew, "number of arguments of parterre_fill is 2; allowed: 3, of 8, 8, 4");
        const QString tooMany = sentenceOf<InputError>([&] {
            fill.launch(*stream, {1, 256}, buffer.address(), 256ULL, 7U, 7U);
        });
        PARTERRE_SAYS(tooMany, "number of arguments of parterre_fill is 4; allowed: 3");
        PARTERRE_SAYS(
            sentenceOf<InputError>([&] {
                fill.launch(*stream, {1, 256});
            }),
            "number of arguments of parterre_fill is 0");
        const QString tooShort = sentenceOf<InputError>([&] {
            fill.launch(*stream, {1, 256}, buffer.address(), 256U, 7U);
        });
        PARTERRE_SAYS(tooShort, "arguments[1] of parterre_fill is 4 bytes long; allowed: 8");
        const QString tooLong = sentenceOf<InputError>([&] {
            fill.launch(*stream, {1, 256}, buffer.address(), 256ULL, 7ULL);
        });
        PARTERRE_SAYS(tooLong, "arguments[2] of parterre_fill is 8 bytes long; allowed: 4");

        // Nothing was launched, and nothing is broken.
        QCOMPARE(contentOf(buffer, *stream), std::vector<std::uint32_t>(1024, 1U));
        fill.launch(*stream, {1, 256}, buffer.address(), 256ULL, 7U);
        QCOMPARE(contentOf(buffer, *stream), std::vector<std::uint32_t>(1024, 7U));
    }

    void argumentsCannotBeCheckedBefore12_4() {
        const PartitionedH200 gpu(12030); // no green contexts either
        const auto context = gpu.device.primaryContext();
        const auto stream = context->createOrdinaryStream();
        const Kernel fill = loadEmbeddedKernels(context)->kernel("parterre_fill");
        QVERIFY(fill.parameterSizes().empty());
        const Buffer buffer(context, 4096);
        fill.launch(*stream, {1, 256}, buffer.address(), 256ULL, 7U);
        QCOMPARE(contentOf(buffer, *stream), std::vector<std::uint32_t>(1024, 7U));
    }

    void anUnknownKernelIsRefusedWithASentence_data() { test::addTriedDrivers(); }
    void anUnknownKernelIsRefusedWithASentence() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto library = loadEmbeddedKernels(gpu.green());
        const QString sentence = sentenceOf<CudaError>([&] { (void)library->kernel("nobody"); });
        PARTERRE_SAYS(sentence, "CUDA_ERROR_NOT_FOUND");
        PARTERRE_SAYS(sentence, "no kernel \"nobody\"");
        PARTERRE_SAYS(sentence, "simulated GPU has only the kernels of Parterre's catalogue");
    }

    void occupancyIsThePartitions_data() {
        QTest::addColumn<int>("line");
        for (int line = 0; line < 15; ++line)
            QTest::addRow("cluster-occupancy.jsonl:%d", line + 1) << line;
    }
    /// The largest cluster and the active clusters that were recorded in each partition.
    void occupancyIsThePartitions() {
        QFETCH(int, line);
        const auto lines = test::recording("cluster-occupancy.jsonl");
        QCOMPARE(lines.size(), 15U);
        const Json& recorded = lines[static_cast<std::size_t>(line)];
        const PartitionedH200 gpu;
        const SmSplit split = test::splitByCount(
            gpu.device.resources().sm(), recorded["groups_asked"].get<unsigned>(),
            recorded["min_count"].get<unsigned>(), recorded["flags"].get<unsigned>());
        std::vector<SmResource> parts = split.groups;
        if (split.remainder)
            parts.push_back(*split.remainder);
        QCOMPARE(parts.size(), recorded["partitions"].size());
        const Kernel kernel =
            loadEmbeddedKernels(gpu.device.primaryContext())->kernel("parterre_smid");
        kernel.allowNonPortableClusters();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Json& partition = recorded["partitions"][i];
            const auto context = gpu.device.createContext({parts[i]});
            LaunchShape shape{1024, 256};
            shape.cluster = 8;
            const Occupancy occupancy = kernel.occupancy(*context->createStream(), shape);
            QCOMPARE(occupancy.smCount, partition["sm_count"].get<int>());
            QCOMPARE(occupancy.blocksPerSm, 8);
            QCOMPARE(occupancy.cooperativeBlocks, 8 * occupancy.smCount);
            QCOMPARE(occupancy.largestCluster, partition["max_potential_cluster_size"].get<int>());
            QCOMPARE(
                occupancy.activeClusters,
                partition["max_active_clusters_of_8_blocks_of_256"].get<int>());
            // Without clusters it is the blocks that count.
            QCOMPARE(
                kernel.occupancy(*context->createStream(), {1024, 256}).activeClusters,
                8 * occupancy.smCount);
        }
    }

    void clustersAreAtMost8BlocksUnlessAllowed() {
        const PartitionedH200 gpu;
        const auto primary = gpu.device.primaryContext();
        const auto stream = primary->createOrdinaryStream();
        const Kernel kernel = loadEmbeddedKernels(primary)->kernel("parterre_smid");
        QCOMPARE(kernel.occupancy(*stream, {16, 256}).largestCluster, 8);
        kernel.allowNonPortableClusters();
        QCOMPARE(kernel.occupancy(*stream, {16, 256}).largestCluster, 16);
    }

    void cooperativeGridsMustFitIntoThePartition_data() { test::addTriedDrivers(); }
    /// As recorded in behaviours.jsonl: 32 SMs, two blocks each; 64 blocks run and 65 do not.
    void cooperativeGridsMustFitIntoThePartition() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto context = gpu.green(32);
        const auto stream = context->createStream();
        const Kernel kernel = loadEmbeddedKernels(context)->kernel("parterre_smid");
        const Buffer counts(context, 132 * sizeof(unsigned));
        int recorded = 0;
        for (const Json& line : test::recording("behaviours.jsonl")) {
            if (line["k"] != "coop")
                continue;
            ++recorded;
            LaunchShape shape{line["grid"].get<unsigned>(), 1024};
            shape.cooperative = true;
            const Occupancy occupancy = kernel.occupancy(*stream, shape);
            QCOMPARE(occupancy.blocksPerSm, line["per_sm"].get<int>());
            QCOMPARE(occupancy.cooperativeBlocks, 64);
            const QString sentence = sentenceOf<CudaError>(
                [&] { kernel.launch(*stream, shape, counts.address(), 132U, 1000ULL); });
            if (line["launch"] == "cudaSuccess") {
                QCOMPARE(sentence, QString());
            } else {
                PARTERRE_SAYS(sentence, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE");
                PARTERRE_SAYS(sentence, "32 SMs hold 2 blocks each, 64 together");
            }
            stream->synchronize();
        }
        QCOMPARE(recorded, 6);
    }

    void clustersMustFitIntoThePartition_data() { test::addTriedDrivers(); }
    void clustersMustFitIntoThePartition() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto units = test::splitByCount(
                               gpu.device.resources().sm(), 4, 2,
                               abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING)
                               .groups;
        const auto context = gpu.device.createContext(units);
        const auto stream = context->createStream();
        const Kernel kernel = loadEmbeddedKernels(context)->kernel("parterre_smid");
        const Buffer counts(context, 132 * sizeof(unsigned));
        const auto launch = [&](unsigned cluster) {
            LaunchShape shape{32, 32};
            shape.cluster = cluster;
            kernel.launch(*stream, shape, counts.address(), 132U, 1000ULL);
        };
        launch(2);
        const QString sentence = sentenceOf<CudaError>([&] { launch(8); });
        PARTERRE_SAYS(sentence, "CUDA_ERROR_INVALID_CLUSTER_SIZE");
        PARTERRE_SAYS(
            sentence, "a cluster of 8 blocks does not fit into this partition, the largest is 2");
        stream->synchronize();
    }

    void shapesAreChecked() {
        const PartitionedH200 gpu;
        const auto context = gpu.green();
        const auto stream = context->createStream();
        const Kernel kernel = loadEmbeddedKernels(context)->kernel("parterre_smid");
        const Buffer counts(context, 132 * sizeof(unsigned));
        const auto launch = [&](const LaunchShape& shape) {
            kernel.launch(*stream, shape, counts.address(), 132U, 1000ULL);
        };
        PARTERRE_SAYS(
            sentenceOf<InputError>([&] {
                launch({{4, 0, 1}, 32});
            }),
            "grid is 4 x 0 x 1; allowed: 1 or more");
        PARTERRE_SAYS(sentenceOf<InputError>([&] { launch({1, 0}); }), "block is 0 x 1 x 1");
        LaunchShape uneven{{6, 4}, 32};
        uneven.cluster = {4, 2};
        PARTERRE_SAYS(
            sentenceOf<InputError>([&] { launch(uneven); }),
            "grid is 6 x 4 x 1; allowed: a multiple of the cluster's 4 x 2 x 1");
        PARTERRE_SAYS(
            sentenceOf<CudaError>([&] {
                launch({1, 2048});
            }),
            "2048 threads a block and can have 1024");
        PARTERRE_SAYS(
            sentenceOf<CudaError>([&] {
                launch({1, 32, 100'000});
            }),
            "no room for a block of 32 threads with 100000 bytes");
        kernel.allowDynamicSharedBytes(100'000);
        launch({1, 32, 100'000});
        launch({{2, 3, 4}, {8, 4, 2}});
        stream->synchronize();
    }
};

QTEST_GUILESS_MAIN(TestLaunch)
#include "tst_launch.moc"
