// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"
#include "core/cuda/host_buffer.h"
#include "core/cuda/library.h"
#include "core/model/input_error.h"
#include "tests/core/cuda/partitioned_h200.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"

#include <thread>

using namespace parterre;
using test::FakeDriver;
using test::FaultyDriver;
using test::PartitionedH200;
using test::sentenceOf;

namespace {

/// A GPU whose driver counts what is alive and notes what a careful program does not do.
struct CountingGpu {
    std::shared_ptr<FakeDriver> fake = std::make_shared<FakeDriver>();
    std::shared_ptr<FaultyDriver> driver = std::make_shared<FaultyDriver>(fake);
    Device device{driver, 0};

    std::shared_ptr<Context> green() const {
        return device.createContext(device.resources().sm().splitByCount(1, 16).groups);
    }
    QString misuse() const {
        const auto misuses = fake->misuses();
        return misuses.empty() ? QString() : QString::fromStdString(misuses.front());
    }
};

} // namespace

/// Who keeps whom alive, and to which object a raw handle leads.
class TestOwnership : public QObject {
    Q_OBJECT

private slots:
    void aStreamKeepsTheWholeChain_data() { test::addDriverVersions(); }
    void aStreamKeepsTheWholeChain() {
        QFETCH(int, version);
        std::weak_ptr<Driver> driver;
        std::weak_ptr<const Context> green;
        std::weak_ptr<const Context> primary;
        {
            std::shared_ptr<Stream> stream;
            {
                const PartitionedH200 gpu(version);
                stream = gpu.green()->createStream();
                driver = gpu.driver;
                green = stream->context();
                primary = green.lock()->root();
            }
            stream->synchronize();
            QCOMPARE(stream->context()->resources().sm().smCount(), 16U);
            QVERIFY(!primary.lock()->isGreen());
        }
        QVERIFY(green.expired());
        QVERIFY(primary.expired());
        QVERIFY(driver.expired());
    }

    void anEventKeepsTheWholeChain() {
        std::weak_ptr<Driver> driver;
        {
            std::optional<Event> event;
            {
                const PartitionedH200 gpu;
                driver = gpu.driver;
                event = gpu.green()->createEvent();
            }
            const Event copy = *event;
            event.reset();
            QVERIFY(copy.query());
            QVERIFY(copy.context()->isGreen());
        }
        QVERIFY(driver.expired());
    }

    void memoryAndCodeBelongToThePrimaryContext() {
        const PartitionedH200 gpu;
        const auto stream = gpu.device.primaryContext()->createOrdinaryStream();
        auto green = gpu.green();
        const std::weak_ptr<Context> seen = green;
        const Buffer buffer(green, 4096);
        const HostBuffer host(green, 4096);
        const Kernel kernel = loadEmbeddedKernels(green)->kernel("parterre_fill");
        green.reset();
        QVERIFY(seen.expired()); // a partition ends with its streams and events
        kernel.launch(*stream, {1, 256}, buffer.address(), 256ULL, 7U);
        buffer.copyToHost(host.data(), 4096, *stream);
        stream->synchronize();
        QCOMPARE(static_cast<const std::uint32_t*>(host.data())[1023], 7U);
    }

    void thePrimaryContextIsOneObject() {
        const PartitionedH200 gpu;
        const auto primary = gpu.device.primaryContext();
        QCOMPARE(gpu.device.primaryContext(), primary);
        QCOMPARE(gpu.green()->root(), primary);
        QVERIFY(*gpu.device.primaryContext() == *primary);
        const PartitionedH200 other;
        QVERIFY(!(*other.device.primaryContext() == *primary));
    }

    void everyPrimaryRetainIsReleased() {
        const CountingGpu gpu;
        {
            const auto first = gpu.device.primaryContext();
            const auto second = gpu.device.primaryContext();
            QCOMPARE(gpu.fake->liveObjects(), 1);
            const auto green = gpu.green();
            QCOMPARE(gpu.fake->liveObjects(), 2);
        }
        QCOMPARE(gpu.fake->liveObjects(), 0);
        QCOMPARE(gpu.misuse(), QString());
    }

    void rawHandlesLeadBackToOurObjects_data() { test::addDriverVersions(); }
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

    void foreignHandlesAreWrappedAndNeverRegistered_data() { test::addDriverVersions(); }
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

    void closingThatTheDriverRefusesChangesNothing() {
        const CountingGpu gpu;
        const auto green = gpu.green();
        gpu.driver->failCall(1, abi::CUDA_ERROR_UNKNOWN, [](DriverFunction function) {
            return function == DriverFunction::cuGreenCtxDestroy;
        });
        QVERIFY_EXCEPTION_THROWN(green->close(), CudaError);
        QVERIFY(!green->isClosed());
        QCOMPARE(Context::fromHandle(gpu.driver, green->handle()), green);
        QCOMPARE(Context::fromGreenHandle(gpu.driver, green->greenHandle()), green);
        (void)green->createStream();
        green->close();
        QCOMPARE(gpu.fake->liveObjects(), 1); // the primary context
        QCOMPARE(gpu.misuse(), QString());
    }

