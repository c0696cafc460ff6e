// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/device_profile.h"
#include "core/simulator/load.h"

#include <span>
#include <vector>

namespace parterre {

/// How fast each of the operations at work on a device progresses. A pure function of what is
/// running; docs/simulator.md derives it from the recordings and says how near it comes.
class RateModel {
public:
    /// `connections` is CUDA_DEVICE_MAX_CONNECTIONS.
    RateModel(const DeviceRates& rates, int connections);

    struct Progress {
        std::vector<double> perSecond; ///< for each load: the part of it done in a second
        /// Whether some kernel did not get all the SMs it could use, because others had them.
        bool contended = false;
    };

    /// `loads` are in the order in which they started.
    Progress progressOf(std::span<const Load* const> loads) const;

    /// The part of full speed that each of so many busy streams gets from the hardware
    /// connections: 1 while there are enough.
    double connectionShare(int busyStreams) const;

private:
    DeviceRates m_rates;
    int m_connections;
};

} // namespace parterre
