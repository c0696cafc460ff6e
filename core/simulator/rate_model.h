// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/connection_model.h"
#include "core/simulator/sm_grants.h"

#include <span>
#include <vector>

namespace parterre {

/// How fast each of the operations at work on a device progresses. A pure function of what is
/// running; docs/simulator.md derives it from the recordings and says how near it comes.
class RateModel {
public:
    /// `connections` is CUDA_DEVICE_MAX_CONNECTIONS.
    RateModel(const DeviceRates& rates, int connections);

    /// How many of the connections are no context's own.
    void setSharedConnections(int connections) { m_connections = connections; }

    /// The answer for all loads that are at work, in their order.
    struct Progress {
        std::vector<double> perSecond; ///< for each load: the part of it done in a second
        SmGrants grants;               ///< which SMs each kernel has
    };

    /// `running` is in the order in which the loads started.
    Progress progressOf(std::span<const RunningLoad> running) const;

    /// The part of full speed that each of so many busy streams gets from the hardware
    /// connections, on average.
    double connectionShare(int busyStreams) const;

private:
    /// What a kernel asks of the memory, and how long it takes whatever the memory does.
    struct Demand {
        double bytesPerSecond = 0; ///< what it would move if nothing else ran
        double ceiling = 0;        ///< bytes a second that its SMs can ask for at most
        double computeSeconds = 0;
        double l2BytesPerSecond = 0; ///< what its SMs can ask of L2 at most
    };
    /// Memory that is only read delivers more, so what is read counts for less.
    double asCopied(const Load& load) const;
    Demand demandOf(const Load& kernel, std::size_t sms) const;

    DeviceRates m_rates;
    ConnectionModel m_connectionModel;
    int m_connections;
};

} // namespace parterre
