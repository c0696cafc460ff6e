// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/scoped_current.h"

#include "core/cuda/errors.h"

namespace parterre {

ScopedCurrent::ScopedCurrent(const Context& context)
    : m_use(context.shared_from_this(), ContextUse::Kind::current)
    , m_pushed(context.driver(), context.handle()) {
    check(m_pushed.result(), DriverFunction::cuCtxPushCurrent);
}

} // namespace parterre
