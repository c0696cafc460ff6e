// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/block_record.h"

#include "ui/shell/text.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace parterre::ui {
namespace {

bool startsBefore(const BlockRecord::Block& a, const BlockRecord::Block& b) {
    return a.start < b.start;
}

/// Gives the blocks from `first` on the first lane that is free when they start. Those before have
/// theirs.
void assignLanes(BlockRecord::Row& row, std::size_t first) {
    std::vector<std::int64_t> ends; // of each lane
    const std::int64_t start = row.blocks[first].start;
    for (std::size_t i = row.firstReaching(start); i < first; ++i) {
        const auto lane = static_cast<std::size_t>(row.blocks[i].lane);
        if (lane >= ends.size())
            ends.resize(lane + 1, std::numeric_limits<std::int64_t>::min());
        ends[lane] = std::max(ends[lane], row.blocks[i].end);
    }
    for (std::size_t i = first; i < row.blocks.size(); ++i) {
        BlockRecord::Block& block = row.blocks[i];
        const auto free = std::find_if(
            ends.begin(), ends.end(), [&](std::int64_t end) { return end <= block.start; });
        block.lane = static_cast<int>(free - ends.begin());
        if (free == ends.end())
            ends.push_back(block.end);
        else
            *free = block.end;
    }
}

/// Adds one to windows that are in order, and joins those that less than `pause` lies between.
void add(std::vector<BlockRecord::Window>& windows, BlockRecord::Window one, std::int64_t pause) {
    // It joins the newest ones, but for a straggler.
    std::vector<BlockRecord::Window> newer;
    while (!windows.empty() && windows.back().end + pause >= one.start) {
        const BlockRecord::Window last = windows.back();
        windows.pop_back();
        if (last.start > one.end + pause)
            newer.push_back(last);
        else
            one = {std::min(one.start, last.start), std::max(one.end, last.end)};
    }
    windows.push_back(one);
    windows.insert(windows.end(), newer.rbegin(), newer.rend());
}

/// Nanoseconds; launches of one stream are closer, those of `latency` included.
constexpr std::int64_t pauseOfStream = 1'000'000;

void forgetBefore(std::vector<BlockRecord::Window>& windows, std::int64_t time) {
    std::erase_if(windows, [&](const auto& window) { return window.end < time; });
    if (!windows.empty())
        windows.front().start = std::max(windows.front().start, time);
}

} // namespace

std::size_t BlockRecord::Row::firstReaching(std::int64_t time) const {
    const auto found = std::lower_bound(
        blocks.begin(), blocks.end(), Block{time - longest, 0, 0, 0}, startsBefore);
    return static_cast<std::size_t>(found - blocks.begin());
}

