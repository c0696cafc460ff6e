// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/cuda/host_buffer.h"
#include "core/cuda/stream.h"
#include "core/model/driver_version.h"
#include "core/probe/placement_probe.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"
#include "tests/support/split_by_count.h"

#include <QTest>

#include <functional>

using namespace parterre;
using parterre::test::FakeDriver;
using parterre::test::FaultyDriver;

namespace {

/// A GPU whose driver counts what is alive and fails a call at will, and things made on it.
struct FaultyGpu {
    std::shared_ptr<FakeDriver> fake;
    std::shared_ptr<FaultyDriver> driver;
    Device device;
    std::shared_ptr<Context> green;
    std::shared_ptr<Context> another;
    std::shared_ptr<Stream> stream;
    Event start;
    Event end;
    Buffer buffer;
    HostBuffer host;
    std::shared_ptr<Library> library;
    Kernel kernel;
    abi::CUstream foreignStream = nullptr;
    abi::CUgreenCtx foreignGreen = nullptr;

    explicit FaultyGpu(int version)
        : fake(std::make_shared<FakeDriver>(version))
        , driver(std::make_shared<FaultyDriver>(fake))
        , device(driver, 0)
        , green(make(8))
        , another(make(16))
        , stream(green->createStream())
        , start(green->createEvent())
        , end(green->createEvent())
        , buffer(green, 4096)
        , host(green, 4096)
        , library(loadEmbeddedKernels(green))
        , kernel(library->kernel("parterre_fill")) {
        start.record(*stream);
        end.record(*stream);
        fake->cuCtxPushCurrent(green->handle());
        fake->cuStreamCreateWithPriority(&foreignStream, abi::CU_STREAM_NON_BLOCKING, 0);
        abi::CUcontext popped = nullptr;
        fake->cuCtxPopCurrent(&popped);
        abi::CUdevResource raw = groupOf(8).raw();
        abi::CUdevResourceDesc descriptor = nullptr;
        fake->cuDevResourceGenerateDesc(&descriptor, &raw, 1);
        fake->cuGreenCtxCreate(&foreignGreen, descriptor, 0, abi::CU_GREEN_CTX_DEFAULT_STREAM);
    }

    SmResource groupOf(unsigned sms) const {
        return test::splitByCount(device.resources().sm(), 1, sms).groups[0];
    }
    std::shared_ptr<Context> make(unsigned sms) const {
        return device.createContext({groupOf(sms)});
    }
};

struct Operation {
    const char* name;
    std::function<void(FaultyGpu&)> run;
    int since = 0; ///< the driver that has it
};

/// From nothing to everything and back.
void useEverything(const FaultyGpu& gpu) {
    const Device& device = gpu.device;
    (void)device.describe();
    const SmSplit split = device.resources().sm().split({.count = {8, 8}});
    const auto a = device.createContext({split.groups[0]});
    const auto b = device.createContext({split.groups[1], *split.remainder});
    const auto stream = a->createStream();
    const auto other = b->createOrdinaryStream();
    Event start = a->createEvent();
    Event end = a->createEvent();
    Buffer buffer(a, 4096);
    const HostBuffer host(b, 4096);
    const Kernel kernel = loadEmbeddedKernels(a)->kernel("parterre_fill");
    start.record(*stream);
    kernel.launch(*stream, {1, 256}, buffer.address(), 256ULL, 7U);
    buffer.copyToHost(host.data(), 4096, *stream);
    end.record(*stream);
    end.synchronize();
    (void)end.secondsSince(start);
    other->wait(end);
    (void)observeSmIds(*a, *stream);
}

std::vector<Operation> operations() {
    return {
        {"everything", [](FaultyGpu& g) { useEverything(g); }},
        {"Device", [](FaultyGpu& g) { (void)Device(g.driver, 0).describe(); }},
        {"Device::fromHandle", [](FaultyGpu& g) { (void)Device::fromHandle(g.driver, 0); }},
        {"Device::primaryContext", [](FaultyGpu& g) { (void)g.device.primaryContext(); }},
        {"Device::createContext", [](FaultyGpu& g) { (void)g.make(16); }},
        {"Device::setCurrent",
         [](FaultyGpu& g) {
             try {
                 const auto before = g.device.setCurrent(g.green);
                 (void)g.device.setCurrent(before);
             } catch (...) {
                 // Whatever failed, the way back is free.
                 g.driver->failCall(0);
                 (void)g.device.setCurrent(nullptr);
                 throw;
             }
         }},
        {"DeviceResources", [](FaultyGpu& g) { (void)g.groupOf(8); }},
        {"Context::resources", [](FaultyGpu& g) { (void)g.green->resources().sm(); }},
        {"Context::fromHandle, of a foreign one",
         [](FaultyGpu& g) {
             (void)Context::fromHandle(g.driver, reinterpret_cast<abi::CUcontext>(g.foreignGreen));
         }},
        {"Context::fromGreenHandle, of a foreign one",
         [](FaultyGpu& g) { (void)Context::fromGreenHandle(g.driver, g.foreignGreen); }},
        {"Context::id", [](FaultyGpu& g) { (void)g.green->id(); }, 12090},
        {"Context::createStream", [](FaultyGpu& g) { (void)g.green->createStream(); }},
        {"Context::createOrdinaryStream",
         [](FaultyGpu& g) { (void)g.green->createOrdinaryStream(); }},
        {"Context::createEvent", [](FaultyGpu& g) { (void)g.green->createEvent(); }},
        {"Context::memory", [](FaultyGpu& g) { (void)g.green->memory(); }},
        {"Context::close",
         [](FaultyGpu& g) {
             const auto context = g.make(8);
             context->close();
         }},
        {"Stream::fromHandle, of a foreign one",
         [](FaultyGpu& g) { (void)Stream::fromHandle(g.driver, g.foreignStream); }},
        {"Stream's functions",
         [](FaultyGpu& g) {
             g.stream->wait(g.end);
             (void)g.stream->priority();
             (void)g.stream->query();
             g.stream->synchronize();
         }},
        {"Event's functions",
         [](FaultyGpu& g) {
             g.end.record(*g.stream);
             (void)g.end.query();
             g.end.synchronize();
             (void)g.end.secondsSince(g.start);
         }},
        {"Buffer", [](FaultyGpu& g) { const Buffer buffer(g.green, 64); }},
        {"HostBuffer", [](FaultyGpu& g) { const HostBuffer buffer(g.green, 64); }},
        {"Buffer's copies",
         [](FaultyGpu& g) {
             g.buffer.fill(1, *g.stream);
             g.buffer.copyFromHost(g.host.data(), 4096, *g.stream);
             g.buffer.copyToHost(g.host.data(), 4096, *g.stream);
         }},
        {"Library", [](FaultyGpu& g) { (void)loadEmbeddedKernels(g.green); }},
        {"Library::kernel", [](FaultyGpu& g) { (void)g.library->kernel("parterre_copy"); }},
        {"Kernel::attributes", [](FaultyGpu& g) { (void)g.kernel.attributes(); }},
        {"Kernel::occupancy",
         [](FaultyGpu& g) {
             LaunchShape shape{64, 256};
             shape.cluster = 8;
             (void)g.kernel.occupancy(*g.stream, shape);
         }},
        {"Kernel::launch",
         [](FaultyGpu& g) {
             g.kernel.launch(*g.stream, {1, 256}, g.buffer.address(), 256ULL, 7U);
         }},
    };
}

/// What guards and destructors ask: when it fails, they go on in another way.
bool hasAnotherWay(DriverFunction function) {
    return function == DriverFunction::cuCtxPopCurrent ||
           function == DriverFunction::cuCtxPushCurrent ||
           function == DriverFunction::cuCtxGetCurrent;
}

} // namespace

