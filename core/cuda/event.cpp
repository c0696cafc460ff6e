// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/event.h"

#include "core/cuda/errors.h"
#include "core/cuda/scoped_current.h"
#include "core/cuda/stream.h"
#include "core/model/input_error.h"

#include <utility>

namespace parterre {
namespace {

using Kind = HandleRegistry::Kind;

} // namespace

/// What the copies of an event share.
class Event::State {
public:
    explicit State(std::shared_ptr<const Context> in)
        : use(std::move(in), ContextUse::Kind::event) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() {
        if (borrowed || handle == nullptr)
            return;
        // Whoever destroyed it behind our back may have been given the same handle again.
        if (driver().handles().remove(Kind::event, handle, this) || !registered)
            use.context()->giveBack(handle);
    }

    Driver& driver() const { return use.context()->driver(); }

    ContextUse use;
    std::shared_ptr<const void> owner; ///< of a borrowed one
    abi::CUevent handle = nullptr;
    bool borrowed = false;
    bool registered = false;
};

Event::Event(std::shared_ptr<State> state)
    : m_state(std::move(state)) {}

Event::Event(std::shared_ptr<const Context> context, const EventOptions& options)
    : m_state(std::make_shared<State>(std::move(context))) {
    const ScopedCurrent current(*m_state->use.context());
    unsigned flags = abi::CU_EVENT_DEFAULT;
    if (options.blockingSync)
        flags |= abi::CU_EVENT_BLOCKING_SYNC;
    if (!options.timing)
        flags |= abi::CU_EVENT_DISABLE_TIMING;
    check(m_state->driver().cuEventCreate(&m_state->handle, flags), DriverFunction::cuEventCreate);
    m_state->registered = true;
    m_state->driver().handles().put(Kind::event, m_state->handle, m_state);
}

Event Event::fromHandle(
    std::shared_ptr<const Context> context, abi::CUevent handle,
    std::shared_ptr<const void> owner) {
    if (handle == nullptr)
        throw InputError("event handle", "null", "the handle of an event");
    if (auto ours = context->driver().handles().find(Kind::event, handle)) {
        Event event(std::static_pointer_cast<State>(ours));
        if (*event.context() != *context)
            throw InputError("context", "not the event's", "the context that the event is of");
        return event;
    }
    auto state = std::make_shared<State>(std::move(context));
    state->owner = std::move(owner);
    state->handle = handle;
    state->borrowed = true;
    return Event(std::move(state));
}

abi::CUevent Event::handle() const {
    return m_state->handle;
}

bool Event::isBorrowed() const {
    return m_state->borrowed;
}

const std::shared_ptr<const Context>& Event::context() const {
    return m_state->use.context();
}

void Event::record(const Stream& stream) {
    const ScopedCurrent current(*context());
    check(
        m_state->driver().cuEventRecord(handle(), stream.handle()), DriverFunction::cuEventRecord);
}

void Event::synchronize() const {
    const ScopedCurrent current(*context());
    check(m_state->driver().cuEventSynchronize(handle()), DriverFunction::cuEventSynchronize);
}

bool Event::query() const {
    const ScopedCurrent current(*context());
    const abi::CUresult result = m_state->driver().cuEventQuery(handle());
    if (result == abi::CUDA_ERROR_NOT_READY)
        return false;
    check(result, DriverFunction::cuEventQuery);
    return true;
}

double Event::secondsSince(const Event& start) const {
    const ScopedCurrent current(*context());
    float milliseconds = 0;
    check(
        m_state->driver().cuEventElapsedTime(&milliseconds, start.handle(), handle()),
        DriverFunction::cuEventElapsedTime);
    return static_cast<double>(milliseconds) * 1e-3;
}

bool operator==(const Event& a, const Event& b) {
    return a.m_state == b.m_state ||
           (a.handle() == b.handle() && &a.m_state->driver() == &b.m_state->driver());
}

} // namespace parterre
