// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/simulated_memory.h"

#include <functional>
#include <string>
#include <vector>

namespace parterre {

/// What an operation does to memory.
struct MemoryEffect {
    std::vector<MemoryRange> reads;
    std::vector<MemoryRange> writes;
    /// Two effects with the same identity and ranges write the same, given the same to read.
    /// Empty: each one counts (it adds to what it finds, say), and it is made at once.
    std::string identity;
    std::function<void(const SimulatedMemory&)> apply;
};

/// Makes memory look as if every operation had written it, without writing it thousands of times a
/// second: a copy at 4 TB/s would keep a host busy for good.
///
/// An effect is noted when its operation ends, and made when somebody is about to see it: the host
/// reads what it wrote, or something else is to write what it reads. An effect that repeats one
/// already noted, with nothing in between that touches what it reads or writes, changes nothing and
/// is dropped; so is one that is overwritten unseen. No more than `mostNoted` wait at any time.
class MemoryEffects {
public:
    explicit MemoryEffects(const SimulatedMemory& memory)
        : m_memory(memory) {}

    void add(MemoryEffect effect);

    /// Makes all that decides what is in the range now. Call before the host reads it.
    void beforeRead(const MemoryRange& range);

    /// Makes all that still has to read the range, and forgets what would be overwritten. Call
    /// before the host writes all of it, or frees it.
    void beforeWrite(const MemoryRange& range);

    void clear() { m_noted.clear(); }

private:
    static constexpr std::size_t mostNoted = 256;

    bool repeats(const MemoryEffect& effect) const;
    void forgetOverwritten(const MemoryEffect& by);
    void make(std::vector<bool> chosen);

    const SimulatedMemory& m_memory;
    std::vector<MemoryEffect> m_noted; ///< in the order in which they ended
};

} // namespace parterre
