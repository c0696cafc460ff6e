// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/block_spans.h"

#include <algorithm>

namespace parterre::ui {
namespace {

constexpr double narrow = 3; ///< pixels; a wider bar can be seen to begin and end

/// Calls `visit` with each block that can be seen.
template <typename Visit>
void forEachBetween(
    const BlockRecord::Row& row, std::int64_t from, std::int64_t to, const Visit& visit) {
    for (std::size_t i = row.firstReaching(from); i < row.blocks.size(); ++i) {
        const BlockRecord::Block& block = row.blocks[i];
        if (block.start > to)
            return;
        if (block.end >= from)
            visit(block);
    }
}

} // namespace

int lanesBetween(const BlockRecord::Row& row, std::int64_t from, std::int64_t to) {
    int lanes = 1;
    forEachBetween(row, from, to, [&](const BlockRecord::Block& block) {
        lanes = std::max(lanes, block.lane + 1);
    });
    return lanes;
}

std::vector<BlockSpan> spansBetween(
    const BlockRecord::Row& row, std::int64_t from, std::int64_t to, double nsPerPixel,
    bool inLanes) {
    std::vector<BlockSpan> spans;
    std::vector<std::size_t> newest; // of each lane and track: where it is in `spans`
    const auto isNarrow = [&](std::int64_t duration) {
        return static_cast<double>(duration) < narrow * nsPerPixel;
    };
    forEachBetween(row, from, to, [&](const BlockRecord::Block& block) {
        const int lane = inLanes ? block.lane : 0;
        const auto before = std::find_if(newest.begin(), newest.end(), [&](std::size_t i) {
            return spans[i].lane == lane && spans[i].track == block.track;
        });
        if (before != newest.end()) {
            BlockSpan& span = spans[*before];
            const std::int64_t gap = block.start - span.end;
            const bool cannotBeTold = static_cast<double>(gap) < nsPerPixel &&
                                      isNarrow(block.duration()) &&
                                      (span.count > 1 || isNarrow(span.end - span.start));
            if (gap < 0 || cannotBeTold) {
                span.end = std::max(span.end, block.end);
                ++span.count;
                return;
            }
            *before = spans.size();
        } else {
            newest.push_back(spans.size());
        }
        spans.push_back({block.start, block.end, block.track, lane, 1});
    });
    return spans;
}

} // namespace parterre::ui
