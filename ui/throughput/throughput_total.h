// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/throughput/throughput_history.h"

#include <QString>

#include <optional>
#include <vector>

namespace parterre::ui {

/// What all partitions of one unit get together, over time. Partitions are sampled at different
/// moments; a sample holds from the one before it until its own time, and so every `step` the
/// samples that hold are added up.
class ThroughputTotal {
public:
    static constexpr double step = 0.1; ///< seconds
    /// A partition that is so far behind another one's samples is not waited for.
    static constexpr double patience = 1; ///< seconds

    explicit ThroughputTotal(QString unit)
        : m_unit(std::move(unit)) {}

    const QString& unit() const { return m_unit; }

    /// The sums that are new since the last call, NaN where nothing was measured. The history's
    /// series must be the ones of the first call.
    std::vector<ThroughputHistory::Point> takeNew(const ThroughputHistory& history);

private:
    QString m_unit;
    std::optional<double> m_next;  ///< time of the next sum
    std::vector<std::size_t> m_at; ///< of each partition, the first point that may hold at m_next
    bool m_inGap = true;
};

} // namespace parterre::ui
