// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context.h"

namespace parterre {

/// Makes a context this thread's current one for a scope, and puts back what was there whatever
/// happens. Must end on the thread it began on, last in first out, as scopes do.
class ScopedCurrent {
public:
    explicit ScopedCurrent(const Context& context);
    ~ScopedCurrent();
    ScopedCurrent(const ScopedCurrent&) = delete;
    ScopedCurrent& operator=(const ScopedCurrent&) = delete;

private:
    std::shared_ptr<const Context>
        m_context; ///< destroying a current context is asking for trouble
};

/// The same for destructors: says whether it worked instead of throwing.
class TryCurrent {
public:
    explicit TryCurrent(const Context& context) noexcept;
    ~TryCurrent();
    TryCurrent(const TryCurrent&) = delete;
    TryCurrent& operator=(const TryCurrent&) = delete;

    explicit operator bool() const { return m_isCurrent; }

private:
    Driver& m_driver;
    bool m_isCurrent;
};

} // namespace parterre
