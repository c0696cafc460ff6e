// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/memory_effects.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace parterre {
namespace {

bool readsFrom(const MemoryEffect& effect, const MemoryRange& range) {
    return effect.reads && effect.reads->overlaps(range);
}

/// Whether the later one must not be carried out before the earlier one.
bool mustFollow(const MemoryEffect& later, const MemoryEffect& earlier) {
    return readsFrom(later, earlier.writes) || earlier.writes.overlaps(later.writes) ||
           readsFrom(earlier, later.writes);
}

/// Fills bytes with a 32-bit pattern that began `offset` bytes before them.
void fillBytes(std::byte* into, std::size_t bytes, std::uint32_t value, std::size_t offset) {
    std::byte pattern[sizeof value];
    std::memcpy(pattern, &value, sizeof value);
    std::size_t at = 0;
    for (; at < bytes && (offset + at) % sizeof value != 0; ++at)
        into[at] = pattern[(offset + at) % sizeof value];
    for (; at + sizeof value <= bytes; at += sizeof value)
        std::memcpy(into + at, &value, sizeof value);
    for (; at < bytes; ++at)
        into[at] = pattern[(offset + at) % sizeof value];
}

} // namespace

MemoryEffect MemoryEffect::fill(const MemoryRange& range, std::uint32_t value) {
    MemoryEffect effect;
    effect.writes = range;
    effect.value = value;
    return effect;
}

MemoryEffect MemoryEffect::copy(const MemoryRange& to, const MemoryRange& from) {
    MemoryEffect effect;
    effect.writes = to;
    effect.reads = from;
    return effect;
}

MemoryEffect
MemoryEffect::addSum(abi::CUdeviceptr word, const MemoryRange& from, std::uint32_t times) {
    MemoryEffect effect;
    effect.writes = {word, sizeof effect.value};
    effect.sums = from;
    effect.times = times;
    return effect;
}

void MemoryEffects::add(MemoryEffect effect) {
    // Freed since the operation was queued: nothing is left to be written.
    const bool gone = m_memory.resolve(effect.writes) == nullptr ||
                      (effect.reads && m_memory.resolve(*effect.reads) == nullptr) ||
                      (effect.sums && m_memory.resolve(*effect.sums) == nullptr);
    if (effect.writes.bytes == 0 || gone)
        return;
    if (effect.sums) {
        const std::uint32_t sum = sumBefore(m_noted.size(), *effect.sums) * effect.times;
        effect.change = [sum](std::byte* written) {
            std::uint32_t word = 0;
            std::memcpy(&word, written, sizeof word);
            word += sum;
            std::memcpy(written, &word, sizeof word);
        };
    }
    if (effect.change) {
        std::vector<bool> chosen(m_noted.size());
        for (std::size_t i = 0; i < m_noted.size(); ++i)
            chosen[i] = mustFollow(effect, m_noted[i]);
        carryOut(std::move(chosen));
        effect.change(m_memory.resolve(effect.writes));
        return;
    }
    if (repeats(effect))
        return;
    forgetOverwritten(effect);
    m_noted.push_back(std::move(effect));
    const MemoryEffect& noted = m_noted.back();
    // The host sees its own memory without asking. And a copy onto itself, shifted, can't be looked
    // through: what it reads is gone.
    if (touchesHost(noted) || readsFrom(noted, noted.writes)) {
        std::vector<bool> chosen(m_noted.size());
        chosen.back() = true;
        carryOut(std::move(chosen));
    } else if (m_noted.size() > mostNoted) {
        carryOut(std::vector<bool>(m_noted.size(), true));
    }
}

bool MemoryEffects::touchesHost(const MemoryEffect& effect) const {
    return m_memory.isHost(effect.writes) || (effect.reads && m_memory.isHost(*effect.reads));
}

bool MemoryEffects::repeats(const MemoryEffect& effect) const {
    const auto last =
        std::find_if(m_noted.rbegin(), m_noted.rend(), [&](const MemoryEffect& noted) {
            return noted.isSameAs(effect) || noted.writes.overlaps(effect.writes) ||
                   readsFrom(effect, noted.writes);
        });
    return last != m_noted.rend() && last->isSameAs(effect);
}

