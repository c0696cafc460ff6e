// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/device_profile.h"
#include "core/simulator/load.h"

#include <span>
#include <vector>

namespace parterre {

/// What hardware connections carry: with more busy streams than connections, the streams take
/// turns. docs/simulator.md derives the formulas from the recordings.
class ConnectionModel {
public:
    /// Takes from the rates those that name connections, streams or the front end.
    explicit ConnectionModel(const DeviceRates& rates);

    /// How many of so many busy streams such a number of connections keeps at work, on average.
    double atWork(int connections, int busyStreams) const;

    /// The parts of full speed that a stream gets.
    struct Share {
        double computing = 1; ///< of its SMs' speed
        double atMemory = 1;  ///< of its demand on the memory
    };

    /// For each of the kernels at work (others get all they ask). `shared`: connections that are
    /// no context's own.
    std::vector<Share> sharesOf(std::span<const RunningLoad> running, int shared) const;

private:
    Share shareOf(int connections, int busyStreams, double favour) const;

    double m_overlap;
    double m_overlapPerStream;
    double m_frontEndStreams;
    double m_spreadStreams;
};

} // namespace parterre
