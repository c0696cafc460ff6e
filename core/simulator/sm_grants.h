// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/load.h"

#include <span>
#include <vector>

namespace parterre {

/// Which SMs the kernels at work have.
struct SmGrants {
    std::vector<SmMask> sms; ///< for each load
    /// For each load: a kernel of higher priority waits for SMs that this one gives up as soon as
    /// the blocks on them end.
    std::vector<bool> yields;
    /// Whether some kernel did not get all the SMs it could use.
    bool contended = false;
};

/// Blocks are never moved once they run, so a kernel keeps the SMs it holds. What is free goes to
/// the highest priority first, then to who began first; `running` is in that order of beginnings.
/// An SM is taken or free as a whole.
SmGrants grantSms(std::span<const RunningLoad> running);

} // namespace parterre
