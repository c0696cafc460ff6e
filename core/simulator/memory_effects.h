// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/simulated_memory.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace parterre {

/// What an operation does to memory: one range is written, with a value throughout or with what
/// another range holds. Anything else is a function.
struct MemoryEffect {
    MemoryRange writes;               ///< without bytes: nothing is written
    std::optional<MemoryRange> reads; ///< a copy of this range, of the same size
    std::uint32_t value = 0;          ///< else every 32-bit word becomes this

    /// An effect of another kind, on what is in `writes`; each one counts.
    std::function<void(std::byte* written)> change;

    /// Of another kind again: the 32-bit word in `writes` grows by the sum of all words here, so
    /// many times over, modulo 2^32.
    std::optional<MemoryRange> sums;
    std::uint32_t times = 1; ///< of `sums`

    /// Every 32-bit word of the range becomes `value`.
    static MemoryEffect fill(const MemoryRange& range, std::uint32_t value);
    /// Both ranges are of the same size.
    static MemoryEffect copy(const MemoryRange& to, const MemoryRange& from);
    /// The 32-bit word at `word` grows by `times` the sum of all words in `from`.
    static MemoryEffect addSum(abi::CUdeviceptr word, const MemoryRange& from, std::uint32_t times);

    /// False where either is a function or a sum: these count each time.
    bool isSameAs(const MemoryEffect& other) const {
        return writes == other.writes && reads == other.reads && value == other.value && !change &&
               !other.change && !sums && !other.sums;
    }
};

/// Makes memory look as if every operation had written it, without writing it thousands of times a
/// second: a copy at 4 TB/s would keep a host busy for good, and touching 256 MiB for each of many
/// partitions would take the host's memory.
///
/// Fills and copies are noted when their operation ends. Reading looks through the notes, from the
/// newest on, to where a value comes from. They are carried out only when something is to be
/// written by hand to what they read or write. One that repeats another, with nothing in between
/// that touches what it reads or writes, changes nothing and is dropped; so is one that is
/// overwritten unseen. No more than `mostNoted` are kept; when there are more, all are carried out.
class MemoryEffects {
public:
    /// `memory` must outlive this.
    explicit MemoryEffects(const SimulatedMemory& memory)
        : m_memory(memory) {}

    /// The ranges must lie in the memory's allocations.
    void add(MemoryEffect effect);

    /// What the range holds now; `into` has room for it.
    void read(const MemoryRange& range, std::byte* into) const {
        readBefore(m_noted.size(), range, into);
    }

    /// Carries out all that still has to read the range or leaves part of it unwritten, and forgets
    /// what would be overwritten. Call before all of the range is written by hand, or freed.
    void beforeWrite(const MemoryRange& range);

    /// Forgets all, carried out or not: for when all of the device's memory is freed.
    void clear() { m_noted.clear(); }

private:
    static constexpr std::size_t mostNoted = 1024;

    bool touchesHost(const MemoryEffect& effect) const;
    bool repeats(const MemoryEffect& effect) const;
    void forgetOverwritten(const MemoryEffect& by);
    void carryOut(std::vector<bool> chosen);
    void readBefore(std::size_t end, const MemoryRange& range, std::byte* into) const;
    std::uint32_t sumBefore(std::size_t end, const MemoryRange& range) const;

    const SimulatedMemory& m_memory;
    std::vector<MemoryEffect> m_noted; ///< in the order in which they ended
};

} // namespace parterre
