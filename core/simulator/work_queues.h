// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"

#include <optional>

namespace parterre {

/// The work queues that a context's streams submit to.
struct QueueUse {
    unsigned long long context = 0; ///< its id, where the two below set it apart from others
    int own = 0;                    ///< queues that it shares with nobody; 0: uses the shared ones
    int limit = 0;                  ///< of the shared ones, it uses no more; 0: all

    friend bool operator==(const QueueUse&, const QueueUse&) = default;
};

/// The hardware connections of a device (CUDA_DEVICE_MAX_CONNECTIONS) and which context submits
/// through which of them. The rules are those documented for 13.1's work-queue configuration, a
/// best effort there: scope device context, all share the connections; scope green-context
/// balanced, each context gets connections of its own, as many as its concurrency limit says, while
/// they last. One always stays with those who share.
class WorkQueues {
public:
    /// `connections`: 1 to 32, all of them shared at first.
    explicit WorkQueues(int connections);

    /// For a new context with this id and, where it was made with one, configuration.
    QueueUse admit(
        unsigned long long context,
        const std::optional<abi::CUdevWorkqueueConfigResource>& configuration);
    /// When the context ends.
    void release(const QueueUse& use);

    /// The connections that are nobody's own; at least 1.
    int shared() const { return m_shared; }

private:
    int m_shared;
};

} // namespace parterre
