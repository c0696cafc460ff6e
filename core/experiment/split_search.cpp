// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/split_search.h"

#include "core/experiment/spread.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace parterre {
namespace {

/// Whole splits that are measured however it turns out, so that the frontier is seen.
constexpr std::size_t gridSize = 9;
/// Measurements at the edge: as many as it takes twice over, if the medians change their mind.
constexpr std::size_t mostConfirmations = 8;
/// How often a split is measured before it is chosen.
constexpr int roundsOfChosen = 2;

/// Halvings until nothing is left between two of so many.
std::size_t halvings(std::size_t count) {
    return std::bit_width(count);
}

} // namespace

bool SplitAim::isMetBy(double value) const {
    if (kind == WorkloadGoal::Kind::most)
        return true;
    return isOfLatency(kind) ? value < bound : value >= bound;
}

double SplitAim::missOf(double value) const {
    if (isMetBy(value))
        return 0;
    return (value > bound ? value - bound : bound - value) / bound;
}

SplitSearch::SplitSearch(std::array<SplitAim, 2> aims, Space space)
    : m_aims(aims)
    , m_space(std::move(space)) {
    for (const SplitSizes& sizes : m_space.whole)
        m_splits.push_back({sizes});
    const std::size_t edges = isWanted(1) ? 2 : 1;
    m_left =
        std::min(gridSize, m_splits.size()) + edges * halvings(m_splits.size()) + mostConfirmations;
    if (isWanted(1))
        m_left += 2 * halvings(m_space.sizes.size()) + mostConfirmations;
}

void SplitSearch::add(std::size_t split, double first, double second) {
    m_splits.at(split).values[0].push_back(first);
    m_splits.at(split).values[1].push_back(second);
}

std::vector<std::size_t> SplitSearch::next() {
    if (!m_hasBegun) {
        m_hasBegun = true;
        return ask(grid());
    }
    if (const Index split = toHalve())
        return ask({*split});
    if (isWanted(1)) {
        m_left = std::min(m_left, 2 * halvings(m_space.sizes.size()) + 2 * mostConfirmations);
        if (const Index split = toShrink())
            return ask({*split});
    }
    m_left = std::min(m_left, mostConfirmations);
    std::vector<std::size_t> splits = toConfirm();
    if (splits.empty())
        m_left = 0;
    return ask(std::move(splits));
}

std::vector<std::size_t> SplitSearch::ask(std::vector<std::size_t> splits) {
    splits.resize(std::min(splits.size(), m_left));
    m_left -= splits.size();
    for (const std::size_t split : splits)
        ++m_splits[split].rounds;
    return splits;
}

std::vector<std::size_t> SplitSearch::grid() const {
    const std::size_t last = m_space.whole.size() - 1;
    const std::size_t count = std::min(gridSize, last + 1);
    std::vector<std::size_t> splits;
    for (std::size_t i = 0; i < count; ++i)
        splits.push_back(count == 1 ? 0 : i * last / (count - 1));
    return splits;
}

/// Between a whole split that misses an aim and the first one that meets it.
SplitSearch::Index SplitSearch::toHalve() const {
    const std::size_t count = m_space.whole.size();
    for (std::size_t workload = 0; workload < 2; ++workload) {
        if (!isWanted(workload))
            continue;
        // By the workload's SMs, ascending.
        const auto at = [&](std::size_t i) { return workload == 0 ? i : count - 1 - i; };
        std::size_t missing = count;
        for (std::size_t i = 0; i < count; ++i) {
            if (!m_splits[at(i)].isMeasured())
                continue;
            if (!isMet(at(i), workload)) {
                missing = i;
                continue;
            }
            if (missing < count && i - missing > 1)
                return at(missing + (i - missing) / 2);
            break;
        }
    }
    return {};
}

