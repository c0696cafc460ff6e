// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/rate_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace parterre {
namespace {

/// The SMs each kernel gets. Blocks are never moved once they run, so who came first keeps its SMs;
/// only a higher priority goes before.
std::vector<std::size_t> grantSms(std::span<const Load* const> loads, bool& contended) {
    std::vector<std::size_t> order(loads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return loads[a]->priority < loads[b]->priority;
    });

    std::vector<std::size_t> granted(loads.size(), 0);
    SmMask taken;
    for (const std::size_t index : order) {
        const Load& load = *loads[index];
        if (load.unit != Load::Unit::sms)
            continue;
        const std::size_t wanted =
            std::min(load.sms.count(), static_cast<std::size_t>(std::max(load.blocks, 1)));
        SmMask free = load.sms & ~taken;
        std::size_t count = free.count();
        for (std::size_t id = free.size(); count > wanted && id-- > 0;) {
            count -= free.test(id) ? 1U : 0U;
            free.reset(id);
        }
        contended = contended || count < wanted;
        granted[index] = count;
        taken |= free;
    }
    return granted;
}

/// What an operation asks of the memory.
struct Demand {
    double bytesPerSecond = 0; ///< what it would take if nothing else ran
    double ceiling = 0;        ///< bytes a second that its SMs can ask for at most
    double computeSeconds = 0; ///< how long it takes whatever the memory does
};

Demand demandOf(const Load& load, std::size_t sms, const DeviceRates& rates) {
    switch (load.unit) {
    case Load::Unit::deviceMemory:
        return {rates.memcpyBytesPerSecond, rates.memcpyBytesPerSecond, 0};
    case Load::Unit::toDevice:
    case Load::Unit::toHost:
        return {};
    case Load::Unit::sms:
        break;
    }
    const auto count = static_cast<double>(sms);
    Demand demand;
    demand.computeSeconds = std::max(load.flops / (count * rates.fp32FlopsPerSm), load.seconds);
    if (load.bytes > 0) {
        demand.ceiling = count * rates.copyBytesPerSm;
        demand.bytesPerSecond = demand.ceiling;
        if (demand.computeSeconds > 0)
            demand.bytesPerSecond = std::min(demand.ceiling, load.bytes / demand.computeSeconds);
    }
    return demand;
}

} // namespace

RateModel::RateModel(const DeviceRates& rates, int connections)
    : m_rates(rates)
    , m_connections(connections) {}

double RateModel::connectionShare(int busyStreams) const {
    if (busyStreams <= m_connections)
        return 1;
    // Two limits that join smoothly: what the connections carry, and what the front end behind all
    // of them does.
    const double carried = m_rates.connectionOverlap * m_connections;
    const double served = carried / std::hypot(1.0, carried / m_rates.frontEndStreams);
    return std::min(1.0, served / busyStreams);
}

RateModel::Progress RateModel::progressOf(std::span<const Load* const> loads) const {
    Progress progress;
    const std::vector<std::size_t> sms = grantSms(loads, progress.contended);
    std::vector<Demand> demands(loads.size());
    int kernels = 0;
    int toDevice = 0;
    int toHost = 0;
    int memcpys = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        demands[i] = demandOf(*loads[i], sms[i], m_rates);
        kernels += loads[i]->unit == Load::Unit::sms ? 1 : 0;
        memcpys += loads[i]->unit == Load::Unit::deviceMemory ? 1 : 0;
        toDevice += loads[i]->unit == Load::Unit::toDevice ? 1 : 0;
        toHost += loads[i]->unit == Load::Unit::toHost ? 1 : 0;
    }

    const double share = connectionShare(kernels);
    double demanded = 0;
    for (std::size_t i = 0; i < loads.size(); ++i)
        if (loads[i]->unit == Load::Unit::sms && sms[i] > 0)
            demanded += share * demands[i].bytesPerSecond;
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

    progress.perSecond.resize(loads.size());
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const Load& load = *loads[i];
        double seconds = 0;
        switch (load.unit) {
        case Load::Unit::toDevice:
            seconds = load.bytes * toDevice / m_rates.hostLinkBytesPerSecond;
            break;
        case Load::Unit::toHost:
            seconds = load.bytes * toHost / m_rates.hostLinkBytesPerSecond;
            break;
        case Load::Unit::deviceMemory:
            seconds = load.bytes * memcpys / (demands[i].bytesPerSecond * delivered);
            break;
        case Load::Unit::sms:
            if (sms[i] == 0) {
                progress.perSecond[i] = 0;
                continue;
            }
            seconds = demands[i].computeSeconds;
            if (load.bytes > 0)
                seconds = std::max(seconds, load.bytes / (demands[i].ceiling * delivered));
            seconds /= share;
            break;
        }
        progress.perSecond[i] = seconds > 0 ? 1 / seconds : std::numeric_limits<double>::infinity();
    }
    return progress;
}

} // namespace parterre
