// SPDX-License-Identifier: Apache-2.0
#include "core/model/input_error.h"
#include "tests/core/cuda/counting_gpu.h"
#include "tests/core/cuda/partitioned_h200.h"

using namespace parterre;
using test::CountingGpu;
using test::PartitionedH200;

/// To which object a raw handle leads: ours, foreign ones, and values that were given out twice.
class TestHandles : public QObject {
    Q_OBJECT

private slots:
    void rawHandlesLeadBackToOurObjects_data() { test::addTriedDrivers(); }
    void rawHandlesLeadBackToOurObjects() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        auto green = gpu.green();
        const auto primary = gpu.device.primaryContext();
        auto stream = green->createStream();
        const auto ordinary = primary->createOrdinaryStream();
        const Event event = green->createEvent();
        QCOMPARE(Context::fromHandle(gpu.driver, green->handle()), green);
        QCOMPARE(Context::fromGreenHandle(gpu.driver, green->greenHandle()), green);
        QCOMPARE(Context::fromHandle(gpu.driver, primary->handle()), primary);
        QCOMPARE(Stream::fromHandle(gpu.driver, stream->handle()), stream);
        QCOMPARE(Stream::fromHandle(gpu.driver, ordinary->handle()), ordinary);
        const Event back = Event::fromHandle(green, event.handle());
        QVERIFY(back == event);
        QVERIFY(!back.isBorrowed());
        QVERIFY_EXCEPTION_THROWN(Event::fromHandle(primary, event.handle()), InputError);