std::optional<SplitSearch::Edge> SplitSearch::edgeOf(std::size_t workload) const {
    std::optional<Edge> edge;
    for (std::size_t i = 0; i < m_space.whole.size(); ++i) {
        const SplitSizes& sizes = m_splits[i].sizes;
        const int own = workload == 0 ? sizes.first : sizes.second;
        if (m_splits[i].isMeasured() && isMet(i, workload) && (!edge || own < edge->meets))
            edge = Edge{own, 0};
    }
    for (std::size_t i = 0; edge && i < m_space.whole.size(); ++i) {
        const SplitSizes& sizes = m_splits[i].sizes;
        const int own = workload == 0 ? sizes.first : sizes.second;
        if (m_splits[i].isMeasured() && own < edge->meets)
            edge->misses = std::max(edge->misses, own);
    }
    return edge;
}

/// Smaller parts than in the best split so far, or, at first, the smallest that have a chance.
SplitSearch::Index SplitSearch::toShrink() {
    const auto above = [this](int size) {
        return std::upper_bound(m_space.sizes.begin(), m_space.sizes.end(), size);
    };
    const auto first = edgeOf(0);
    const auto second = edgeOf(1);
    if (!first || !second)
        return {};
    // Each part as small as it can be beside a larger neighbour than it will have here.
    auto a = above(first->misses);
    auto b = above(second->misses);
    const auto end = m_space.sizes.end();
    while (a != end && b != end) {
        const Index corner = offer({*a, *b, false});
        if (!corner)
            break;
        if (!m_splits[*corner].isMeasured())
            return corner;
        if (meets(*corner))
            break;
        if (!isMet(*corner, 0))
            ++a;
        if (!isMet(*corner, 1))
            ++b;
    }
    const Index from = best(allThatMeet());
    if (!from || m_splits[*from].sizes.isWhole)
        return {};
    if (const Index smaller = shrunk(*from, 0))
        return smaller;
    return shrunk(*from, 1);
}

/// The next smaller part of the workload to try, the other one's staying as it is: first one step,
/// then, while that does, half of what is left, so that an edge that lies far off is found soon.
SplitSearch::Index SplitSearch::shrunk(std::size_t from, std::size_t workload) {
    const SplitSizes sizes = m_splits[from].sizes;
    const auto with = [&](std::size_t i) {
        const int size = m_space.sizes[i];
        return workload == 0 ? SplitSizes{size, sizes.second, false}
                             : SplitSizes{sizes.first, size, false};
    };
    const auto own = static_cast<std::size_t>(
        std::lower_bound(
            m_space.sizes.begin(), m_space.sizes.end(),
            workload == 0 ? sizes.first : sizes.second) -
        m_space.sizes.begin());
    const auto isMeasuredAt = [&](std::size_t i) {
        const Index split = find(with(i));
        return split && m_splits[*split].isMeasured();
    };
    std::size_t least = 0; // the smallest that may do
    for (std::size_t i = own; i-- > 0;) {
        if (isMeasuredAt(i)) { // and does not do, or it would be the best one
            least = i + 1;
            break;
        }
    }
    if (least == own)
        return {};
    const bool hasShrunk = own + 1 < m_space.sizes.size() && isMeasuredAt(own + 1);
    return offer(with(hasShrunk ? least + (own - least) / 2 : own - 1));
}

std::vector<std::size_t> SplitSearch::toConfirm() const {
    std::vector<std::size_t> splits;
    if (const Index best = this->best(allThatMeet())) {
        splits = smallerThan(*best);
        splits.insert(splits.begin(), *best);
    } else {
        splits.push_back(nearest());
    }
    splits.erase(
        std::remove_if(
            splits.begin(), splits.end(),
            [this](std::size_t split) { return m_splits[split].rounds >= roundsOfChosen; }),
        splits.end());
    return splits;
}

std::vector<std::size_t> SplitSearch::smallerThan(std::size_t split) const {
    const SplitSizes& sizes = m_splits[split].sizes;
    std::vector<std::size_t> found;
    const auto take = [&](const Index& smaller) {
        if (smaller && m_splits[*smaller].isMeasured())
            found.push_back(*smaller);
    };
    if (sizes.isWhole) { // whole splits stand in their order
        if (split > 0)
            take(split - 1);
        return found;
    }
    const auto before = [&](int size) {
        const auto at = std::lower_bound(m_space.sizes.begin(), m_space.sizes.end(), size);
        return at == m_space.sizes.begin() ? 0 : *(at - 1);
    };
    take(find({before(sizes.first), sizes.second, false}));
    take(find({sizes.first, before(sizes.second), false}));
    return found;
}

