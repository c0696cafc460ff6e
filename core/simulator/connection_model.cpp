// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/connection_model.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace parterre {

ConnectionModel::ConnectionModel(const DeviceRates& rates)
    : m_overlap(rates.connectionOverlap)
    , m_overlapPerStream(rates.connectionOverlapPerStream)
    , m_frontEndStreams(rates.frontEndStreams)
    , m_spreadStreams(rates.connectionSpreadStreams) {}

double ConnectionModel::atWork(int connections, int busyStreams) const {
    const double carried =
        std::min<double>(busyStreams, m_overlap * connections + m_overlapPerStream * busyStreams);
    // Two limits that join smoothly. The front end behind the connections goes round all the busy
    // streams, so the more there are, the less of them it keeps at work.
    const double frontEnd = m_frontEndStreams * m_frontEndStreams / busyStreams;
    return carried / std::hypot(1.0, carried / frontEnd);
}

ConnectionModel::Share
ConnectionModel::shareOf(int connections, int busyStreams, double favour) const {
    const double served = atWork(connections, busyStreams);
    const double share = served / busyStreams;
    double spread = 0;
    if (busyStreams > connections && m_spreadStreams > 0) {
        constexpr double widest = 0.9;
        spread =
            std::min(widest, std::pow(busyStreams / m_spreadStreams, 1.5)) * (1 - share * share);
    }
    const double part = (1 + spread * favour) / busyStreams;
    // More kernels than connections are at work because the end of one stream's overlaps the
    // beginning of another's, and neither asks much of the memory then.
    return {
        std::min(1.0, served * part), std::min(1.0, std::min<double>(served, connections) * part)};
}

std::vector<ConnectionModel::Share>
ConnectionModel::sharesOf(std::span<const RunningLoad> running, int shared) const {
    int busyShared = 0;
    std::map<unsigned long long, int> busyOfContext; // those with a configuration
    for (const RunningLoad& each : running) {
        if (each.load->unit != Load::Unit::sms)
            continue;
        const QueueUse& queues = each.load->queues;
        busyShared += queues.own == 0 ? 1 : 0;
        if (queues.own > 0 || queues.limit > 0)
            ++busyOfContext[queues.context];
    }

    std::vector<Share> shares(running.size());
    for (std::size_t i = 0; i < running.size(); ++i) {
        if (running[i].load->unit != Load::Unit::sms)
            continue;
        const QueueUse& queues = running[i].load->queues;
        const double favour = running[i].favour;
        if (queues.own > 0) {
            shares[i] = shareOf(queues.own, busyOfContext[queues.context], favour);
            continue;
        }
        shares[i] = shareOf(shared, busyShared, favour);
        if (queues.limit > 0) {
            const Share limited = shareOf(queues.limit, busyOfContext[queues.context], favour);
            shares[i].computing = std::min(shares[i].computing, limited.computing);
            shares[i].atMemory = std::min(shares[i].atMemory, limited.atMemory);
        }
    }
    return shares;
}

} // namespace parterre
