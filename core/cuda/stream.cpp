// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/stream.h"

#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"
#include "core/model/input_error.h"

#include <cstdint>

namespace parterre {
namespace {

using Kind = HandleRegistry::Kind;

/// Null, CU_STREAM_LEGACY (1) and CU_STREAM_PER_THREAD (2): no stream of its own, but that of
/// whatever context is current.
bool isDefaultStream(abi::CUstream handle) {
    constexpr std::uintptr_t last = 2;
    return reinterpret_cast<std::uintptr_t>(handle) <= last;
}

/// 12.4 has both calls. cuStreamGetCtx alone answers a context of which the driver does not say
/// whether it is green.
std::shared_ptr<const Context> contextOf(
    const std::shared_ptr<Driver>& driver, abi::CUstream stream,
    const std::shared_ptr<const void>& owner) {
    abi::CUgreenCtx green = nullptr;
    if (driver->has(DriverFunction::cuStreamGetGreenCtx))
        check(driver->cuStreamGetGreenCtx(stream, &green), DriverFunction::cuStreamGetGreenCtx);
    if (green != nullptr)
        return Context::fromGreenHandle(driver, green, owner);
    abi::CUcontext context = nullptr;
    check(driver->cuStreamGetCtx(stream, &context), DriverFunction::cuStreamGetCtx);
    return Context::fromHandle(driver, context, owner);
}

} // namespace

std::shared_ptr<Stream> Stream::fromHandle(
    const std::shared_ptr<Driver>& driver, abi::CUstream handle,
    const std::shared_ptr<const void>& owner) {
    if (isDefaultStream(handle))
        throw InputError(
            "stream handle", "a default stream's",
            "a created stream's: a default stream is another one in each context");
    if (auto ours = driver->handles().find(Kind::stream, handle))
        return std::static_pointer_cast<Stream>(ours);
    std::shared_ptr<Stream> stream(
        new Stream(contextOf(driver, handle, owner), Ownership::borrowed));
    stream->m_owner = owner;
    stream->m_handle = handle;
    return stream;
}

void Stream::enroll() {
    m_registered = true;
    context()->driver().handles().put(Kind::stream, m_handle, shared_from_this());
}

Stream::~Stream() {
    if (isBorrowed() || m_handle == nullptr)
        return;
    // Whoever destroyed it behind our back may have been given the same handle again.
    if (context()->driver().handles().remove(Kind::stream, m_handle, this) || !m_registered)
        context()->giveBack(m_handle);
}

void Stream::synchronize() const {
    const ScopedCurrent current(*context());
    check(context()->driver().cuStreamSynchronize(m_handle), DriverFunction::cuStreamSynchronize);
}

bool Stream::query() const {
    const ScopedCurrent current(*context());
    const abi::CUresult result = context()->driver().cuStreamQuery(m_handle);
    if (result == abi::CUDA_ERROR_NOT_READY)
        return false;
    check(result, DriverFunction::cuStreamQuery);
    return true;
}

void Stream::wait(const Event& event) const {
    const ScopedCurrent current(*context());
    check(
        context()->driver().cuStreamWaitEvent(m_handle, event.handle(), 0),
        DriverFunction::cuStreamWaitEvent);
}

int Stream::priority() const {
    const ScopedCurrent current(*context());
    int priority = 0;
    check(
        context()->driver().cuStreamGetPriority(m_handle, &priority),
        DriverFunction::cuStreamGetPriority);
    return priority;
}

DeviceResources Stream::resources() const {
    return DeviceResources(shared_from_this());
}

bool operator==(const Stream& a, const Stream& b) {
    return a.m_handle == b.m_handle && &a.context()->driver() == &b.context()->driver();
}

} // namespace parterre
