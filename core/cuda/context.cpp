// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"

#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"

namespace parterre {

std::shared_ptr<Context> Context::retainPrimary(const Device& device) {
    // Made first, so that nothing can fail between retaining and someone being there to release.
    std::shared_ptr<Context> context(new Context(device));
    check(
        context->driver().cuDevicePrimaryCtxRetain(&context->m_handle, device.handle()),
        DriverFunction::cuDevicePrimaryCtxRetain);
    return context;
}

std::shared_ptr<Context>
Context::createGreen(const Device& device, std::vector<abi::CUdevResource> resources) {
    std::shared_ptr<Context> context(new Context(device));
    Driver& driver = context->driver();
    context->m_primary = retainPrimary(device);

    // The driver has no call to release a descriptor.
    abi::CUdevResourceDesc descriptor = nullptr;
    check(
        driver.cuDevResourceGenerateDesc(
            &descriptor, resources.data(), static_cast<unsigned>(resources.size())),
        DriverFunction::cuDevResourceGenerateDesc);
    check(
        driver.cuGreenCtxCreate(
            &context->m_green, descriptor, device.handle(), abi::CU_GREEN_CTX_DEFAULT_STREAM),
        DriverFunction::cuGreenCtxCreate);
    check(
        driver.cuCtxFromGreenCtx(&context->m_handle, context->m_green),
        DriverFunction::cuCtxFromGreenCtx);
    return context;
}

Context::~Context() {
    if (m_green != nullptr) {
        // Destroying a current green context succeeds and leaves it current, dead: any later call
        // of this thread would fail far from the cause.
        abi::CUcontext current = nullptr;
        if (m_handle != nullptr && driver().cuCtxGetCurrent(&current) == abi::CUDA_SUCCESS &&
            current == m_handle)
            driver().cuCtxSetCurrent(nullptr);
        driver().cuGreenCtxDestroy(m_green);
    } else if (m_handle != nullptr) {
        driver().cuDevicePrimaryCtxRelease(m_device.handle());
    }
}

DeviceResources Context::resources() const {
    return DeviceResources(shared_from_this());
}

unsigned long long Context::id() const {
    if (!isGreen() || !driver().has(DriverFunction::cuGreenCtxGetId))
        return 0;
    unsigned long long id = 0;
    check(driver().cuGreenCtxGetId(m_green, &id), DriverFunction::cuGreenCtxGetId);
    return id;
}

std::shared_ptr<Stream> Context::createStream(const StreamOptions& options) const {
    if (!isGreen())
        throw InputError(
            "context", "the primary context",
            "a green context: streams of partitions are only supported on green contexts");
    // Before 12.5 a stream belongs to the green context that is current where it is made.
    if (!driver().has(DriverFunction::cuGreenCtxStreamCreate))
        return createOrdinaryStream(options);
    if (!options.nonBlocking)
        throw InputError("stream", "blocking", "non-blocking: a green context's streams must be");

    std::shared_ptr<Stream> stream(new Stream(shared_from_this()));
    check(
        driver().cuGreenCtxStreamCreate(
            &stream->m_handle, m_green, abi::CU_STREAM_NON_BLOCKING, options.priority),
        DriverFunction::cuGreenCtxStreamCreate);
    return stream;
}

std::shared_ptr<Stream> Context::createOrdinaryStream(const StreamOptions& options) const {
    if (isGreen() && !options.nonBlocking)
        throw InputError("stream", "blocking", "non-blocking: a green context's streams must be");
    std::shared_ptr<Stream> stream(new Stream(shared_from_this()));
    const ScopedCurrent current(*this);
    const unsigned flags =
        options.nonBlocking ? abi::CU_STREAM_NON_BLOCKING : abi::CU_STREAM_DEFAULT;
    check(
        driver().cuStreamCreateWithPriority(&stream->m_handle, flags, options.priority),
        DriverFunction::cuStreamCreateWithPriority);
    return stream;
}

Event Context::createEvent(const EventOptions& options) const {
    return Event(shared_from_this(), options);
}

Context::Memory Context::memory() const {
    const ScopedCurrent current(*this);
    Memory memory;
    check(driver().cuMemGetInfo(&memory.free, &memory.total), DriverFunction::cuMemGetInfo);
    return memory;
}

} // namespace parterre
