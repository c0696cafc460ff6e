// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/context_use.h"

#include <utility>

namespace parterre {

ContextUse::ContextUse(std::shared_ptr<const Context> context, Kind kind)
    : m_context(std::move(context))
    , m_kind(kind) {
    m_context->beginUse(kind);
}

ContextUse::~ContextUse() {
    if (m_context != nullptr)
        m_context->endUse(m_kind);
}

ContextUse::ContextUse(ContextUse&& other) noexcept
    : m_context(std::move(other.m_context))
    , m_kind(other.m_kind) {}

ContextUse& ContextUse::operator=(ContextUse&& other) noexcept {
    std::swap(m_context, other.m_context);
    std::swap(m_kind, other.m_kind);
    return *this;
}

} // namespace parterre
