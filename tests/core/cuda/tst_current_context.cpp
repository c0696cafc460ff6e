// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/errors.h"
#include "core/cuda/host_buffer.h"
#include "core/cuda/library.h"
#include "core/model/driver_version.h"
#include "core/probe/placement_probe.h"
#include "tests/core/cuda/partitioned_h200.h"
#include "tests/support/split_by_count.h"

#include <functional>

using namespace parterre;
using test::PartitionedH200;

namespace {

/// What the functions are called with: made beforehand.
struct Things {
    explicit Things(const PartitionedH200& made)
        : gpu(made)
        , green(gpu.green())
        , stream(green->createStream())
        , start(green->createEvent())
        , end(green->createEvent())
        , buffer(green, 4096)
        , other(green, 4096)
        , host(green, 4096)
        , library(loadEmbeddedKernels(green))
        , kernel(library->kernel("parterre_fill"))
        , foreignStream(gpu.rawStream(*green))
        , foreignGreen(gpu.rawGreen()) {
        start.record(*stream);
        end.record(*stream);
        end.synchronize();
    }
    ~Things() {
        gpu.driver->cuStreamDestroy(foreignStream);
        gpu.driver->cuGreenCtxDestroy(foreignGreen);
    }
    Things(const Things&) = delete;
    Things& operator=(const Things&) = delete;

    const PartitionedH200& gpu;
    std::shared_ptr<Context> green;
    std::shared_ptr<Stream> stream;
    Event start;
    Event end;
    Buffer buffer;
    Buffer other;
    HostBuffer host;
    std::shared_ptr<Library> library;
    Kernel kernel;
    abi::CUstream foreignStream;
    abi::CUgreenCtx foreignGreen;
};

struct Function {
    const char* name;
    std::function<void(Things&)> call;
    int since = 0; ///< the driver that has it
};

std::vector<Function> functions() {
    return {
        {"Device::describe", [](Things& t) { (void)t.gpu.device.describe(); }},
        {"Device::fromHandle", [](Things& t) { (void)Device::fromHandle(t.gpu.driver, 0); }},
        {"Device::primaryContext", [](Things& t) { (void)t.gpu.device.primaryContext(); }},
        {"Device::createContext", [](Things& t) { (void)t.gpu.green(); }},
        {"DeviceResources of the device",
         [](Things& t) { (void)test::splitByCount(t.gpu.device.resources().sm(), 2, 8); }},
        {"DeviceResources of a context, SMs", [](Things& t) { (void)t.green->resources().sm(); }},
        {"DeviceResources of a context, work queue",
         [](Things& t) { (void)t.green->resources().workqueue(); }, 13010},
        {"DeviceResources of a stream", [](Things& t) { (void)t.stream->resources().sm(); }, 13010},
        {"Context::fromHandle of ours",
         [](Things& t) { (void)Context::fromHandle(t.gpu.driver, t.green->handle()); }},
        {"Context::fromGreenHandle of a foreign one",
         [](Things& t) { (void)Context::fromGreenHandle(t.gpu.driver, t.foreignGreen); }},
        {"Context::id", [](Things& t) { (void)t.green->id(); }, 12090},
        {"Context::createStream", [](Things& t) { (void)t.green->createStream(); }},
        {"Context::createOrdinaryStream", [](Things& t) { (void)t.green->createOrdinaryStream(); }},
        {"Context::createEvent", [](Things& t) { (void)t.green->createEvent(); }},
        {"Context::memory", [](Things& t) { (void)t.green->memory(); }},
        {"Context::close", [](Things& t) { t.gpu.green()->close(); }},
        {"Context::close, refused",
         [](Things& t) {
             try {
                 t.green->close();
             } catch (const std::invalid_argument&) {
                 return;
             }
         }},
        {"Stream::fromHandle of ours",
         [](Things& t) { (void)Stream::fromHandle(t.gpu.driver, t.stream->handle()); }},
        {"Stream::fromHandle of a foreign one",
         [](Things& t) { (void)Stream::fromHandle(t.gpu.driver, t.foreignStream); }},
        {"Stream::synchronize", [](Things& t) { t.stream->synchronize(); }},
        {"Stream::query", [](Things& t) { (void)t.stream->query(); }},
        {"Stream::wait", [](Things& t) { t.stream->wait(t.end); }},
        {"Stream::priority", [](Things& t) { (void)t.stream->priority(); }},
        {"Event::fromHandle", [](Things& t) { (void)Event::fromHandle(t.green, t.end.handle()); }},
        {"Event::record", [](Things& t) { t.end.record(*t.stream); }},
        {"Event::synchronize", [](Things& t) { t.end.synchronize(); }},
        {"Event::query", [](Things& t) { (void)t.end.query(); }},
        {"Event::secondsSince",
         [](Things& t) {
             t.end.synchronize();
             (void)t.end.secondsSince(t.start);
         }},
        {"Buffer", [](Things& t) { const Buffer buffer(t.green, 64); }},
        {"Buffer::copyFromHost",
         [](Things& t) { t.buffer.copyFromHost(t.host.data(), 4096, *t.stream); }},
        {"Buffer::copyToHost",
         [](Things& t) { t.buffer.copyToHost(t.host.data(), 4096, *t.stream); }},
        {"Buffer::copyFrom", [](Things& t) { t.buffer.copyFrom(t.other, 4096, *t.stream); }},
        {"Buffer::fill", [](Things& t) { t.buffer.fill(3, *t.stream); }},
        {"HostBuffer", [](Things& t) { const HostBuffer buffer(t.green, 64); }},
        {"Library::load", [](Things& t) { (void)loadEmbeddedKernels(t.green); }},
        {"Library::kernel", [](Things& t) { (void)t.library->kernel("parterre_copy"); }},
        {"Library::kernel, refused",
         [](Things& t) {
             try {
                 (void)t.library->kernel("nobody");
             } catch (const CudaError&) {
                 return;
             }
         }},
        {"Kernel::attributes", [](Things& t) { (void)t.kernel.attributes(); }},
        {"Kernel::allowNonPortableClusters",
         [](Things& t) { t.kernel.allowNonPortableClusters(); }},
        {"Kernel::occupancy",
         [](Things& t) {
             (void)t.kernel.occupancy(*t.stream, {1, 256});
         }},
        {"Kernel::launch",
         [](Things& t) {
             t.kernel.launch(*t.stream, {1, 256}, t.buffer.address(), 256ULL, 7U);
         }},
        {"Kernel::launch, refused",
         [](Things& t) {
             try {
                 t.kernel.launch(*t.stream, {1, 4096}, t.buffer.address(), 256ULL, 7U);
             } catch (const CudaError&) {
                 return;
             }
         }},
        {"observeSmIds", [](Things& t) { (void)observeSmIds(*t.green, *t.stream); }},
    };
}

enum class Start { nothing, primary, thisContext, anotherOnTopOfThePrimary };

} // namespace

