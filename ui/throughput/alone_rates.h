// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_report.h"
#include "core/model/sample.h"

#include <map>
#include <optional>
#include <string>

namespace parterre::ui {

/// What partitions got while nothing else ran on their GPU. Nobody is asked to stop for it:
/// whenever a partition runs alone, what it gets is remembered, as long as the window lives.
class AloneRates {
public:
    /// The first part of a run, or of being alone, says nothing yet; in seconds.
    static constexpr double settling = 0.5;

    /// Which partition is the only one that runs on `device`, null if none is; to be told whenever
    /// that changes.
    void setAlone(const std::string& device, const PartitionReport* partition);
    /// A sample of that partition.
    void add(const Sample& sample);

    /// In the workload's unit, where it was measured: on the same SMs with the same parameters.
    std::optional<double> rate(const std::string& device, const PartitionReport& partition) const;

private:
    struct Mean {
        double work = 0;
        double seconds = 0;
    };
    static std::string keyOf(const std::string& device, const PartitionReport& partition);

    std::map<std::string, Mean> m_means;
    std::string m_alone;  ///< key of the partition that runs alone; empty: none
    double m_seconds = 0; ///< that it was sampled alone
};

} // namespace parterre::ui
