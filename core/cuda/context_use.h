// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context.h"

#include <memory>

namespace parterre {

/// A share of a context that also keeps it from being closed. Move-only; one that was moved from
/// holds nothing.
class ContextUse {
public:
    using Kind = ContextUseKind; ///< what it counts as

    /// Throws InputError if the context is closed.
    ContextUse(std::shared_ptr<const Context> context, Kind kind);
    ~ContextUse();
    ContextUse(ContextUse&& other) noexcept;
    ContextUse& operator=(ContextUse&& other) noexcept;

    /// Null once it was moved from.
    const std::shared_ptr<const Context>& context() const { return m_context; }

private:
    std::shared_ptr<const Context> m_context;
    Kind m_kind;
};

} // namespace parterre
