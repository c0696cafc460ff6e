// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/alone_rates.h"

#include "core/model/json.h"

namespace parterre::ui {

std::string AloneRates::keyOf(const std::string& device, const PartitionReport& partition) {
    return Json{
        device, partition.workload, partition.workloadParameters, partition.smCount,
        partition.observedSmIds}
        .dump();
}

void AloneRates::setAlone(const std::string& device, const PartitionReport* partition) {
    std::string key = partition ? keyOf(device, *partition) : std::string();
    if (key == m_alone)
        return;
    m_alone = std::move(key);
    m_seconds = 0;
}

void AloneRates::add(const Sample& sample) {
    if (m_alone.empty())
        return;
    const bool isFirst = m_seconds <= settling;
    m_seconds += sample.duration;
    if (m_seconds <= settling)
        return;
    Mean& mean = m_means[m_alone];
    if (isFirst)
        mean = {}; // the newest measurement counts
    mean.work += sample.rate * sample.duration;
    mean.seconds += sample.duration;
}

std::optional<double>
AloneRates::rate(const std::string& device, const PartitionReport& partition) const {
    const auto found = m_means.find(keyOf(device, partition));
    if (found == m_means.end() || found->second.seconds <= 0)
        return {};
    return found->second.work / found->second.seconds;
}

} // namespace parterre::ui
