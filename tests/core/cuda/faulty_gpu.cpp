// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cuda/faulty_gpu.h"

#include "core/cuda/embedded_kernels.h"
#include "core/probe/placement_probe.h"
#include "tests/support/split_by_count.h"

#include <stdexcept>

namespace parterre::test {
namespace {

constexpr int withIds = 12090;
constexpr int withStructured = 13010;
constexpr int withLocality = 13040;

void mustSucceed(abi::CUresult result) {
    if (result != abi::CUDA_SUCCESS)
        throw std::runtime_error("foreign code failed");
}

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

void swapCurrent(FaultyGpu& gpu) {
    try {
        const auto before = gpu.device.setCurrent(gpu.green);
        (void)gpu.device.setCurrent(before);
    } catch (...) {
        // Whatever failed, the way back is free.
        gpu.driver->failCall(0);
        (void)gpu.device.setCurrent(nullptr);
        throw;
    }
}

using Operations = std::vector<GpuOperation>;

Operations splits() {
    const auto split = [](SmSplitOptions options, DryRun dryRun = DryRun::no) {
        return [=](FaultyGpu& gpu) { (void)gpu.sm.split(options, dryRun); };
    };
    return {
        {"by count", split({.count = {8, 8}, .strategy = Strategy::byCount})},
        {"by count, discovery", split({.count = {0, 0, 0}, .strategy = Strategy::byCount})},
        {"by count, smallest units",
         split({.count = {6, 6}, .strategy = Strategy::byCount, .ignoreCoscheduling = true})},
        {"combined", split({.count = {16, 8}, .strategy = Strategy::combined})},
        {"combined, in the smallest units",
         [](FaultyGpu& gpu) {
             const int most = static_cast<int>(gpu.sm.smCount());
             (void)gpu.sm.split({.count = {most - 14, 14}, .strategy = Strategy::combined});
         }},
        {"combined, chosen units", split({.units = {{1}, {0}}})},
        {"a strategy is chosen", split({.count = {16, 8}})},
        {"dry run", split({.count = {16, 8}}, DryRun::yes)},
        {"nested",
         [](FaultyGpu& gpu) {
             const SmSplit inner = gpu.another->resources().sm().split({.count = {8, 8}});
             (void)gpu.device.createContext({inner.groups.at(0)});
         }},
        {"structured", split({.count = {8, 0}, .strategy = Strategy::structured}), withStructured},
        {"structured, backfilled", split({.count = {8, 10}, .backfill = {false, true}}),
         withStructured},
        {"structured, dry run",
         split({.count = {8, 0}, .strategy = Strategy::structured}, DryRun::yes), withStructured},
        {"structured, of a locality domain", split({.count = 8, .localityDomain = 0}),
         withLocality},
    };
}

Operations queries() {
    return {
        {"Device",
         [](FaultyGpu& gpu) {
             (void)Device::count(gpu.driver);
             (void)Device(gpu.driver, 0).describe();
         }},
        {"Device::fromHandle", [](FaultyGpu& gpu) { (void)Device::fromHandle(gpu.driver, 0); }},
        {"resources of the device and its contexts",
         [](FaultyGpu& gpu) {
             (void)gpu.device.resources().sm();
             (void)gpu.green->resources().sm();
             (void)gpu.device.primaryContext()->resources().sm();
         }},
        {"Context::id", [](FaultyGpu& gpu) { (void)gpu.green->id(); }, withIds},
        {"Context::memory", [](FaultyGpu& gpu) { (void)gpu.green->memory(); }},
        {"resources of a stream", [](FaultyGpu& gpu) { (void)gpu.stream->resources().sm(); },
         withStructured},
        {"work queues",
         [](FaultyGpu& gpu) {
             (void)gpu.device.resources().workqueue();
             (void)gpu.green->resources().workqueue();
             (void)gpu.stream->resources().workqueue();
         },
         withStructured},
    };
}

Operations contexts() {
    return {
        {"Device::primaryContext", [](FaultyGpu& gpu) { (void)gpu.device.primaryContext(); }},
        {"Device::createContext", [](FaultyGpu& gpu) { (void)gpu.make(16); }},
        {"Device::createContext, of joined groups",
         [](FaultyGpu& gpu) {
             const auto a = gpu.device.createContext({gpu.combined.groups[0]});
             const auto b =
                 gpu.device.createContext({gpu.combined.groups[1], *gpu.combined.remainder});
         }},
        {"Device::createContext, with a work queue",
         [](FaultyGpu& gpu) {
             WorkqueueResource workqueue = gpu.device.resources().workqueue();
             workqueue.configure({WorkqueueScope::greenContextBalanced, 2});
             (void)gpu.device.createContext(gpu.combined.groups, workqueue);
         },
         withStructured},
        {"Device::setCurrent", swapCurrent},
        {"Context::fromHandle, of a foreign one",
         [](FaultyGpu& gpu) {
             (void)Context::fromHandle(
                 gpu.driver, reinterpret_cast<abi::CUcontext>(gpu.another->handle()));
             const auto wrapped = Context::fromGreenHandle(gpu.driver, gpu.foreignGreen);
             (void)Context::fromHandle(gpu.driver, wrapped->handle());
         }},
        {"Context::close",
         [](FaultyGpu& gpu) {
             const auto context = gpu.make(8);
             context->close();
         }},
        {"Stream::fromHandle, of a foreign one",
         [](FaultyGpu& gpu) { (void)Stream::fromHandle(gpu.driver, gpu.foreignStream); }},
        {"Event::fromHandle, of a foreign one",
         [](FaultyGpu& gpu) {
             Event event = Event::fromHandle(gpu.green, gpu.foreignEvent);
             event.record(*gpu.stream);
             event.synchronize();
         }},
    };
}

Operations work() {
    return {
        {"Context::createStream", [](FaultyGpu& gpu) { (void)gpu.green->createStream(); }},
        {"Context::createOrdinaryStream",
         [](FaultyGpu& gpu) {
             (void)gpu.green->createOrdinaryStream();
             (void)gpu.device.primaryContext()->createOrdinaryStream({false, 0});
         }},
        {"Context::createEvent", [](FaultyGpu& gpu) { (void)gpu.green->createEvent(); }},
        {"Stream's functions",
         [](FaultyGpu& gpu) {
             gpu.stream->wait(gpu.end);
             (void)gpu.stream->priority();
             (void)gpu.stream->query();
             gpu.stream->synchronize();
         }},
        {"Event's functions",
         [](FaultyGpu& gpu) {
             gpu.end.record(*gpu.stream);
             (void)gpu.end.query();
             gpu.end.synchronize();
             (void)gpu.end.secondsSince(gpu.start);
         }},
        {"Buffer", [](FaultyGpu& gpu) { const Buffer buffer(gpu.green, 64); }},
        {"HostBuffer", [](FaultyGpu& gpu) { const HostBuffer buffer(gpu.green, 64); }},
        {"Buffer's copies",
         [](FaultyGpu& gpu) {
             Buffer other(gpu.green, 4096);
             gpu.buffer.fill(1, *gpu.stream);
             gpu.buffer.copyFromHost(gpu.host.data(), 4096, *gpu.stream);
             other.copyFrom(gpu.buffer, 4096, *gpu.stream);
             other.copyToHost(gpu.host.data(), 4096, *gpu.stream);
             gpu.stream->synchronize();
         }},
        {"Library", [](FaultyGpu& gpu) { (void)loadEmbeddedKernels(gpu.green); }},
        {"Library::kernel", [](FaultyGpu& gpu) { (void)gpu.library->kernel("parterre_copy"); }},
        {"Kernel::attributes",
         [](FaultyGpu& gpu) {
             (void)gpu.kernel.attributes();
             gpu.kernel.allowDynamicSharedBytes(64 << 10);
             gpu.kernel.allowNonPortableClusters();
             (void)gpu.kernel.maxActiveBlocksPerSm(*gpu.green, 256);
         }},
        {"Kernel::occupancy",
         [](FaultyGpu& gpu) {
             LaunchShape shape{64, 256};
             shape.cluster = 8;
             (void)gpu.kernel.occupancy(*gpu.stream, shape);
         }},
        {"Kernel::launch",
         [](FaultyGpu& gpu) {
             gpu.kernel.launch(*gpu.stream, {1, 256}, gpu.buffer.address(), 256ULL, 7U);
             gpu.stream->synchronize();
         }},
        {"observeSmIds", [](FaultyGpu& gpu) { (void)observeSmIds(*gpu.green, *gpu.stream); }},
        {"everything", [](FaultyGpu& gpu) { useEverything(gpu); }},
    };
}

} // namespace

FaultyGpu::FaultyGpu(FaultyTarget on)
    : target(std::move(on))
    , driver(target.driver)
    , device(driver, 0)
    , sm(device.resources().sm())
    , combined(
          sm.split({.count = {10, 6}, .strategy = Strategy::combined, .ignoreCoscheduling = true}))
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
    mustSucceed(driver->cuCtxPushCurrent(green->handle()));
    mustSucceed(driver->cuStreamCreateWithPriority(&foreignStream, abi::CU_STREAM_NON_BLOCKING, 0));
    mustSucceed(driver->cuEventCreate(&foreignEvent, abi::CU_EVENT_DEFAULT));
    abi::CUcontext popped = nullptr;
    mustSucceed(driver->cuCtxPopCurrent(&popped));
    abi::CUdevResource raw = groupOf(8).raw();
    abi::CUdevResourceDesc descriptor = nullptr;
    mustSucceed(driver->cuDevResourceGenerateDesc(&descriptor, &raw, 1));
    mustSucceed(
        driver->cuGreenCtxCreate(&foreignGreen, descriptor, 0, abi::CU_GREEN_CTX_DEFAULT_STREAM));
}

FaultyGpu::~FaultyGpu() {
    driver->cuEventDestroy(foreignEvent);
    driver->cuStreamDestroy(foreignStream);
    driver->cuGreenCtxDestroy(foreignGreen);
}

SmResource FaultyGpu::groupOf(unsigned sms) const {
    return test::splitByCount(device.resources().sm(), 1, sms).groups[0];
}

std::shared_ptr<Context> FaultyGpu::make(unsigned sms) const {
    return device.createContext({groupOf(sms)});
}

std::vector<GpuOperation> gpuOperations() {
    Operations all;
    for (Operations some : {splits(), queries(), contexts(), work()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

} // namespace parterre::test
