// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"
#include "core/probe/placement_probe.h"
#include "tests/gpu/real_gpu.h"

#include <QTest>

#include <set>
#include <thread>

using namespace parterre;

namespace {

std::string textOf(const std::vector<int>& ids) {
    std::string text;
    for (const int id : ids)
        text += (text.empty() ? "" : " ") + std::to_string(id);
    return text;
}

} // namespace

/// Splits, green contexts and where their kernels run, on the real GPU.
class TestGpuPartitions : public QObject {
    Q_OBJECT

    test::RealGpu m_gpu;

    std::vector<int> observe(const Context& context) {
        return observeSmIds(context, *context.createStream());
    }

    /// Equal groups by count, as on every driver.
    SmSplit byCount(std::size_t groups, int count) {
        return m_gpu.device().resources().sm().split(
            {.count = std::vector<int>(groups, count), .strategy = Strategy::byCount});
    }

    /// The smallest units of one split joined to partitions of `counts` SMs each.
    std::vector<std::shared_ptr<Context>> combined(const std::vector<int>& counts) {
        const Device device = m_gpu.device();
        const SmSplit split = device.resources().sm().split(
            {.count = counts, .strategy = Strategy::combined, .ignoreCoscheduling = true});
        std::vector<std::shared_ptr<Context>> contexts;
        for (const SmResource& group : split.groups)
            contexts.push_back(device.createContext({group}));
        return contexts;
    }

private slots:
    void initTestCase() { PARTERRE_NEEDS_GPU(m_gpu); }

    void sixteenGroupsOfEight() {
        PARTERRE_NEEDS_RECORDED_GPU(m_gpu);
        const SmSplit split = byCount(16, 8);
        QCOMPARE(split.groups.size(), 15U);
        for (const SmResource& group : split.groups)
            QCOMPARE(group.smCount(), 8U);
        QCOMPARE(split.remainder->smCount(), 12U);
        QCOMPARE(split.groups[0].minPartitionSize(), 8U);
    }

    void roundsUp() {
        PARTERRE_NEEDS_RECORDED_GPU(m_gpu);
        const SmSplit split = byCount(1, 20);
        QCOMPARE(split.groups[0].smCount(), 24U);
        QCOMPARE(split.remainder->smCount(), 108U);
    }

