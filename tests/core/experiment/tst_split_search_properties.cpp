// SPDX-License-Identifier: Apache-2.0
// What holds for every search, on curves made up for it.
#include "core/experiment/split_search.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <rapidcheck.h>
#include <set>

using namespace parterre;

namespace {

using Kind = WorkloadGoal::Kind;
constexpr int runs = 3;

/// A GPU of as many units as one likes, of so many SMs each; the last one is too small for a part.
struct Gpu {
    int units = 2;
    int unit = 8;

    int total() const { return units * unit + unit / 2; }

    SplitSearch::Space space() const {
        SplitSearch::Space space;
        for (int i = 1; i < units; ++i) {
            space.whole.push_back({i * unit, total() - i * unit, true});
            space.sizes.push_back(i * unit);
        }
        space.fits = [most = units * unit](int first, int second) {
            return first + second <= most;
        };
        return space;
    }

    static Gpu any() { return {*rc::gen::inRange(2, 70), *rc::gen::element(2, 4, 8)}; }
};

/// What two workloads make of their parts; each wants SMs, and minds its neighbour's a little.
struct Curves {
    double work = 1000;    ///< of a launch: its latency is that over SMs
    double constant = 10;  ///< and so much besides
    double rate = 1;       ///< of the second workload, an SM
    double saturation = 0; ///< SMs from which on it grows no more; 0: never
    double contention = 0; ///< part that a neighbour of all SMs adds to a latency
    int total = 1;

    double latency(const SplitSizes& sizes) const {
        return (constant + work / sizes.first) * (1 + contention * sizes.second / total);
    }
    double rateOf(const SplitSizes& sizes) const {
        return rate * (saturation > 0 ? std::min<double>(sizes.second, saturation) : sizes.second);
    }

    static double part(int least, int most) { return *rc::gen::inRange(least, most) / 100.0; }
    static Curves any(const Gpu& gpu) {
        return {
            part(1, 1'000'000),
            part(1, 5000),
            part(1, 1000),
            *rc::gen::arbitrary<bool>() ? part(100, 13'000) : 0,
            *rc::gen::arbitrary<bool>() ? part(0, 100) : 0,
            gpu.total()};
    }
};

/// Searches to the end, and says how many splits were given out. `noise`: the part by which a value
/// may be off either way.
std::size_t searchAll(SplitSearch& search, const Curves& curves, double noise) {
    const auto noisy = [&](double value) {
        constexpr int fine = 1000;
        return noise == 0 ? value : value * (1 + noise * *rc::gen::inRange(-fine, fine + 1) / fine);
    };
    std::size_t given = 0;
    std::size_t left = search.mostLeft();
    for (auto splits = search.next(); !splits.empty(); splits = search.next()) {
        given += splits.size();
        RC_ASSERT(search.mostLeft() + splits.size() <= left);
        left = search.mostLeft();
        const std::set<std::size_t> different(splits.begin(), splits.end());
        RC_ASSERT(different.size() == splits.size());
        for (int run = 0; run < runs; ++run) {
            for (const std::size_t split : splits) {
                const SplitSizes sizes = search.splits().at(split).sizes;
                search.add(split, noisy(curves.latency(sizes)), noisy(curves.rateOf(sizes)));
            }
        }
    }
    RC_ASSERT(search.next().empty());
    return given;
}

/// A bound somewhere among the values that the latency has, and a little beyond them.
SplitAim anyLatencyAim(const Curves& curves, const SplitSearch::Space& space) {
    const double longest = curves.latency(space.whole.front());
    const double shortest = curves.latency(space.whole.back());
    return {
        *rc::gen::element(Kind::p50, Kind::p99, Kind::largest),
        shortest * 0.9 + Curves::part(0, 101) * (longest * 1.1 - shortest * 0.9)};
}

SplitAim anyRateAim(const Curves& curves, const SplitSearch::Space& space) {
    return {Kind::rate, Curves::part(1, 110) * curves.rateOf(space.whole.front())};
}

bool meets(const std::array<SplitAim, 2>& aims, const Curves& curves, const SplitSizes& sizes) {
    return curves.latency(sizes) < aims[0].bound &&
           (aims[1].kind == Kind::most || curves.rateOf(sizes) >= aims[1].bound);
}

/// More than this is not measured, however large the GPU: what is said in split_search.h.
std::size_t mostSplits(const SplitSearch::Space& space, bool hasTwoBounds) {
    const std::size_t halvings = std::bit_width(space.whole.size());
    return 9 + halvings + 8 + (hasTwoBounds ? 3 * halvings + 8 : 0);
}

} // namespace

class TestSplitSearchProperties : public QObject {
    Q_OBJECT

private slots:
    void theSmallestPartThatMeetsTheGoal() {
        QVERIFY(rc::check("smallest first part", [] {
            const Gpu gpu = Gpu::any();
            const Curves curves = Curves::any(gpu);
            const SplitSearch::Space space = gpu.space();
            const std::array<SplitAim, 2> aims{anyLatencyAim(curves, space), SplitAim()};
            SplitSearch search(aims, space);
            RC_ASSERT(search.mostLeft() <= mostSplits(space, false));
            RC_ASSERT(searchAll(search, curves, 0) <= mostSplits(space, false));
            const auto smallest =
                std::find_if(space.whole.begin(), space.whole.end(), [&](const SplitSizes& sizes) {
                    return meets(aims, curves, sizes);
                });
            RC_ASSERT(search.chosen().has_value() == (smallest != space.whole.end()));
            if (!search.chosen()) {
                RC_ASSERT(search.splits()[search.nearest()].sizes == space.whole.back());
                return;
            }
            RC_ASSERT(search.splits()[*search.chosen()].sizes == *smallest);
            if (curves.saturation == 0) // else others are as good for the second one
                RC_ASSERT(search.isOnFrontier(*search.chosen()));
            RC_ASSERT(!search.isWithinNoise(*search.chosen()));
            for (const std::size_t smaller : search.smallerThan(*search.chosen()))
                RC_ASSERT(!search.meets(smaller));
            RC_ASSERT(
                search.smallerThan(*search.chosen()).empty() == (smallest == space.whole.begin()));
        }));
    }