    void anyThreadMayLetGo() {
        const CountingGpu gpu;
        auto green = gpu.green();
        auto stream = green->createStream();
        auto event = std::make_unique<Event>(green->createEvent());
        auto buffer = std::make_unique<Buffer>(green, 64);
        auto host = std::make_unique<HostBuffer>(green, 64);
        auto library = loadEmbeddedKernels(green);
        std::thread([&] { green.reset(); }).join();
        std::thread([&] { buffer.reset(); }).join();
        std::thread([&] { host.reset(); }).join();
        std::thread([&] { library.reset(); }).join();
        std::thread([&] { stream.reset(); }).join();
        std::thread([&] { event.reset(); }).join();
        QCOMPARE(gpu.fake->liveObjects(), 0);
        QCOMPARE(gpu.misuse(), QString());
        QCOMPARE(gpu.driver->handles().size(), 0U);
    }

    void aThreadThatEndsLetsGoOfItsCurrentContext() {
        const CountingGpu gpu;
        std::thread([&] { (void)gpu.device.setCurrent(gpu.green()); }).join();
        QCOMPARE(gpu.fake->liveObjects(), 0);
        QCOMPARE(gpu.misuse(), QString());
    }

    /// A buffer whose context can't be made current is given back later, not leaked.
    void whatCannotBeGivenBackIsTriedAgain() {
        const CountingGpu gpu;
        const auto primary = gpu.device.primaryContext();
        const auto pushes = [](DriverFunction function) {
            return function == DriverFunction::cuCtxPushCurrent;
        };
        auto first = std::make_unique<Buffer>(primary, 64);
        auto second = std::make_unique<HostBuffer>(primary, 64);
        gpu.driver->failCallsFrom(1, abi::CUDA_ERROR_UNKNOWN, pushes);
        first.reset();
        second.reset();
        QCOMPARE(gpu.fake->liveObjects(), 3);
        gpu.driver->failCall(0);
        const Buffer next(primary, 64);
        QCOMPARE(gpu.fake->liveObjects(), 2);
        QCOMPARE(gpu.misuse(), QString());
    }

    void whatIsStillKeptGoesWithThePrimaryContext() {
        const CountingGpu gpu;
        {
            const auto primary = gpu.device.primaryContext();
            auto buffer = std::make_unique<Buffer>(gpu.green(), 64);
            gpu.driver->failCallsFrom(1, abi::CUDA_ERROR_UNKNOWN, [](DriverFunction function) {
                return function == DriverFunction::cuCtxPushCurrent;
            });
            buffer.reset();
            QCOMPARE(gpu.fake->liveObjects(), 2);
            gpu.driver->failCall(0);
        }
        QCOMPARE(gpu.fake->liveObjects(), 0);
        QCOMPARE(gpu.misuse(), QString());
    }

    void aLostDeviceLeavesNothingOnTheHost_data() { test::addDriverVersions(); }
    /// A kernel that reaches outside of every allocation: from then on every call fails.
    void aLostDeviceLeavesNothingOnTheHost() {
        QFETCH(int, version);
        std::weak_ptr<Driver> driver;
        {
            const PartitionedH200 gpu(version);
            driver = gpu.driver;
            const auto greens = gpu.greens(2);
            const auto stream = greens[0]->createStream();
            const auto other = greens[1]->createStream();
            const Event event = greens[0]->createEvent();
            const Buffer buffer(greens[0], 4096);
            const HostBuffer host(greens[0], 4096);
            const Kernel fill = loadEmbeddedKernels(greens[0])->kernel("parterre_fill");
            fill.launch(*stream, {1, 256}, abi::CUdeviceptr{4096}, 16ULL, 7U);
            const QString sentence = sentenceOf<CudaError>([&] { stream->synchronize(); });
            PARTERRE_SAYS(sentence, "CUDA_ERROR_ILLEGAL_ADDRESS");
            PARTERRE_SAYS(sentence, "restart the engine");
            QVERIFY_EXCEPTION_THROWN(other->synchronize(), CudaError);
            QVERIFY_EXCEPTION_THROWN(Buffer(greens[1], 64), CudaError);
            // They may still be closed and dropped, and threads end, without another error.
            std::thread([&] { (void)gpu.device.setCurrent(greens[1]); }).join();
        }
        QVERIFY(driver.expired());
    }

    /// The same where the driver refuses each and every call.
    void aDriverThatRefusesEverythingLeavesNothingOnTheHost() {
        std::weak_ptr<Driver> driver;
        {
            const CountingGpu gpu;
            driver = gpu.driver;
            const auto green = gpu.green();
            const auto stream = green->createStream();
            const Event event = green->createEvent();
            const Buffer buffer(green, 64);
            const HostBuffer host(green, 64);
            const auto library = loadEmbeddedKernels(green);
            gpu.driver->failCallsFrom(1, abi::CUDA_ERROR_ILLEGAL_ADDRESS);
            QVERIFY_EXCEPTION_THROWN(green->createStream(), CudaError);
        }
        QVERIFY(driver.expired());
    }
};

QTEST_GUILESS_MAIN(TestOwnership)
#include "tst_ownership.moc"
