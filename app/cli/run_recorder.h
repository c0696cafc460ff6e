// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/sample.h"
#include "core/workload/partition_run.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>
#include <vector>

namespace parterre::cli {

/// Collects the samples of a run, and the first error.
class RunRecorder {
public:
    explicit RunRecorder(std::size_t partitions)
        : m_samples(partitions) {}

    /// To be given to the session; this object must outlive the runs.
    RunCallbacks callbacks();

    /// Waits for `seconds`, or until a run fails or a stop is asked for (looked at ten times a
    /// second).
    void wait(double seconds, const std::stop_token& stop);

    /// Call when the runs have ended.
    const std::vector<Sample>& samples(std::size_t partition) const { return m_samples[partition]; }
    std::exception_ptr error() const { return m_error; }

private:
    std::mutex m_mutex;
    std::condition_variable m_failed;
    std::vector<std::vector<Sample>> m_samples; ///< by partition
    std::exception_ptr m_error;
};

} // namespace parterre::cli
