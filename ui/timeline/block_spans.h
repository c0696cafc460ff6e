// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/block_record.h"

#include <cstdint>
#include <vector>

namespace parterre::ui {

/// One bar of the chart: a block, or several of a partition that are too small to be told apart.
struct BlockSpan {
    std::int64_t start = 0; ///< nanoseconds, as the record's
    std::int64_t end = 0;
    int track = 0;
    int lane = 0;
    int count = 0; ///< blocks in it

    friend bool operator==(const BlockSpan&, const BlockSpan&) = default;
};

/// Blocks an SM holds at once in this time, as far as lanes were needed for them; 1 or more.
int lanesBetween(const BlockRecord::Row& row, std::int64_t from, std::int64_t to);

/// The bars that show a row from `from` to `to`, by their starts. Blocks of a track are one bar
/// where they overlap in a lane, and where both are narrow and there is less than a pixel between
/// them; so a bar that is narrower than a pixel has a pixel to itself. `inLanes`: false puts all
/// into lane 0, for rows without room for more.
std::vector<BlockSpan> spansBetween(
    const BlockRecord::Row& row, std::int64_t from, std::int64_t to, double nsPerPixel,
    bool inLanes);

} // namespace parterre::ui