/// Whatever is current in the calling thread: every function does the same, and leaves it so.
class TestCurrentContext : public QObject {
    Q_OBJECT

private slots:
    void noFunctionDependsOnOrChangesIt_data() {
        QTest::addColumn<int>("version");
        QTest::addColumn<int>("start");
        for (const int version : test::triedDrivers)
            for (const auto& [start, name] : std::vector<std::pair<Start, const char*>>{
                     {Start::nothing, "nothing current"},
                     {Start::primary, "the primary context"},
                     {Start::thisContext, "the same context"},
                     {Start::anotherOnTopOfThePrimary, "another partition"}})
                QTest::addRow("%s, %s", driverVersionText(version).c_str(), name)
                    << version << static_cast<int>(start);
    }
    void noFunctionDependsOnOrChangesIt() {
        QFETCH(int, version);
        QFETCH(int, start);
        const PartitionedH200 gpu(version);
        Driver& driver = *gpu.driver;
        const auto primary = gpu.device.primaryContext();
        const auto another = gpu.green(8);
        Things things(gpu);

        std::vector<abi::CUcontext> stack;
        switch (static_cast<Start>(start)) {
        case Start::nothing:
            break;
        case Start::primary:
            stack = {primary->handle()};
            break;
        case Start::thisContext:
            stack = {things.green->handle()};
            break;
        case Start::anotherOnTopOfThePrimary:
            stack = {primary->handle(), another->handle()};
            break;
        }
        int count = 0;
        for (const Function& function : functions()) {
            if (version < function.since)
                continue;
            for (abi::CUcontext context : stack)
                QCOMPARE(driver.cuCtxPushCurrent(context), abi::CUDA_SUCCESS);
            function.call(things);
            // The whole stack is as it was, not only its top.
            for (auto expected = stack.rbegin(); expected != stack.rend(); ++expected) {
                abi::CUcontext popped = nullptr;
                QVERIFY2(driver.cuCtxPopCurrent(&popped) == abi::CUDA_SUCCESS, function.name);
                QVERIFY2(popped == *expected, function.name);
            }
            QVERIFY2(gpu.current() == nullptr, function.name);
            ++count;
        }
        QVERIFY(count >= 40);
    }
};

QTEST_GUILESS_MAIN(TestCurrentContext)
#include "tst_current_context.moc"
