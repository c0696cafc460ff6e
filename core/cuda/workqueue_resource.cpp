// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/workqueue_resource.h"

#include "core/model/input_error.h"

#include <string>

namespace parterre {
namespace {

abi::CUdevWorkqueueConfigScope rawScope(WorkqueueScope scope) {
    switch (scope) {
    case WorkqueueScope::deviceContext:
        return abi::CU_WORKQUEUE_SCOPE_DEVICE_CTX;
    case WorkqueueScope::greenContextBalanced:
        return abi::CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED;
    }
    throw InputError(
        "sharing_scope", std::to_string(static_cast<int>(scope)), workqueueScopeWords());
}

} // namespace

WorkqueueScope WorkqueueResource::sharingScope() const {
    return m_raw.wqConfig.sharingScope == abi::CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED
               ? WorkqueueScope::greenContextBalanced
               : WorkqueueScope::deviceContext;
}

void WorkqueueResource::configure(const WorkqueueOptions& options) {
    if (options.concurrencyLimit && *options.concurrencyLimit < 1)
        throw InputError(
            "concurrency_limit", std::to_string(*options.concurrencyLimit), "1 or more");
    if (options.sharingScope)
        m_raw.wqConfig.sharingScope = rawScope(*options.sharingScope);
    if (options.concurrencyLimit)
        m_raw.wqConfig.wqConcurrencyLimit = static_cast<unsigned>(*options.concurrencyLimit);
}

WorkqueueDescription WorkqueueResource::describe() const {
    return {concurrencyLimit(), sharingScope()};
}

} // namespace parterre
