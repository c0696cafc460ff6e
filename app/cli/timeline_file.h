// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline.h"

#include <string>
#include <vector>

namespace parterre::cli {

/// The blocks of a run's partitions as a file's content. Times begin with the first block.
class TimelineFile {
public:
    /// What a partition's blocks are called.
    struct Partition {
        std::string name;
        std::string workload;
        std::vector<BlockInterval> blocks;
    };

    explicit TimelineFile(std::vector<Partition> partitions)
        : m_partitions(std::move(partitions)) {}

    /// Trace events as chrome://tracing and Perfetto read them: a row for each block that an SM
    /// holds at once.
    std::string chromeTrace() const;
    /// partition,name,workload,sm,start_ns,end_ns
    std::string csv() const;

private:
    std::int64_t origin() const;

    std::vector<Partition> m_partitions;
};

} // namespace parterre::cli