        // With its chain: the handle is enough to keep all of it.
        const abi::CUstream raw = stream->handle();
        const auto found = Stream::fromHandle(gpu.driver, raw);
        stream.reset();
        green.reset();
        found->synchronize();
        QVERIFY(found->context()->isGreen());
        QVERIFY(!found->isBorrowed());
    }

    void foreignHandlesAreWrappedAndNeverRegistered_data() { test::addTriedDrivers(); }
    void foreignHandlesAreWrappedAndNeverRegistered() {
        QFETCH(int, version);
        const PartitionedH200 gpu(version);
        const auto primary = gpu.device.primaryContext();
        const abi::CUgreenCtx green = gpu.rawGreen();
        const abi::CUstream stream = gpu.rawStream(*primary);
        abi::CUevent event = nullptr;
        gpu.driver->cuCtxPushCurrent(primary->handle());
        QCOMPARE(gpu.driver->cuEventCreate(&event, 0), abi::CUDA_SUCCESS);
        abi::CUcontext popped = nullptr;
        gpu.driver->cuCtxPopCurrent(&popped);

        const std::size_t registered = gpu.driver->handles().size();
        for (int round = 0; round < 2; ++round) {
            const auto context = Context::fromGreenHandle(gpu.driver, green);
            QVERIFY(context->isGreen());
            QVERIFY(context->isBorrowed());
            QVERIFY(context != Context::fromGreenHandle(gpu.driver, green));
            QVERIFY(*context == *Context::fromGreenHandle(gpu.driver, green));
            QVERIFY(*context == *Context::fromHandle(gpu.driver, context->handle()));
            QVERIFY(Stream::fromHandle(gpu.driver, stream)->isBorrowed());
            QVERIFY(
                *Stream::fromHandle(gpu.driver, stream) == *Stream::fromHandle(gpu.driver, stream));
            QVERIFY(Event::fromHandle(primary, event).isBorrowed());
            QVERIFY(Event::fromHandle(primary, event) == Event::fromHandle(primary, event));
            // What is made in a foreign context is ours again.
            const auto ours = context->createStream();
            QCOMPARE(Stream::fromHandle(gpu.driver, ours->handle()), ours);
            QCOMPARE(ours->context(), context);
            (void)context->memory();
            const Buffer buffer(context, 64);
        }
        QCOMPARE(gpu.driver->handles().size(), registered);
        // All still there.
        QCOMPARE(gpu.driver->cuStreamDestroy(stream), abi::CUDA_SUCCESS);
        QCOMPARE(gpu.driver->cuEventDestroy(event), abi::CUDA_SUCCESS);
        QCOMPARE(gpu.driver->cuGreenCtxDestroy(green), abi::CUDA_SUCCESS);
    }

    void aBorrowedOwnerLivesAsOftenAsItIsWrapped() {
        const PartitionedH200 gpu;
        const auto primary = gpu.device.primaryContext();
        const abi::CUstream stream = gpu.rawStream(*primary);
        const abi::CUgreenCtx green = gpu.rawGreen();
        const auto owner = std::make_shared<int>(0);
        {
            const auto a = Stream::fromHandle(gpu.driver, stream, owner);
            const long once = owner.use_count();
            QVERIFY(once > 1);
            auto b = Stream::fromHandle(gpu.driver, stream, owner);
            QVERIFY(owner.use_count() > once);
            b.reset();
            QCOMPARE(owner.use_count(), once);
            const auto context = Context::fromGreenHandle(gpu.driver, green, owner);
            QCOMPARE(owner.use_count(), once + 1);
            const Event event = Event::fromHandle(
                primary, reinterpret_cast<abi::CUevent>(std::uintptr_t{0x4000}), owner);
            QCOMPARE(owner.use_count(), once + 2);
        }
        QCOMPARE(owner.use_count(), 1);
        // Of our own objects nobody else is the owner.
        const auto ours = primary->createOrdinaryStream();
        const auto found = Stream::fromHandle(gpu.driver, ours->handle(), owner);
        QCOMPARE(owner.use_count(), 1);
        gpu.driver->cuStreamDestroy(stream);
        gpu.driver->cuGreenCtxDestroy(green);
    }

    void reusedHandlesDoNotResurrect() {
        const CountingGpu gpu;
        gpu.fake->recycleHandles();
        const auto primary = gpu.device.primaryContext();
        auto green = gpu.green();
        auto stream = green->createStream();
        const abi::CUstream handle = stream->handle();
        stream.reset();
        // The same value, but another stream, and somebody else's.
        abi::CUstream foreign = nullptr;
        gpu.driver->cuCtxPushCurrent(primary->handle());
        gpu.driver->cuStreamCreateWithPriority(&foreign, abi::CU_STREAM_NON_BLOCKING, 0);
        abi::CUcontext popped = nullptr;
        gpu.driver->cuCtxPopCurrent(&popped);
        QCOMPARE(foreign, handle);
        {
            const auto wrapped = Stream::fromHandle(gpu.driver, foreign);
            QVERIFY(wrapped->isBorrowed());
            QCOMPARE(wrapped->context(), primary);
        }
        gpu.driver->cuStreamDestroy(foreign);

        const abi::CUgreenCtx greenHandle = green->greenHandle();
        green->close();
        const auto next = gpu.green();
        QCOMPARE(next->greenHandle(), greenHandle);
        QCOMPARE(Context::fromGreenHandle(gpu.driver, greenHandle), next);
        QVERIFY(!(*next == *green)); // closed, whatever its handle is now
        green.reset();
        (void)next->createStream();
        QCOMPARE(gpu.misuse(), QString());
    }

    void whatWasDestroyedBehindOurBackIsNotDestroyedAgain() {
        const CountingGpu gpu;
        gpu.fake->recycleHandles();
        const auto green = gpu.green();
        auto stream = green->createStream();
        gpu.driver->cuStreamDestroy(stream->handle());
        const auto nextStream = green->createStream();
        QCOMPARE(nextStream->handle(), stream->handle());
        QCOMPARE(Stream::fromHandle(gpu.driver, stream->handle()), nextStream);
        stream.reset();
        nextStream->synchronize();

        auto event = std::make_unique<Event>(green->createEvent());
        gpu.driver->cuEventDestroy(event->handle());
        const Event nextEvent = green->createEvent();
        QCOMPARE(nextEvent.handle(), event->handle());
        event.reset();
        QVERIFY(nextEvent.query());

        auto context = gpu.green();
        gpu.driver->cuGreenCtxDestroy(context->greenHandle());
        const auto nextContext = gpu.green();
        QCOMPARE(nextContext->greenHandle(), context->greenHandle());
        context.reset();
        (void)nextContext->createStream();
        QCOMPARE(gpu.misuse(), QString());
    }
};

QTEST_GUILESS_MAIN(TestHandles)
#include "tst_handles.moc"