void BlockRecord::append(
    const TimelineBatch& batch, const QString& kernel, const TimelineOptions& options) {
    m_dropped += batch.dropped;
    if (batch.blocks.empty())
        return;
    if (m_kept == 0)
        m_origin = std::min_element(
                       batch.blocks.begin(), batch.blocks.end(),
                       [](const auto& a, const auto& b) { return a.startNs < b.startNs; })
                       ->startNs;
    const int track = trackOf({batch.partition, kernel});
    std::map<int, std::vector<Block>> bySm;
    Window whole{
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (const BlockInterval& one : batch.blocks) {
        const Block block{one.startNs - m_origin, one.endNs - m_origin, track, 0};
        bySm[one.sm].push_back(block);
        whole.start = std::min(whole.start, block.start);
        whole.end = std::max(whole.end, block.end);
    }
    for (auto& [sm, blocks] : bySm) {
        std::sort(blocks.begin(), blocks.end(), startsBefore);
        Row& row = m_rows[sm];
        if (std::find(row.partitions.begin(), row.partitions.end(), batch.partition) ==
            row.partitions.end())
            row.partitions.push_back(batch.partition);
        for (const Block& block : blocks)
            row.longest = std::max(row.longest, block.duration());
        // Nearly always behind all that is there; before some of it where partitions share an SM.
        const auto place =
            std::upper_bound(row.blocks.begin(), row.blocks.end(), blocks.front(), startsBefore);
        const auto first = static_cast<std::size_t>(place - row.blocks.begin());
        const auto middle = static_cast<std::ptrdiff_t>(row.blocks.size());
        row.blocks.insert(row.blocks.end(), blocks.begin(), blocks.end());
        std::inplace_merge(
            row.blocks.begin() + static_cast<std::ptrdiff_t>(first), row.blocks.begin() + middle,
            row.blocks.end(), startsBefore);
        assignLanes(row, first);
    }
    widenWindow(whole, options);
    add(m_covered[batch.partition], whole, pauseOfStream);
    m_batches.push_back({whole.start, batch.blocks.size()});
    m_recorded += static_cast<std::int64_t>(batch.blocks.size());
    m_kept += batch.blocks.size();
    forgetOldest();
}

int BlockRecord::trackOf(const Track& track) {
    const auto found = std::find(m_tracks.begin(), m_tracks.end(), track);
    const auto index = static_cast<int>(found - m_tracks.begin());
    if (found == m_tracks.end())
        m_tracks.push_back(track);
    return index;
}

void BlockRecord::widenWindow(Window batch, const TimelineOptions& options) {
    const auto period = std::chrono::nanoseconds(options.period).count();
    if (m_options != options) {
        m_options = options;
        // The engine tells no windows, only that one begins each period. Those who come a little
        // earlier in theirs than the first batch are still of the same.
        m_periodZero = batch.start - period / 4;
        m_numberZero = m_windows.empty() ? 0 : m_windows.back().number + 1;
    }
    const std::int64_t since = batch.start - m_periodZero;
    batch.number = m_numberZero + std::max<std::int64_t>(since, 0) / period;
    auto place = m_windows.end();
    while (place != m_windows.begin() && std::prev(place)->number >= batch.number)
        --place;
    if (place == m_windows.end() || place->number != batch.number) {
        m_windows.insert(place, batch);
        return;
    }
    place->start = std::min(place->start, batch.start);
    place->end = std::max(place->end, batch.end);
}

void BlockRecord::forgetOldest() {
    if (m_kept <= mostBlocks)
        return;
    // A tenth more than it must be, so that not each batch moves all that is kept.
    std::size_t left = m_kept;
    while (m_batches.size() > 1 && left > mostBlocks - mostBlocks / 10) {
        left -= m_batches.front().count;
        m_batches.pop_front();
    }
    const std::int64_t from =
        std::min_element(m_batches.begin(), m_batches.end(), [](const Batch& a, const Batch& b) {
            return a.start < b.start;
        })->start;
    m_kept = 0;
    for (auto row = m_rows.begin(); row != m_rows.end();) {
        std::vector<Block>& blocks = row->second.blocks;
        blocks.erase(
            blocks.begin(),
            std::lower_bound(blocks.begin(), blocks.end(), Block{from, 0, 0, 0}, startsBefore));
        m_kept += blocks.size();
        row = blocks.empty() ? m_rows.erase(row) : std::next(row);
    }
    forgetBefore(m_windows, from);
    for (auto& [partition, windows] : m_covered)
        forgetBefore(windows, from);
}

void BlockRecord::clear() {
    *this = BlockRecord();
}

const BlockRecord::Row* BlockRecord::row(int sm) const {
    const auto found = m_rows.find(sm);
    return found == m_rows.end() ? nullptr : &found->second;
}

std::vector<int> BlockRecord::sms() const {
    std::vector<int> ids;
    for (const auto& [sm, row] : m_rows)
        ids.push_back(sm);
    return ids;
}

const std::vector<BlockRecord::Window>& BlockRecord::covered(int partition) const {
    static const std::vector<Window> none;
    const auto found = m_covered.find(partition);
    return found == m_covered.end() ? none : found->second;
}

const BlockRecord::Window* BlockRecord::windowAt(std::int64_t time) const {
    const auto after = std::upper_bound(
        m_windows.begin(), m_windows.end(), time,
        [](std::int64_t value, const Window& window) { return value < window.start; });
    if (m_windows.empty())
        return nullptr;
    return after == m_windows.begin() ? &*after : &*std::prev(after);
}

std::vector<TimelineTrack> BlockRecord::exported(const QStringList& names) const {
    std::vector<TimelineTrack> tracks;
    for (const Track& track : m_tracks)
        tracks.push_back({fromQt(names.value(track.partition)), fromQt(track.kernel), {}});
    for (const auto& [sm, row] : m_rows)
        for (const Block& block : row.blocks)
            tracks[static_cast<std::size_t>(block.track)].blocks.push_back(
                {sm, block.start + m_origin, block.end + m_origin});
    return tracks;
}

} // namespace parterre::ui
