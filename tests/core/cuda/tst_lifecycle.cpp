// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"
#include "core/model/input_error.h"
#include "core/probe/placement_probe.h"
#include "tests/core/cuda/partitioned_h200.h"

#include <set>
#include <thread>

using namespace parterre;
using test::PartitionedH200;
using test::sentenceOf;

/// From making a context to closing it, behind each version of the driver.
class TestLifecycle : public QObject {
    Q_OBJECT

private slots:
    void onlyPartitionsAreGreen_data() { test::addTriedDrivers(); }
    void onlyPartitionsAreGreen() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto green = gpu.green();
        QVERIFY(green->isGreen());
        QVERIFY(green->greenHandle() != nullptr);
        const auto primary = gpu.device.primaryContext();
        QVERIFY(!primary->isGreen());
        QVERIFY(primary->greenHandle() == nullptr);
        QCOMPARE(green->root(), primary);
        QVERIFY(*green != *primary);
    }

    void idsAreToldWhereTheDriverHasThem_data() { test::addTriedDrivers(); }
    void idsAreToldWhereTheDriverHasThem() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto greens = gpu.greens(2);
        QVERIFY_EXCEPTION_THROWN(gpu.device.primaryContext()->id(), InputError);
        if (version < 12090) {
            const QString sentence = sentenceOf<UnsupportedError>([&] { (void)greens[0]->id(); });
            PARTERRE_SAYS(sentence, "green context ids need driver 12.9");
            return;
        }
        QVERIFY(greens[0]->id() != greens[1]->id());
        QCOMPARE(greens[0]->id(), greens[0]->id());
    }

    void streamsAreOnlySupportedOnGreenContexts_data() { test::addTriedDrivers(); }
    void streamsAreOnlySupportedOnGreenContexts() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto primary = gpu.device.primaryContext();
        const QString sentence = sentenceOf<InputError>([&] { (void)primary->createStream(); });
        PARTERRE_SAYS(sentence, "only supported on green contexts");
    }

    void aGreenContextsStreamsMustBeNonBlocking_data() { test::addTriedDrivers(); }
    void aGreenContextsStreamsMustBeNonBlocking() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto green = gpu.green();
        StreamOptions blocking;
        blocking.nonBlocking = false;
        PARTERRE_SAYS(
            sentenceOf<InputError>([&] { (void)green->createStream(blocking); }),
            "must be non-blocking");
        PARTERRE_SAYS(
            sentenceOf<InputError>([&] { (void)green->createOrdinaryStream(blocking); }),
            "must be non-blocking");
    }

    void prioritiesAreClampedAndTheActualOneReported_data() { test::addTriedDrivers(); }
    void prioritiesAreClampedAndTheActualOneReported() {
        QFETCH(int, version);
        const auto green = PartitionedH200(version).green();
        QCOMPARE(green->createStream({true, -99})->priority(), -5);
        QCOMPARE(green->createStream({true, -3})->priority(), -3);
        QCOMPARE(green->createStream({true, 7})->priority(), 0);
    }

    void aStreamHasThisContextWithoutSetCurrent_data() { test::addTriedDrivers(); }
    void aStreamHasThisContextWithoutSetCurrent() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto greens = gpu.greens(2);
        (void)gpu.device.setCurrent(greens[1]);
        const auto stream = greens[0]->createStream();
        QCOMPARE(stream->context(), greens[0]);
        // Not only by what we noted down: its kernels run on that partition's SMs.
        QCOMPARE(
            observeSmIds(*greens[0], *stream),
            observeSmIds(*greens[0], *greens[0]->createStream()));
        QVERIFY(
            observeSmIds(*greens[0], *stream) !=
            observeSmIds(*greens[1], *greens[1]->createStream()));
        QCOMPARE(observeSmIds(*greens[0], *stream).size(), 16U);
    }

    void streamsAndEventsKnowTheirContext_data() { test::addTriedDrivers(); }
    void streamsAndEventsKnowTheirContext() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto green = gpu.green();
        const auto stream = green->createStream();
        const Event event = green->createEvent();
        QVERIFY(stream->context()->isGreen());
        QVERIFY(event.context()->isGreen());
        QVERIFY(*stream->context() == *green);
        QVERIFY(*event.context() == *green);
        const Event copy = event;
        QVERIFY(copy == event);
        QVERIFY(!(green->createEvent() == event));
        QVERIFY(!(*green->createStream() == *stream));
    }

    void closingWhileCurrentIsRefused_data() { test::addTriedDrivers(); }
    void closingWhileCurrentIsRefused() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto green = gpu.green();
        const auto before = gpu.device.setCurrent(green);
        PARTERRE_SAYS(sentenceOf<InputError>([&] { green->close(); }), "while it is current");
        QVERIFY(!green->isClosed());
        QCOMPARE(gpu.current(), green->handle());
        (void)green->createStream(); // as usable as before

        (void)gpu.device.setCurrent(before);
        green->close();
        QVERIFY(green->isClosed());
        green->close(); // a second time does nothing
    }

    void closingWhileForeignCodeHasItCurrentIsRefused() {
        const PartitionedH200 gpu;
        const auto green = gpu.green();
        QCOMPARE(gpu.driver->cuCtxSetCurrent(green->handle()), abi::CUDA_SUCCESS);
        PARTERRE_SAYS(sentenceOf<InputError>([&] { green->close(); }), "while it is current");
        gpu.driver->cuCtxSetCurrent(nullptr);
        {
            const ScopedCurrent outer(*green);
            const auto primary = gpu.device.primaryContext();
            const ScopedCurrent inner(*primary); // the stack's top says nothing of green
            PARTERRE_SAYS(sentenceOf<InputError>([&] { green->close(); }), "it is current");
        }
        green->close();
    }

    void closingWhileCurrentInAnotherThreadIsRefused() {
        const PartitionedH200 gpu;
        const auto green = gpu.green();
        QString sentence;
        std::thread([&] {
            (void)gpu.device.setCurrent(green);
            std::thread([&] { sentence = sentenceOf<InputError>([&] { green->close(); }); }).join();
        }).join();
        PARTERRE_SAYS(sentence, "it is current in some thread");
        green->close(); // that thread has ended
    }

    void closingIsPossibleOnceOthersReplacedWhatWasCurrent() {
        const PartitionedH200 gpu;
        const auto green = gpu.green();
        (void)gpu.device.setCurrent(green);
        QCOMPARE(
            gpu.driver->cuCtxSetCurrent(gpu.device.primaryContext()->handle()), abi::CUDA_SUCCESS);
        green->close();
        QVERIFY(green->isClosed());
    }

    void closingWithLiveStreamsIsRefused_data() { test::addTriedDrivers(); }
    void closingWithLiveStreamsIsRefused() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto green = gpu.green();
        auto stream = green->createStream();
        auto second = green->createOrdinaryStream();
        PARTERRE_SAYS(sentenceOf<InputError>([&] { green->close(); }), "2 live streams");
        stream->synchronize(); // alive and well
        second.reset();
        PARTERRE_SAYS(sentenceOf<InputError>([&] { green->close(); }), "1 live stream;");
        stream.reset();
        {
            const Event event = green->createEvent();
            PARTERRE_SAYS(sentenceOf<InputError>([&] { green->close(); }), "1 live event");
        }
        green->close();
    }

    void closingGivesTheMemoryBack() {
        const PartitionedH200 gpu;
        const auto primary = gpu.device.primaryContext();
        const std::size_t before = primary->memory().free;
        const auto green = gpu.green();
        QVERIFY(primary->memory().free < before);
        const Buffer buffer(green, 1024); // the primary context's, so no reason to refuse
        green->close();
        QVERIFY(primary->memory().free >= before - 2 * 1024 * 1024);
    }

    void onlyGreenContextsMadeHereAreClosed() {
        const PartitionedH200 gpu;
        const auto primary = gpu.device.primaryContext();
        PARTERRE_SAYS(sentenceOf<InputError>([&] { primary->close(); }), "primary");
        const abi::CUgreenCtx raw = gpu.rawGreen();
        const auto borrowed = Context::fromGreenHandle(gpu.driver, raw);
        PARTERRE_SAYS(sentenceOf<InputError>([&] { borrowed->close(); }), "borrowed");
        QCOMPARE(gpu.driver->cuGreenCtxDestroy(raw), abi::CUDA_SUCCESS); // it was still there
    }

    void aClosedContextRefusesEverything() {
        const PartitionedH200 gpu;
        const auto green = gpu.green();
        const auto other = gpu.green();
        green->close();
        const std::vector<std::function<void()>> calls{
            [&] { (void)green->handle(); },       [&] { (void)green->greenHandle(); },
            [&] { (void)green->resources(); },    [&] { (void)green->id(); },
            [&] { (void)green->createStream(); }, [&] { (void)green->createOrdinaryStream(); },
            [&] { (void)green->createEvent(); },  [&] { (void)green->memory(); },
            [&] { (void)Buffer(green, 16); },     [&] { (void)gpu.device.setCurrent(green); },
        };
        for (const auto& call : calls)
            PARTERRE_SAYS(sentenceOf<InputError>(call), "closed");
        QVERIFY(green->isGreen());
        QVERIFY(*green == *green);
        QVERIFY(!(*green == *other));
    }

    void setCurrentReturnsThePreviousOne_data() { test::addTriedDrivers(); }
    void setCurrentReturnsThePreviousOne() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto greens = gpu.greens(2);
        const auto primary = gpu.device.primaryContext();
        QVERIFY(gpu.device.setCurrent(primary) == nullptr);
        QCOMPARE(gpu.device.setCurrent(greens[0]), primary);
        QCOMPARE(gpu.current(), greens[0]->handle());
        // The same objects back after a swap.
        QCOMPARE(gpu.device.setCurrent(greens[1]), greens[0]);
        QCOMPARE(gpu.device.setCurrent(greens[0]), greens[1]);
        QCOMPARE(gpu.device.setCurrent(nullptr), greens[0]);
        QVERIFY(gpu.current() == nullptr);
    }

    void whatIsCurrentStaysAlive() {
        const PartitionedH200 gpu;
        auto green = gpu.green();
        const Context* const address = green.get();
        (void)gpu.device.setCurrent(green);
        const std::weak_ptr<Context> seen = green;
        green.reset();
        QVERIFY(!seen.expired());
        {
            const auto back = gpu.device.setCurrent(nullptr);
            QCOMPARE(back.get(), address);
            QVERIFY(back->isGreen());
        }
        QVERIFY(seen.expired());
    }

    void setCurrentCopesWithADeadCurrentContext() {
        const PartitionedH200 gpu;
        const auto primary = gpu.device.primaryContext();
        const abi::CUgreenCtx raw = gpu.rawGreen();
        abi::CUcontext context = nullptr;
        gpu.driver->cuCtxFromGreenCtx(&context, raw);
        gpu.driver->cuCtxSetCurrent(context);
        gpu.driver->cuGreenCtxDestroy(raw); // recorded: it stays current, dead
        QVERIFY(gpu.device.setCurrent(primary) == nullptr);
        QCOMPARE(gpu.current(), primary->handle());
        (void)gpu.device.setCurrent(nullptr);
    }

    void wrappingAStreamKeepsContextAndGreenness_data() { test::addTriedDrivers(); }
    void wrappingAStreamKeepsContextAndGreenness() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto green = gpu.green();
        const auto primary = gpu.device.primaryContext();
        const auto own = green->createStream();
        QCOMPARE(Stream::fromHandle(gpu.driver, own->handle()), own);

        const abi::CUstream inGreen = gpu.rawStream(*green);
        const abi::CUstream inPrimary = gpu.rawStream(*primary);
        {
            const auto wrapped = Stream::fromHandle(gpu.driver, inGreen);
            QVERIFY(wrapped->isBorrowed());
            QCOMPARE(wrapped->context(), green); // ours: the very object
            QVERIFY(wrapped->context()->isGreen());
            QCOMPARE(observeSmIds(*green, *wrapped).size(), 16U);
            PARTERRE_SAYS(sentenceOf<InputError>([&] { green->close(); }), "live streams");
            QCOMPARE(Stream::fromHandle(gpu.driver, inPrimary)->context(), primary);
            QVERIFY(!Stream::fromHandle(gpu.driver, inPrimary)->context()->isGreen());
        }
        // The wrappers are gone, the streams are not.
        QCOMPARE(gpu.driver->cuStreamDestroy(inGreen), abi::CUDA_SUCCESS);
        QCOMPARE(gpu.driver->cuStreamDestroy(inPrimary), abi::CUDA_SUCCESS);
    }

    void wrappingAForeignContextsStreamKeepsGreenness_data() { test::addTriedDrivers(); }
    void wrappingAForeignContextsStreamKeepsGreenness() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto primary = gpu.device.primaryContext();
        const abi::CUgreenCtx green = gpu.rawGreen();
        const auto context = Context::fromGreenHandle(gpu.driver, green);
        const abi::CUstream raw = gpu.rawStream(*context);
        const auto stream = Stream::fromHandle(gpu.driver, raw);
        QVERIFY(stream->context()->isGreen());
        QVERIFY(stream->context()->isBorrowed());
        QVERIFY(*stream->context() == *context);
        QCOMPARE(stream->context()->greenHandle(), green);
        QCOMPARE(stream->context()->resources().sm().smCount(), 16U);
        QCOMPARE(gpu.driver->cuStreamDestroy(raw), abi::CUDA_SUCCESS);
        QCOMPARE(gpu.driver->cuGreenCtxDestroy(green), abi::CUDA_SUCCESS);
    }

    void defaultStreamsAreNotWrapped() {
        const PartitionedH200 gpu;
        for (std::uintptr_t handle = 0; handle <= 2; ++handle)
            PARTERRE_SAYS(
                sentenceOf<InputError>([&] {
                    (void)Stream::fromHandle(gpu.driver, reinterpret_cast<abi::CUstream>(handle));
                }),
                "default stream");
    }
};

QTEST_GUILESS_MAIN(TestLifecycle)
#include "tst_lifecycle.moc"
