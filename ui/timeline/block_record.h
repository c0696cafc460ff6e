// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline.h"
#include "core/model/timeline_trace.h"

#include <QStringList>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace parterre::ui {

/// The newest blocks that partitions recorded, by SM. Times are in nanoseconds since the first
/// block that came; one of another partition may have begun a little before that.
class BlockRecord {
public:
    /// Blocks kept; the oldest batches beyond that are forgotten. Some 50 windows of a busy H200.
    static constexpr std::size_t mostBlocks = 400'000;

    /// What a block belongs to.
    struct Track {
        int partition;
        QString kernel; ///< the workload that ran then: the partition may run another one by now
        friend bool operator==(const Track&, const Track&) = default;
    };
    struct Block {
        std::int64_t start;
        std::int64_t end;
        int track;
        int lane; ///< blocks that an SM holds at once are in different ones; 0 or more
        std::int64_t duration() const { return end - start; }
        friend bool operator==(const Block&, const Block&) = default;
    };
    /// One SM's blocks, by their starts.
    struct Row {
        std::vector<Block> blocks;
        std::int64_t longest = 0;    ///< duration of the longest block
        std::vector<int> partitions; ///< whose blocks ran here, in no order

        /// Position of the first block that can reach into what begins at `time`.
        std::size_t firstReaching(std::int64_t time) const;
    };
    struct Window {
        std::int64_t start;
        std::int64_t end;
        std::int64_t number = 0; ///< of the period; those without a block are left out
    };

    /// `kernel`: what the batch's partition runs. `options`: how it is recorded.
    void append(const TimelineBatch& batch, const QString& kernel, const TimelineOptions& options);
    void clear();

    bool isEmpty() const { return m_kept == 0; }
    /// Null when no block ran on that SM.
    const Row* row(int sm) const;
    /// SMs that blocks ran on, ascending.
    std::vector<int> sms() const;
    const std::vector<Track>& tracks() const { return m_tracks; }
    /// What the sampling windows became, by time: from the first to the last block of the batches
    /// that began in one period. Launches are queued ahead, each partition's differently far, so
    /// that a window's batches begin at different times and may end in the next one.
    const std::vector<Window>& windows() const { return m_windows; }
    /// When this partition was recorded, by time: outside of these nobody knows what it ran.
    const std::vector<Window>& covered(int partition) const;
    /// The window that `time` is in, or the newest before it, or the first; null: there is none.
    const Window* windowAt(std::int64_t time) const;
    std::int64_t recorded() const { return m_recorded; } ///< blocks that came, kept or not
    std::int64_t dropped() const { return m_dropped; }   ///< that there was no room to record
    std::size_t kept() const { return m_kept; }
    /// What is kept, as it is written to a file. `names`: the partitions', in order.
    std::vector<TimelineTrack> exported(const QStringList& names) const;

private:
    int trackOf(const Track& track);
    void widenWindow(Window batch, const TimelineOptions& options);
    void forgetOldest();

    struct Batch {
        std::int64_t start;
        std::size_t count;
    };
    std::map<int, Row> m_rows; ///< by SM id
    std::vector<Track> m_tracks;
    std::vector<Window> m_windows;
    std::map<int, std::vector<Window>> m_covered; ///< by partition
    std::deque<Batch> m_batches;
    std::int64_t m_origin = 0;                ///< of the GPU's clock
    std::optional<TimelineOptions> m_options; ///< of the newest batch
    std::int64_t m_periodZero = 0;            ///< where a period began, and the number it has
    std::int64_t m_numberZero = 0;
    std::int64_t m_recorded = 0;
    std::int64_t m_dropped = 0;
    std::size_t m_kept = 0;
};

} // namespace parterre::ui
