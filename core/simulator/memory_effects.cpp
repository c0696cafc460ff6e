// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/memory_effects.h"

#include <algorithm>
#include <utility>

namespace parterre {
namespace {

bool overlap(const std::vector<MemoryRange>& some, const std::vector<MemoryRange>& others) {
    return std::any_of(some.begin(), some.end(), [&](const MemoryRange& a) {
        return std::any_of(
            others.begin(), others.end(), [&](const MemoryRange& b) { return a.overlaps(b); });
    });
}

bool covered(const std::vector<MemoryRange>& inner, const std::vector<MemoryRange>& outer) {
    return std::all_of(inner.begin(), inner.end(), [&](const MemoryRange& a) {
        return std::any_of(
            outer.begin(), outer.end(), [&](const MemoryRange& b) { return b.contains(a); });
    });
}

/// Whether the later one must not be made before the earlier one.
bool mustFollow(const MemoryEffect& later, const MemoryEffect& earlier) {
    return overlap(earlier.writes, later.reads) || overlap(earlier.writes, later.writes) ||
           overlap(earlier.reads, later.writes);
}

} // namespace

void MemoryEffects::add(MemoryEffect effect) {
    if (effect.writes.empty())
        return;
    if (effect.identity.empty()) {
        std::vector<bool> chosen(m_noted.size());
        for (std::size_t i = 0; i < m_noted.size(); ++i)
            chosen[i] = mustFollow(effect, m_noted[i]);
        make(std::move(chosen));
        effect.apply(m_memory);
        return;
    }
    if (repeats(effect))
        return;
    forgetOverwritten(effect);
    if (m_noted.size() >= mostNoted)
        make(std::vector<bool>(m_noted.size(), true));
    m_noted.push_back(std::move(effect));
}

bool MemoryEffects::repeats(const MemoryEffect& effect) const {
    if (overlap(effect.reads, effect.writes))
        return false;
    for (auto noted = m_noted.rbegin(); noted != m_noted.rend(); ++noted) {
        if (noted->identity == effect.identity && noted->reads == effect.reads &&
            noted->writes == effect.writes)
            return true;
        if (overlap(noted->writes, effect.reads) || overlap(noted->writes, effect.writes))
            return false;
    }
    return false;
}

void MemoryEffects::forgetOverwritten(const MemoryEffect& by) {
    for (std::size_t i = m_noted.size(); i-- > 0;) {
        if (!covered(m_noted[i].writes, by.writes) || overlap(m_noted[i].writes, by.reads))
            continue;
        const auto seen = [&](const MemoryEffect& later) {
            return overlap(m_noted[i].writes, later.reads);
        };
        const auto at = m_noted.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::none_of(at + 1, m_noted.end(), seen))
            m_noted.erase(at);
    }
}

void MemoryEffects::beforeRead(const MemoryRange& range) {
    std::vector<bool> chosen(m_noted.size());
    for (std::size_t i = 0; i < m_noted.size(); ++i)
        chosen[i] = overlap(m_noted[i].writes, {range});
    make(std::move(chosen));
}

void MemoryEffects::beforeWrite(const MemoryRange& range) {
    forgetOverwritten({{}, {range}, {}, {}});
    std::vector<bool> chosen(m_noted.size());
    for (std::size_t i = 0; i < m_noted.size(); ++i)
        chosen[i] = overlap(m_noted[i].writes, {range}) || overlap(m_noted[i].reads, {range});
    make(std::move(chosen));
}

/// Makes the chosen ones and all that they depend on, in order.
void MemoryEffects::make(std::vector<bool> chosen) {
    for (std::size_t i = m_noted.size(); i-- > 0;)
        for (std::size_t later = i + 1; !chosen[i] && later < m_noted.size(); ++later)
            chosen[i] = chosen[later] && mustFollow(m_noted[later], m_noted[i]);
    std::vector<MemoryEffect> kept;
    for (std::size_t i = 0; i < m_noted.size(); ++i) {
        if (chosen[i])
            m_noted[i].apply(m_memory);
        else
            kept.push_back(std::move(m_noted[i]));
    }
    m_noted = std::move(kept);
}

} // namespace parterre
