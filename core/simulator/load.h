// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/sm_mask.h"
#include "core/simulator/work_queues.h"

namespace parterre {

/// What one operation asks of the device: where it may run and how much work it is.
struct Load {
    /// What of the device does it.
    enum class Unit {
        sms,          ///< a kernel
        deviceMemory, ///< a copy or fill within device memory, made by the driver
        toDevice,     ///< over the host link
        toHost,       ///< over the host link
    };

    Unit unit = Unit::sms;  ///< decides which of the others count
    SmMask sms;             ///< kernels: the SMs it may run on
    int blocks = 0;         ///< kernels: one block needs one SM; a larger grid uses all of them
    int waves = 1;          ///< kernels: how often all its SMs take new blocks until it ends
    int priority = 0;       ///< as CUDA counts: a smaller number goes first
    QueueUse queues;        ///< kernels: the work queues of the stream's context
    double flops = 0;       ///< fp32 operations in all
    double tensorFlops = 0; ///< bf16 operations of the matrix units in all
    double bytes = 0;       ///< read + written in all
    bool readsOnly = false; ///< whether nothing of that is written
    double l2Bytes = 0;     ///< answered by L2 in all
    double inFlight =
        0; ///< bytes that an SM's blocks have under way at once; 0: as many as it takes
    double seconds = 0; ///< kernels: a time that passes whatever else runs (a spinning block)

    friend bool operator==(const Load&, const Load&) = default;
};

/// A load at work.
struct RunningLoad {
    const Load* load = nullptr; ///< the operation's; not owned
    SmMask held;                ///< kernels: the SMs it has had since its blocks last went there
    double favour = 0;          ///< -1 to 1: how its stream fares where streams share connections
};

} // namespace parterre
