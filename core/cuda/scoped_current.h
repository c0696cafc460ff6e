// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context_use.h"
#include "core/cuda/pushed_context.h"

namespace parterre {

/// Makes a context this thread's current one for a scope, and puts back what was there whatever
/// happens. Keeps the context from being closed. Must end on the thread it began on, last in first
/// out, as scopes do. Throws InputError for a closed context, CudaError.
class ScopedCurrent {
public:
    /// The context must be held by a shared_ptr, as all are; this keeps a share.
    explicit ScopedCurrent(const Context& context);

private:
    ContextUse m_use;
    PushedContext m_pushed;
};

} // namespace parterre
