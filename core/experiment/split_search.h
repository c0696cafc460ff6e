// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload_goal.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace parterre {

/// What a split has to give to one of its two workloads.
struct SplitAim {
    WorkloadGoal::Kind kind = WorkloadGoal::Kind::most; ///< the second aim's may be `most`
    double bound = 0; ///< in the unit of what is measured; nothing for `most`

    bool isMetBy(double value) const; ///< always, for `most`
    /// By which part of the bound a value misses it: 0.1 where a latency is a tenth too long.
    double missOf(double value) const;
};

/// How a GPU is split in two.
struct SplitSizes {
    int first = 0;        ///< SMs of the first workload
    int second = 0;       ///< SMs of the second one
    bool isWhole = false; ///< the second has all that the first leaves over

    friend bool operator==(const SplitSizes&, const SplitSizes&) = default;
};

/// A split with what was measured in it.
struct MeasuredSplit {
    SplitSizes sizes;                            ///< as the driver grants them
    std::array<std::vector<double>, 2> values{}; ///< of the first and second workload, each run's
    int rounds = 0;                              ///< how often it was asked for

    bool isMeasured() const { return !values[0].empty(); }   ///< at least once
    int total() const { return sizes.first + sizes.second; } ///< SMs of both
};

/// Searches the split of a GPU that gives two workloads what is wanted, knowing nothing but what is
/// measured while it goes on. More SMs are taken to do a workload no harm, and that guides where is
/// measured next; what comes out is judged by medians of what was measured alone.
///
/// If the second workload is to get as much as possible, that is the split whose first workload
/// meets its aim and whose second has the highest rate; of several that can't be told apart, the
/// one with the smallest first part. With two bounds it is the one that takes the fewest SMs.
///
/// First comes a coarse grid of whole splits, from the first to the last; then the edges where an
/// aim is met are found by halving; then, with two bounds, smaller parts are tried that leave SMs
/// over; then the chosen split and its neighbours are measured once more, and if the medians then
/// say something else, that goes on from there.
class SplitSearch {
public:
    /// What can be measured.
    struct Space {
        /// Splits in which nothing is left over, ascending by the first's SMs; at least one.
        std::vector<SplitSizes> whole;
        /// Sizes of parts that leave SMs over, ascending; they matter with two bounds only.
        std::vector<int> sizes{};
        /// Whether two of these are granted together. Empty: never.
        std::function<bool(int first, int second)> fits{};
    };

    /// The first aim is a bound.
    SplitSearch(std::array<SplitAim, 2> aims, Space space);

    /// The splits to be measured now, each once in each run, as indices of splits(); empty: it is
    /// over.
    std::vector<std::size_t> next();
    /// What a run measured in the split.
    void add(std::size_t split, double first, double second);

    /// How many splits next() may still give, at most. Only falls.
    std::size_t mostLeft() const { return m_left; }

    const std::vector<MeasuredSplit>& splits() const { return m_splits; } ///< also asked-for ones
    const std::array<SplitAim, 2>& aims() const { return m_aims; }        ///< as given

    double median(std::size_t split, std::size_t workload) const; ///< of all its runs
    bool meets(std::size_t split) const;                          ///< by its medians, both aims
    /// Whether some of its runs meet both aims and some do not.
    bool isWithinNoise(std::size_t split) const;
    /// By which part of its bound it misses the aim that it misses most; 0 if it meets both.
    double missOf(std::size_t split) const;

    /// The best of those that meet both aims. Empty: none does.
    std::optional<std::size_t> chosen() const;
    /// The one that misses by least.
    std::size_t nearest() const;
    /// The measured ones that are one step smaller: of a whole split the one with a smaller first
    /// part, else those in which one of the parts is.
    std::vector<std::size_t> smallerThan(std::size_t split) const;
    /// Whether no measured split is better for one workload and as good for the other.
    bool isOnFrontier(std::size_t split) const;

private:
    using Index = std::optional<std::size_t>;

    bool isWanted(std::size_t workload) const; ///< has a bound
    bool isMet(std::size_t split, std::size_t workload) const;
    /// How much better a median is, for comparing only.
    double goodness(std::size_t split, std::size_t workload) const;
    std::vector<std::size_t> ask(std::vector<std::size_t> splits);
    std::vector<std::size_t> grid() const;
    Index toHalve() const;
    /// SMs with which the workload meets its aim in whole splits, and the most that miss it.
    struct Edge {
        int meets = 0;
        int misses = 0; ///< 0: none does
    };
    std::optional<Edge> edgeOf(std::size_t workload) const;
    Index toShrink();
    Index shrunk(std::size_t from, std::size_t workload);
    std::vector<std::size_t> toConfirm() const;
    Index best(const std::vector<std::size_t>& among) const;
    std::vector<std::size_t> allThatMeet() const;
    Index find(const SplitSizes& sizes) const;
    /// The split of such parts, to be asked for; empty where they are not granted.
    Index offer(const SplitSizes& sizes);

    std::array<SplitAim, 2> m_aims;
    Space m_space;
    std::vector<MeasuredSplit> m_splits; ///< whole ones first, as in the space
    std::size_t m_left = 0;
    bool m_hasBegun = false;
};

} // namespace parterre