void MemoryEffects::forgetOverwritten(const MemoryEffect& by) {
    for (std::size_t i = m_noted.size(); i-- > 0;) {
        const MemoryRange& written = m_noted[i].writes;
        if (!by.writes.contains(written) || readsFrom(by, written))
            continue;
        const auto at = m_noted.begin() + static_cast<std::ptrdiff_t>(i);
        const bool seen = std::any_of(at + 1, m_noted.end(), [&](const MemoryEffect& later) {
            return readsFrom(later, written);
        });
        if (!seen)
            m_noted.erase(at);
    }
}

void MemoryEffects::beforeWrite(const MemoryRange& range) {
    forgetOverwritten(MemoryEffect::fill(range, 0));
    std::vector<bool> chosen(m_noted.size());
    for (std::size_t i = 0; i < m_noted.size(); ++i)
        chosen[i] = m_noted[i].writes.overlaps(range) || readsFrom(m_noted[i], range);
    carryOut(std::move(chosen));
}

/// Writes what the chosen ones leave behind, and what those do that they depend on, in order.
void MemoryEffects::carryOut(std::vector<bool> chosen) {
    if (std::none_of(chosen.begin(), chosen.end(), [](bool one) { return one; }))
        return;
    for (std::size_t i = m_noted.size(); i-- > 0;)
        for (std::size_t later = i + 1; !chosen[i] && later < m_noted.size(); ++later)
            chosen[i] = chosen[later] && mustFollow(m_noted[later], m_noted[i]);
    std::vector<MemoryEffect> kept;
    for (std::size_t i = 0; i < m_noted.size(); ++i) {
        MemoryEffect& effect = m_noted[i];
        if (!chosen[i]) {
            kept.push_back(std::move(effect));
            continue;
        }
        std::byte* const to = m_memory.resolve(effect.writes);
        if (effect.reads)
            std::memmove(to, m_memory.resolve(*effect.reads), effect.writes.bytes);
        else
            fillBytes(to, effect.writes.bytes, effect.value, 0);
    }
    m_noted = std::move(kept);
}

/// What the range held when only the first `end` notes had been written.
void MemoryEffects::readBefore(std::size_t end, const MemoryRange& range, std::byte* into) const {
    while (end > 0 && !m_noted[end - 1].writes.overlaps(range))
        --end;
    if (range.bytes == 0)
        return;
    if (end == 0) {
        std::memcpy(into, m_memory.resolve(range), range.bytes);
        return;
    }
    const MemoryEffect& last = m_noted[--end];
    const abi::CUdeviceptr first = std::max(range.address, last.writes.address);
    const abi::CUdeviceptr beyond =
        std::min(range.address + range.bytes, last.writes.address + last.writes.bytes);
    const std::size_t before = first - range.address;
    const std::size_t within = beyond - first;
    const std::size_t offset = first - last.writes.address;
    readBefore(end, {range.address, before}, into);
    if (last.reads)
        readBefore(end, {last.reads->address + offset, within}, into + before);
    else
        fillBytes(into + before, within, last.value, offset);
    readBefore(end, {beyond, range.bytes - before - within}, into + before + within);
}

/// The sum of the words that the range held then, without touching what was only filled.
std::uint32_t MemoryEffects::sumBefore(std::size_t end, const MemoryRange& range) const {
    while (end > 0 && !m_noted[end - 1].writes.overlaps(range))
        --end;
    const std::size_t words = range.bytes / sizeof(std::uint32_t);
    if (words == 0)
        return 0;
    if (end == 0) {
        const auto* const held = reinterpret_cast<const std::uint32_t*>(m_memory.resolve(range));
        return std::accumulate(held, held + words, std::uint32_t{0});
    }
    const MemoryEffect& last = m_noted[--end];
    const abi::CUdeviceptr first = std::max(range.address, last.writes.address);
    const abi::CUdeviceptr beyond =
        std::min(range.address + range.bytes, last.writes.address + last.writes.bytes);
    const MemoryRange before{range.address, first - range.address};
    const MemoryRange after{beyond, range.address + range.bytes - beyond};
    const std::uint32_t within =
        last.reads
            ? sumBefore(end, {last.reads->address + (first - last.writes.address), beyond - first})
            : last.value * static_cast<std::uint32_t>((beyond - first) / sizeof last.value);
    return sumBefore(end, before) + within + sumBefore(end, after);
}

} // namespace parterre
