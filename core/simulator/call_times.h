// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/device_profile.h"

#include <cstdint>

namespace parterre {

/// How long the host's calls take, one after the other: a least time and, on top, one that is
/// exponentially distributed, as the recorded medians and 99th percentiles have it. The same seed
/// gives the same times.
class CallTimes {
public:
    /// `seed`: the simulation's (SimulationOptions::seed).
    explicit CallTimes(std::uint64_t seed)
        : m_seed(seed) {}

    /// In seconds.
    double next(const CallCost& cost);

private:
    std::uint64_t m_seed;
    std::uint64_t m_calls = 0;
};

} // namespace parterre
