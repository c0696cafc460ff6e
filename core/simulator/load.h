// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/sm_mask.h"

namespace parterre {

/// What one operation asks of the device: where it may run and how much work it is.
struct Load {
    enum class Unit {
        sms,          ///< a kernel
        deviceMemory, ///< a copy or fill within device memory, made by the driver
        toDevice,     ///< over the host link
        toHost,       ///< over the host link
    };

    Unit unit = Unit::sms;
    SmMask sms;         ///< kernels: the SMs it may run on
    int blocks = 0;     ///< kernels: one block needs one SM; a larger grid uses all of them
    int priority = 0;   ///< as CUDA counts: a smaller number goes first
    double flops = 0;   ///< fp32 operations in all
    double bytes = 0;   ///< read + written in all
    double seconds = 0; ///< kernels: a time that passes whatever else runs (a spinning block)

    friend bool operator==(const Load&, const Load&) = default;
};

} // namespace parterre