    void combinedGroupsHaveExactlyTheirSms() {
        const int total = static_cast<int>(m_gpu.device().resources().sm().smCount());
        if (total < 132)
            QSKIP("needs 112 SMs");
        std::set<int> all;
        std::size_t sum = 0;
        const std::vector<int> counts{64, 32, 16};
        const auto contexts = combined(counts);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            QCOMPARE(contexts[i]->resources().sm().smCount(), static_cast<unsigned>(counts[i]));
            const std::vector<int> ids = observe(*contexts[i]);
            qInfo("%d SMs: %s", counts[i], textOf(ids).c_str());
            QCOMPARE(ids.size(), static_cast<std::size_t>(counts[i]));
            all.insert(ids.begin(), ids.end());
            sum += ids.size();
        }
        QCOMPARE(all.size(), sum); // disjoint
    }

    void equalGroupsAreDisjointAndCoverTheGpu() {
        const Device device = m_gpu.device();
        const SmSplit split = byCount(4, 16);
        std::set<int> all;
        std::size_t sum = 0;
        std::vector<std::shared_ptr<Context>> contexts;
        for (const SmResource& group : split.groups)
            contexts.push_back(device.createContext({group}));
        if (split.remainder)
            contexts.push_back(device.createContext({*split.remainder}));
        for (const auto& context : contexts) {
            const std::vector<int> ids = observe(*context);
            QCOMPARE(ids.size(), static_cast<std::size_t>(context->resources().sm().smCount()));
            all.insert(ids.begin(), ids.end());
            sum += ids.size();
        }
        QCOMPARE(all.size(), sum);
        QCOMPARE(sum, static_cast<std::size_t>(device.resources().sm().smCount()));
    }

    void placesTheFirstGroupsAsRecorded() {
        PARTERRE_NEEDS_RECORDED_GPU(m_gpu);
        const Device device = m_gpu.device();
        const SmSplit split = byCount(16, 8);
        QCOMPARE(
            observe(*device.createContext({split.groups[0]})),
            (std::vector<int>{0, 1, 16, 17, 32, 33, 48, 49}));
        QCOMPARE(
            observe(*device.createContext({split.groups[8]})),
            (std::vector<int>{64, 65, 78, 79, 92, 93, 106, 107}));
        QCOMPARE(
            observe(*device.createContext({*split.remainder})),
            (std::vector<int>{120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131}));
    }

    void anOverlapReportsMoreThanItOwns() {
        PARTERRE_NEEDS_RECORDED_GPU(m_gpu);
        const Device device = m_gpu.device();
        const SmResource group = byCount(1, 16).groups[0];
        const auto context = device.createContext({group, group});
        QCOMPARE(context->resources().sm().smCount(), 32U);
        QCOMPARE(observe(*context).size(), 16U);
    }

    void aContextsResourceReportsItsGranularity() {
        PARTERRE_NEEDS_RECORDED_GPU(m_gpu);
        const SmResource units = combined({6})[0]->resources().sm();
        QCOMPARE(units.minPartitionSize(), 2U);
        QCOMPARE(units.coscheduledAlignment(), 2U);
        const Device device = m_gpu.device();
        const SmSplit split = byCount(1, 32);
        const auto context = device.createContext(split.groups);
        QCOMPARE(context->resources().sm().minPartitionSize(), 8U);
        // And can be split again, which the group itself can't.
        const SmSplit again =
            context->resources().sm().split({.count = {8, 8, 8, 8}, .strategy = Strategy::byCount});
        QCOMPARE(again.groups.size(), 4U);
        QVERIFY(!again.remainder);
        QVERIFY_EXCEPTION_THROWN(split.groups[0].split({.count = 8}), InputError);
    }

    void theWholeGpuIsSeenWithoutPartitions() {
        const auto primary = m_gpu.device().primaryContext();
        const auto stream = primary->createOrdinaryStream();
        QCOMPARE(
            observeSmIds(*primary, *stream).size(),
            static_cast<std::size_t>(primary->resources().sm().smCount()));
    }

    void anOrdinaryStreamStaysInItsPartition() {
        // How streams are made before 12.5.
        const auto context = combined({32})[0];
        QCOMPARE(observeSmIds(*context, *context->createOrdinaryStream()).size(), 32U);
    }

    void contextsHaveIdsAndPriorities() {
        const auto contexts = combined({8, 8});
        if (m_gpu.driver()->has(DriverFunction::cuGreenCtxGetId)) {
            QVERIFY(contexts[0]->id() != 0);
            QVERIFY(contexts[0]->id() != contexts[1]->id());
        }
        QVERIFY(contexts[0]->createStream({true, -99})->priority() < 0);
    }

    void worksFromAThreadWithoutACurrentContext() {
        const auto context = combined({8})[0];
        std::vector<std::uint32_t> words(1024);
        std::exception_ptr error;
        abi::CUcontext left = context->handle();
        std::thread([&] {
            try {
                const auto stream = context->createStream();
                Buffer buffer(context, words.size() * 4);
                Event done = context->createEvent();
                loadEmbeddedKernels(context)
                    ->kernel("parterre_fill")
                    .launch(*stream, {4, 256}, buffer.address(), words.size() / 4ULL, 0x1234U);
                buffer.copyToHost(words.data(), buffer.size(), *stream);
                done.record(*stream);
                done.synchronize();
                (void)context->memory();
            } catch (...) {
                error = std::current_exception();
            }
            m_gpu.driver()->cuCtxGetCurrent(&left);
        }).join();
        if (error)
            std::rethrow_exception(error);
        QVERIFY(left == nullptr);
        QCOMPARE(words, std::vector<std::uint32_t>(1024, 0x1234U));
    }

    void handlesMayBeDroppedInAnyOrder() {
        auto context = combined({16})[0];
        auto stream = context->createStream();
        auto event = std::make_unique<Event>(context->createEvent());
        auto buffer = std::make_unique<Buffer>(context, std::size_t{1} << 20);
        auto library = loadEmbeddedKernels(context);
        const Kernel kernel = library->kernel("parterre_fill");
        context.reset();
        library.reset();
        kernel.launch(*stream, {16, 256}, buffer->address(), (1ULL << 20) / 16, 7U);
        event->record(*stream);
        event->synchronize();
        stream.reset();
        event.reset();
        buffer.reset();
        // The device is as usable as before.
        QCOMPARE(observe(*combined({16})[0]).size(), 16U);
    }

    void isNotLeftCurrentWhenItGoes() {
        auto context = combined({8})[0];
        QCOMPARE(m_gpu.driver()->cuCtxSetCurrent(context->handle()), abi::CUDA_SUCCESS);
        context.reset();
        abi::CUcontext current = nullptr;
        QCOMPARE(m_gpu.driver()->cuCtxGetCurrent(&current), abi::CUDA_SUCCESS);
        QVERIFY(current == nullptr);
    }

    void asksStructuredSplitsWhereThereAre() {
        const SmResource sm = m_gpu.device().resources().sm();
        if (!m_gpu.driver()->has(DriverFunction::cuDevSmResourceSplit)) {
            QVERIFY_EXCEPTION_THROWN(
                sm.split({.count = 8, .strategy = Strategy::structured}), UnsupportedError);
            return;
        }
        const SmSplit dry = sm.split({.count = {16, 0}}, DryRun::yes);
        const SmSplit split = sm.split({.count = {16, 0}});
        QCOMPARE(split.groups[0].smCount(), 16U);
        QCOMPARE(split.groups[1].smCount(), dry.groups[1].smCount());
    }
};

QTEST_GUILESS_MAIN(TestGpuPartitions)
#include "tst_gpu_partitions.moc"
