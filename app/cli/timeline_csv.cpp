// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/timeline_csv.h"

#include "core/report/csv_field.h"

#include <fmt/format.h>

#include <iterator>

namespace parterre::cli {

std::string timelineCsv(const std::vector<TimelineTrack>& tracks) {
    const std::int64_t first = timelineOrigin(tracks);
    std::string text = "partition,name,workload,sm,start_ns,end_ns\n";
    for (std::size_t i = 0; i < tracks.size(); ++i)
        for (const BlockInterval& block : tracks[i].blocks)
            fmt::format_to(
                std::back_inserter(text), "{},{},{},{},{},{}\n", i, csvField(tracks[i].name),
                tracks[i].workload, block.sm, block.startNs - first, block.endNs - first);
    return text;
}

} // namespace parterre::cli