    void theSmallestPartsThatMeetBothGoals() {
        QVERIFY(rc::check("smallest parts", [] {
            const Gpu gpu = Gpu::any();
            Curves curves = Curves::any(gpu);
            const SplitSearch::Space space = gpu.space();
            const std::array<SplitAim, 2> aims{
                anyLatencyAim(curves, space), anyRateAim(curves, space)};
            SplitSearch search(aims, space);
            RC_ASSERT(searchAll(search, curves, 0) <= mostSplits(space, true));
            const bool isPossible =
                std::any_of(space.whole.begin(), space.whole.end(), [&](const SplitSizes& sizes) {
                    return meets(aims, curves, sizes);
                });
            if (isPossible)
                RC_ASSERT(search.chosen().has_value());
            if (!search.chosen())
                return;
            const MeasuredSplit& chosen = search.splits()[*search.chosen()];
            RC_ASSERT(meets(aims, curves, chosen.sizes));
            for (const std::size_t smaller : search.smallerThan(*search.chosen()))
                if (!chosen.sizes.isWhole)
                    RC_ASSERT(!search.meets(smaller));
            if (curves.contention > 0)
                return;
            // Where no neighbour is minded, the smallest of all is known beforehand.
            for (const int first : space.sizes)
                for (const int second : space.sizes)
                    if (space.fits(first, second) && first + second < chosen.total())
                        RC_ASSERT(!meets(aims, curves, {first, second, false}));
        }));
    }

    void whateverTheNoise() {
        QVERIFY(rc::check("a choice is measured, confirmed and meets its goals", [] {
            const Gpu gpu = Gpu::any();
            const Curves curves = Curves::any(gpu);
            const SplitSearch::Space space = gpu.space();
            const bool hasTwo = *rc::gen::arbitrary<bool>();
            const std::array<SplitAim, 2> aims{
                anyLatencyAim(curves, space), hasTwo ? anyRateAim(curves, space) : SplitAim()};
            SplitSearch search(aims, space);
            const double noise = Curves::part(0, 60);
            RC_ASSERT(searchAll(search, curves, noise) <= mostSplits(space, hasTwo));
            for (const MeasuredSplit& split : search.splits()) {
                RC_ASSERT(split.values[0].size() == static_cast<std::size_t>(split.rounds * runs));
                RC_ASSERT(split.sizes.first + split.sizes.second <= gpu.total());
            }
            if (const auto chosen = search.chosen()) {
                RC_ASSERT(search.splits()[*chosen].isMeasured());
                RC_ASSERT(search.median(*chosen, 0) < aims[0].bound);
                RC_ASSERT(!hasTwo || search.median(*chosen, 1) >= aims[1].bound);
                RC_ASSERT(search.missOf(*chosen) == 0);
            } else {
                RC_ASSERT(search.missOf(search.nearest()) > 0);
                for (std::size_t i = 0; i < search.splits().size(); ++i)
                    if (search.splits()[i].isMeasured())
                        RC_ASSERT(!search.meets(i));
            }
        }));
    }

    void theFrontierHoldsTheBest() {
        QVERIFY(rc::check("frontier", [] {
            const Gpu gpu = Gpu::any();
            const Curves curves = Curves::any(gpu);
            const SplitSearch::Space space = gpu.space();
            SplitSearch search({anyLatencyAim(curves, space), SplitAim()}, space);
            searchAll(search, curves, Curves::part(0, 30));
            for (std::size_t i = 0; i < search.splits().size(); ++i) {
                if (!search.splits()[i].isMeasured())
                    continue;
                const auto isAtLeast = [&](std::size_t other) {
                    return search.splits()[other].isMeasured() &&
                           search.median(other, 0) <= search.median(i, 0) &&
                           search.median(other, 1) >= search.median(i, 1);
                };
                bool isBeaten = false;
                for (std::size_t other = 0; other < search.splits().size(); ++other)
                    isBeaten = isBeaten || (isAtLeast(other) &&
                                            (search.median(other, 0) != search.median(i, 0) ||
                                             search.median(other, 1) != search.median(i, 1)));
                RC_ASSERT(search.isOnFrontier(i) != isBeaten);
            }
        }));
    }
};

QTEST_GUILESS_MAIN(TestSplitSearchProperties)
#include "tst_split_search_properties.moc"