/// Whatever call fails: an error, nothing leaked, nothing given back twice, nothing left current,
/// nothing done in the wrong order, and the same works afterwards.
class TestFaults : public QObject {
    Q_OBJECT

private slots:
    void eachCallFailsInTurn_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<std::size_t>("operation");
        const auto all = operations();
        for (const int version : {12040, 13000, 13010})
            for (std::size_t i = 0; i < all.size(); ++i)
                if (version >= all[i].since)
                    QTest::addRow("%s, %s", all[i].name, driverVersionText(version).c_str())
                        << version << i;
    }
    void eachCallFailsInTurn() {
        QFETCH(int, version);
        QFETCH(std::size_t, operation);
        const Operation tested = operations()[operation];
        FaultyGpu gpu(version);
        const int live = gpu.fake->liveObjects();
        const std::size_t registered = gpu.driver->handles().size();
        int errors = 0;
        int k = 1;
        for (;; ++k) {
            // A release that the driver itself refuses is nobody's to mend.
            gpu.driver->failCall(k, abi::CUDA_ERROR_OUT_OF_MEMORY, [](DriverFunction function) {
                return !test::isRelease(function);
            });
            bool reported = false;
            try {
                tested.run(gpu);
            } catch (const CudaError& error) {
                ++errors;
                reported = true;
                QCOMPARE(error.result(), abi::CUDA_ERROR_OUT_OF_MEMORY);
            }
            const std::optional<DriverFunction> failed = gpu.driver->failed();
            gpu.driver->failCall(0);
            const std::string where =
                "call " + std::to_string(k) + ", " + (failed ? symbolOf(*failed) : "none");
            QVERIFY2(!failed || reported || hasAnotherWay(*failed), where.c_str());
            QVERIFY2(gpu.fake->liveObjects() == live, where.c_str());
            QVERIFY2(gpu.driver->handles().size() == registered, where.c_str());
            QVERIFY2(!gpu.fake->somethingIsCurrent(), where.c_str());
            const auto misuses = gpu.fake->misuses();
            QVERIFY2(misuses.empty(), (where + ": " + (misuses.empty() ? "" : misuses[0])).c_str());
            if (!failed && !reported)
                break;
            tested.run(gpu); // as if nothing had happened
        }
        qInfo("%d calls failed in turn, %d of them were reported", k - 1, errors);
        QVERIFY(errors > 0);
    }

    void nothingIsLeftAtTheEnd() {
        std::shared_ptr<FakeDriver> fake;
        {
            const FaultyGpu gpu(13000);
            fake = gpu.fake;
            fake->cuStreamDestroy(gpu.foreignStream);
            fake->cuGreenCtxDestroy(gpu.foreignGreen);
        }
        QCOMPARE(fake->liveObjects(), 0);
        QVERIFY(fake->misuses().empty());
    }
};

QTEST_GUILESS_MAIN(TestFaults)
#include "tst_faults.moc"
