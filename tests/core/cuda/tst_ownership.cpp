// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"
#include "core/cuda/host_buffer.h"
#include "core/cuda/library.h"
#include "tests/core/cuda/counting_gpu.h"
#include "tests/core/cuda/partitioned_h200.h"

#include <thread>

using namespace parterre;
using test::CountingGpu;
using test::PartitionedH200;
using test::sentenceOf;

/// Who keeps whom alive, and what becomes of it at the end.
class TestOwnership : public QObject {
    Q_OBJECT

private slots:
    void aStreamKeepsTheWholeChain_data() { test::addTriedDrivers(); }
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

    void aLostDeviceLeavesNothingOnTheHost_data() { test::addTriedDrivers(); }
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