SplitSearch::Index SplitSearch::chosen() const {
    std::vector<std::size_t> confirmed = allThatMeet();
    const std::vector<std::size_t> all = confirmed;
    confirmed.erase(
        std::remove_if(
            confirmed.begin(), confirmed.end(),
            [this](std::size_t split) { return m_splits[split].rounds < roundsOfChosen; }),
        confirmed.end());
    return best(confirmed.empty() ? all : confirmed);
}

std::size_t SplitSearch::nearest() const {
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_splits.size(); ++i) {
        if (m_splits[i].isMeasured() && missOf(i) < least) {
            least = missOf(i);
            nearest = i;
        }
    }
    return nearest;
}

std::vector<std::size_t> SplitSearch::allThatMeet() const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < m_splits.size(); ++i)
        if (m_splits[i].isMeasured() && meets(i))
            found.push_back(i);
    return found;
}

SplitSearch::Index SplitSearch::best(const std::vector<std::size_t>& among) const {
    Index best;
    for (const std::size_t i : among) {
        if (!best) {
            best = i;
            continue;
        }
        const MeasuredSplit& other = m_splits[*best];
        if (isWanted(1)) {
            if (m_splits[i].total() < other.total())
                best = i;
            continue;
        }
        // They ascend by the first's SMs: a later one has to be better beyond doubt.
        if (spreadOf(m_splits[i].values[1]).least > spreadOf(other.values[1]).most)
            best = i;
    }
    return best;
}

bool SplitSearch::isOnFrontier(std::size_t split) const {
    for (std::size_t i = 0; i < m_splits.size(); ++i) {
        if (i == split || !m_splits[i].isMeasured())
            continue;
        const double first = goodness(i, 0) - goodness(split, 0);
        const double second = goodness(i, 1) - goodness(split, 1);
        if (first >= 0 && second >= 0 && (first > 0 || second > 0))
            return false;
    }
    return true;
}

double SplitSearch::median(std::size_t split, std::size_t workload) const {
    return spreadOf(m_splits.at(split).values.at(workload)).median;
}

double SplitSearch::goodness(std::size_t split, std::size_t workload) const {
    const double value = median(split, workload);
    return isOfLatency(m_aims[workload].kind) ? -value : value;
}

bool SplitSearch::isWanted(std::size_t workload) const {
    return m_aims[workload].kind != WorkloadGoal::Kind::most;
}

bool SplitSearch::isMet(std::size_t split, std::size_t workload) const {
    return m_aims[workload].isMetBy(median(split, workload));
}

bool SplitSearch::meets(std::size_t split) const {
    return isMet(split, 0) && isMet(split, 1);
}

double SplitSearch::missOf(std::size_t split) const {
    return std::max(m_aims[0].missOf(median(split, 0)), m_aims[1].missOf(median(split, 1)));
}

bool SplitSearch::isWithinNoise(std::size_t split) const {
    const MeasuredSplit& measured = m_splits.at(split);
    std::size_t met = 0;
    for (std::size_t run = 0; run < measured.values[0].size(); ++run)
        if (m_aims[0].isMetBy(measured.values[0][run]) &&
            m_aims[1].isMetBy(measured.values[1][run]))
            ++met;
    return met > 0 && met < measured.values[0].size();
}

SplitSearch::Index SplitSearch::find(const SplitSizes& sizes) const {
    for (std::size_t i = 0; i < m_splits.size(); ++i)
        if (m_splits[i].sizes == sizes)
            return i;
    return {};
}

SplitSearch::Index SplitSearch::offer(const SplitSizes& sizes) {
    if (const Index known = find(sizes))
        return known;
    if (!m_space.fits || !m_space.fits(sizes.first, sizes.second))
        return {};
    m_splits.push_back({sizes});
    return m_splits.size() - 1;
}

} // namespace parterre
