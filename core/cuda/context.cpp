// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context.h"

#include "core/cuda/current_in_thread.h"
#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

namespace parterre {
namespace {

using Kind = HandleRegistry::Kind;

std::shared_ptr<Context> registered(Driver& driver, Kind kind, const void* handle) {
    auto found = std::static_pointer_cast<Context>(driver.handles().find(kind, handle));
    return found != nullptr && !found->isClosed() ? found : nullptr;
}

void checkHandle(const void* handle) {
    if (handle == nullptr)
        throw InputError("context handle", "null", "the handle of a context");
}

} // namespace

std::shared_ptr<Context> Context::retainPrimary(const Device& device) {
    // Made first, so that nothing can fail between retaining and someone being there to release.
    std::shared_ptr<Context> context(new Context(device));
    check(
        context->driver().cuDevicePrimaryCtxRetain(&context->m_handle, device.handle()),
        DriverFunction::cuDevicePrimaryCtxRetain);
    context->m_ownership = Ownership::primary;
    context->m_registered = true;
    // Who holds it already shares it: the second retain ends with the second object.
    return std::static_pointer_cast<Context>(
        context->driver().handles().putUnlessOwned(Kind::context, context->m_handle, context));
}

std::shared_ptr<Context>
Context::createGreen(const Device& device, std::vector<abi::CUdevResource> resources) {
    std::shared_ptr<Context> context(new Context(device));
    Driver& driver = context->driver();
    context->m_primary = retainPrimary(device);
    context->m_primary->giveBackLate();

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
    context->m_ownership = Ownership::green;
    check(
        driver.cuCtxFromGreenCtx(&context->m_handle, context->m_green),
        DriverFunction::cuCtxFromGreenCtx);
    context->registerGreen();
    return context;
}

std::shared_ptr<Context> Context::fromHandle(
    const std::shared_ptr<Driver>& driver, abi::CUcontext handle,
    std::shared_ptr<const void> owner) {
    checkHandle(handle);
    if (auto ours = registered(*driver, Kind::context, handle))
        return ours;
    return borrow(driver, handle, nullptr, std::move(owner));
}

std::shared_ptr<Context> Context::fromGreenHandle(
    const std::shared_ptr<Driver>& driver, abi::CUgreenCtx handle,
    std::shared_ptr<const void> owner) {
    checkHandle(handle);
    if (auto ours = registered(*driver, Kind::greenContext, handle))
        return ours;
    require(*driver, DriverFunction::cuCtxFromGreenCtx, "green contexts");
    abi::CUcontext context = nullptr;
    check(driver->cuCtxFromGreenCtx(&context, handle), DriverFunction::cuCtxFromGreenCtx);
    return borrow(driver, context, handle, std::move(owner));
}

std::shared_ptr<Context> Context::borrow(
    const std::shared_ptr<Driver>& driver, abi::CUcontext handle, abi::CUgreenCtx green,
    std::shared_ptr<const void> owner) {
    abi::CUdevice device = 0;
    {
        const PushedContext pushed(*driver, handle);
        check(pushed.result(), DriverFunction::cuCtxPushCurrent);
        check(driver->cuCtxGetDevice(&device), DriverFunction::cuCtxGetDevice);
    }
    std::shared_ptr<Context> context(new Context(Device::fromHandle(driver, device)));
    context->m_ownership = Ownership::borrowed;
    context->m_owner = std::move(owner);
    context->m_handle = handle;
    context->m_green = green;
    return context;
}

Context::~Context() {
    switch (m_ownership) {
    case Ownership::green:
        if (!m_closed && unregisterGreen())
            m_primary->giveBack(Release::GreenContext{m_green, m_handle});
        break;
    case Ownership::primary:
        driver().handles().remove(Kind::context, m_handle, this);
        m_late.tryAgain(driver(), m_handle);
        driver().cuDevicePrimaryCtxRelease(m_device.handle());
        break;
    case Ownership::borrowed:
        m_late.tryAgain(driver(), m_handle);
        break;
    case Ownership::nothing:
        break;
    }
}

void Context::registerGreen() {
    m_registered = true;
    const std::shared_ptr<Context> self = shared_from_this();
    driver().handles().put(Kind::context, m_handle, self);
    driver().handles().put(Kind::greenContext, m_green, self);
}

bool Context::unregisterGreen() noexcept {
    driver().handles().remove(Kind::context, m_handle, this);
    return driver().handles().remove(Kind::greenContext, m_green, this) || !m_registered;
}

abi::CUcontext Context::handle() const {
    if (m_closed)
        throw InputError("context", "closed", "one that is open");
    return m_handle;
}

abi::CUgreenCtx Context::greenHandle() const {
    (void)handle();
    return m_green;
}

std::shared_ptr<const Context> Context::root() const {
    return m_primary != nullptr ? m_primary : shared_from_this();
}

DeviceResources Context::resources() const {
    (void)handle();
    return DeviceResources(shared_from_this());
}

unsigned long long Context::id() const {
    if (!isGreen())
        throw InputError("context", "not a green one", "a green context: others have no id");
    require(driver(), DriverFunction::cuGreenCtxGetId, "green context ids");
    unsigned long long id = 0;
    check(driver().cuGreenCtxGetId(greenHandle(), &id), DriverFunction::cuGreenCtxGetId);
    return id;
}

void Context::checkNonBlocking(const StreamOptions& options) const {
    if (isGreen() && !options.nonBlocking)
        throw InputError(
            "stream", "blocking", "non-blocking: a green context's streams must be non-blocking");
}

std::shared_ptr<Stream> Context::createStream(const StreamOptions& options) const {
    if (!isGreen())
        throw InputError(
            "context", "the primary context",
            "a green context: streams of partitions are only supported on green contexts");
    if (!driver().has(DriverFunction::cuGreenCtxStreamCreate))
        return createOrdinaryStream(options);
    checkNonBlocking(options);

    std::shared_ptr<Stream> stream(new Stream(shared_from_this(), Stream::Ownership::owned));
    check(
        driver().cuGreenCtxStreamCreate(
            &stream->m_handle, greenHandle(), abi::CU_STREAM_NON_BLOCKING, options.priority),
        DriverFunction::cuGreenCtxStreamCreate);
    stream->enroll();
    return stream;
}

std::shared_ptr<Stream> Context::createOrdinaryStream(const StreamOptions& options) const {
    checkNonBlocking(options);
    std::shared_ptr<Stream> stream(new Stream(shared_from_this(), Stream::Ownership::owned));
    const ScopedCurrent current(*this);
    const unsigned flags =
        options.nonBlocking ? abi::CU_STREAM_NON_BLOCKING : abi::CU_STREAM_DEFAULT;
    check(
        driver().cuStreamCreateWithPriority(&stream->m_handle, flags, options.priority),
        DriverFunction::cuStreamCreateWithPriority);
    stream->enroll();
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

void Context::close() {
    if (m_closed)
        return;
    if (isBorrowed())
        throw InputError("context", "a borrowed one", "closing a context that was created here");
    if (!isGreen())
        throw InputError(
            "context", "the primary context",
            "closing green contexts: the primary one is released with its last user");
    abi::CUcontext current = nullptr;
    check(driver().cuCtxGetCurrent(&current), DriverFunction::cuCtxGetCurrent);
    current_in_thread::letGoUnless(driver(), current);
    if (current == m_handle)
        throw InputError(
            "context", "being closed while it is current", "closing it once another one is");

    const std::scoped_lock lock(m_useMutex);
    if (const std::string why = whyInUse(); !why.empty())
        throw InputError(
            "context", fmt::format("being closed while {}", why), "closing it after that");
    m_closed = true; // from here on nobody finds it any more
    if (!unregisterGreen())
        return;
    const abi::CUresult result = driver().cuGreenCtxDestroy(m_green);
    if (result == abi::CUDA_SUCCESS)
        return;
    m_closed = false;
    registerGreen();
    check(result, DriverFunction::cuGreenCtxDestroy);
}

void Context::beginUse(ContextUseKind kind) const {
    const std::scoped_lock lock(m_useMutex);
    (void)handle();
    ++m_uses[static_cast<std::size_t>(kind)];
}

void Context::endUse(ContextUseKind kind) const noexcept {
    const std::scoped_lock lock(m_useMutex);
    --m_uses[static_cast<std::size_t>(kind)];
}

std::string Context::whyInUse() const {
    const auto count = [&](ContextUseKind kind) { return m_uses[static_cast<std::size_t>(kind)]; };
    if (count(ContextUseKind::current) > 0)
        return "it is current in some thread";
    const auto has = [](int number, std::string_view what) {
        return fmt::format("it has {} live {}{}", number, what, number == 1 ? "" : "s");
    };
    if (const int streams = count(ContextUseKind::stream); streams > 0)
        return has(streams, "stream");
    if (const int events = count(ContextUseKind::event); events > 0)
        return has(events, "event");
    return {};
}

void Context::giveBack(const Release::What& what) const noexcept {
    const Context& owner = m_primary != nullptr ? *m_primary : *this;
    owner.m_late.giveBack(driver(), owner.m_handle, Release(what));
}

void Context::giveBackLate() const noexcept {
    const Context& owner = m_primary != nullptr ? *m_primary : *this;
    owner.m_late.tryAgain(driver(), owner.m_handle);
}

bool operator==(const Context& a, const Context& b) {
    return &a == &b || (!a.m_closed && !b.m_closed && a.m_device.driver() == b.m_device.driver() &&
                        a.m_handle == b.m_handle);
}

} // namespace parterre
