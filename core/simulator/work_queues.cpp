// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/work_queues.h"

#include <algorithm>

namespace parterre {

WorkQueues::WorkQueues(int connections)
    : m_shared(connections) {}

QueueUse WorkQueues::admit(
    unsigned long long context,
    const std::optional<abi::CUdevWorkqueueConfigResource>& configuration) {
    if (!configuration)
        return {};
    const int limit = static_cast<int>(
        std::min(configuration->wqConcurrencyLimit, static_cast<unsigned>(m_shared)));
    if (configuration->sharingScope == abi::CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED) {
        const int own = std::min(limit, m_shared - 1);
        if (own > 0) {
            m_shared -= own;
            return {context, own, 0};
        }
    }
    return {context, 0, limit};
}

void WorkQueues::release(const QueueUse& use) {
    m_shared += use.own;
}

} // namespace parterre
