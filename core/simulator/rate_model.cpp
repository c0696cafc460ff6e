// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/rate_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parterre {

namespace {

/// What a profile does not tell, in proportion to what large GPUs have: a guess.
DeviceRates withGuesses(DeviceRates rates) {
    constexpr double tensorOverFp32 = 12;
    constexpr double readOverCopy = 1.1;
    constexpr double l2OverMemory = 1.6;
    const auto guess = [](double& rate, double guessed) {
        if (rate == 0)
            rate = guessed;
    };
    guess(rates.tensorFlopsPerSm, tensorOverFp32 * rates.fp32FlopsPerSm);
    guess(rates.readBytesPerSecond, readOverCopy * rates.memoryBytesPerSecond);
    guess(rates.l2BytesPerSm, rates.copyBytesPerSm);
    guess(rates.l2BytesPerSecond, l2OverMemory * rates.memoryBytesPerSecond);
    return rates;
}

} // namespace

RateModel::RateModel(const DeviceRates& rates, int connections)
    : m_rates(withGuesses(rates))
    , m_connectionModel(rates)
    , m_connections(connections) {}

double RateModel::connectionShare(int busyStreams) const {
    return m_connectionModel.atWork(m_connections, busyStreams) / busyStreams;
}

double RateModel::asCopied(const Load& load) const {
    return load.readsOnly ? load.bytes * m_rates.memoryBytesPerSecond / m_rates.readBytesPerSecond
                          : load.bytes;
}

RateModel::Demand RateModel::demandOf(const Load& kernel, std::size_t sms) const {
    const auto count = static_cast<double>(sms);
    Demand demand;
    demand.computeSeconds = std::max(
        {kernel.flops / (count * m_rates.fp32FlopsPerSm),
         kernel.tensorFlops / (count * m_rates.tensorFlopsPerSm), kernel.seconds});
    if (kernel.l2Bytes > 0)
        demand.l2BytesPerSecond = count * m_rates.l2BytesPerSm;
    const double bytes = asCopied(kernel);
    if (bytes <= 0)
        return demand;
    double perSm = m_rates.copyBytesPerSm;
    if (kernel.inFlight > 0 && m_rates.memoryLatency > 0) {
        const double underWay = kernel.inFlight / m_rates.memoryLatency;
        perSm *= underWay / std::hypot(perSm, underWay);
    }
    demand.ceiling = count * perSm;
    demand.bytesPerSecond = demand.ceiling;
    if (demand.computeSeconds > 0)
        demand.bytesPerSecond = std::min(demand.ceiling, bytes / demand.computeSeconds);
    return demand;
}

RateModel::Progress RateModel::progressOf(std::span<const RunningLoad> running) const {
    Progress progress;
    progress.grants = grantSms(running);
    const std::vector<ConnectionModel::Share> shares =
        m_connectionModel.sharesOf(running, m_connections);

    std::vector<Demand> demands(running.size());
    double demanded = 0;
    double demandedOfL2 = 0;
    int toDevice = 0;
    int toHost = 0;
    int memcpys = 0;
    for (std::size_t i = 0; i < running.size(); ++i) {
        const Load& load = *running[i].load;
        memcpys += load.unit == Load::Unit::deviceMemory ? 1 : 0;
        toDevice += load.unit == Load::Unit::toDevice ? 1 : 0;
        toHost += load.unit == Load::Unit::toHost ? 1 : 0;
        if (load.unit != Load::Unit::sms || progress.grants.sms[i].none())
            continue;
        demands[i] = demandOf(load, progress.grants.sms[i].count());
        demanded += shares[i].atMemory * demands[i].bytesPerSecond;
        demandedOfL2 += shares[i].atMemory * demands[i].l2BytesPerSecond;
    }
    // Copies made by the driver take turns with each other and, all together, one part with the
    // kernels that move data.
    if (memcpys > 0)
        demanded += m_rates.memcpyBytesPerSecond;
    const double exponent = m_rates.memorySaturation;
    const double delivered =
        memcpys > 0 && demanded <= m_rates.memcpyBytesPerSecond
            ? 1
            : std::pow(
                  1 + std::pow(demanded / m_rates.memoryBytesPerSecond, exponent), -1 / exponent);

    const double deliveredByL2 =
        demandedOfL2 > m_rates.l2BytesPerSecond ? m_rates.l2BytesPerSecond / demandedOfL2 : 1;

    progress.perSecond.resize(running.size());
    for (std::size_t i = 0; i < running.size(); ++i) {
        const Load& load = *running[i].load;
        double seconds = 0;
        switch (load.unit) {
        case Load::Unit::toDevice:
            seconds = load.bytes * toDevice / m_rates.hostLinkBytesPerSecond;
            break;
        case Load::Unit::toHost:
            seconds = load.bytes * toHost / m_rates.hostLinkBytesPerSecond;
            break;
        case Load::Unit::deviceMemory:
            seconds = load.bytes * memcpys / (m_rates.memcpyBytesPerSecond * delivered);
            break;
        case Load::Unit::sms:
            if (progress.grants.sms[i].none()) {
                progress.perSecond[i] = 0;
                continue;
            }
            seconds = demands[i].computeSeconds / shares[i].computing;
            if (load.bytes > 0)
                seconds = std::max(
                    seconds,
                    asCopied(load) / (demands[i].ceiling * delivered * shares[i].atMemory));
            if (load.l2Bytes > 0)
                seconds = std::max(
                    seconds, load.l2Bytes / (demands[i].l2BytesPerSecond * deliveredByL2 *
                                             shares[i].atMemory));
            break;
        }
        progress.perSecond[i] = seconds > 0 ? 1 / seconds : std::numeric_limits<double>::infinity();
    }
    return progress;
}

} // namespace parterre
