// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/sm_grants.h"

#include <algorithm>
#include <numeric>

namespace parterre {
namespace {

std::size_t wantedBy(const Load& load) {
    return std::min(load.sms.count(), static_cast<std::size_t>(std::max(load.blocks, 1)));
}

/// The lowest so many of them.
SmMask lowest(SmMask sms, std::size_t wanted) {
    std::size_t count = sms.count();
    for (std::size_t id = sms.size(); count > wanted && id-- > 0;) {
        count -= sms.test(id) ? 1U : 0U;
        sms.reset(id);
    }
    return sms;
}

} // namespace

SmGrants grantSms(std::span<const RunningLoad> running) {
    SmGrants grants;
    grants.sms.resize(running.size());
    grants.yields.resize(running.size());
    SmMask taken;
    for (std::size_t i = 0; i < running.size(); ++i) {
        grants.sms[i] = running[i].held;
        taken |= running[i].held;
    }

    std::vector<std::size_t> order(running.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return running[a].load->priority < running[b].load->priority;
    });
    for (const std::size_t index : order) {
        const Load& load = *running[index].load;
        if (load.unit != Load::Unit::sms)
            continue;
        const std::size_t wanted = wantedBy(load);
        const std::size_t has = grants.sms[index].count();
        if (has >= wanted)
            continue;
        const SmMask more = lowest(load.sms & ~taken, wanted - has);
        grants.sms[index] |= more;
        taken |= more;
        if (has + more.count() == wanted)
            continue;
        grants.contended = true;
        for (std::size_t other = 0; other < running.size(); ++other)
            if (running[other].load->priority > load.priority &&
                (running[other].held & load.sms).any())
                grants.yields[other] = true;
    }
    return grants;
}

} // namespace parterre
