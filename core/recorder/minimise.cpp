// SPDX-License-Identifier: Apache-2.0
#include "core/recorder/minimise.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace parterre {
namespace {

using Point = std::vector<double>;

struct Vertex {
    Point at; ///< logarithms
    double value = 0;
};

/// from + factor · (to − from)
Point between(const Point& from, const Point& to, double factor) {
    Point point(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        point[i] = from[i] + factor * (to[i] - from[i]);
    return point;
}

} // namespace

std::vector<double>
minimise(const std::function<double(const Point&)>& function, const Point& start) {
    constexpr int rounds = 2000;
    constexpr double firstStep = 0.2; // of a logarithm: some 20 %
    constexpr double closeEnough = 1e-9;
    const auto evaluated = [&](Point at) {
        Point parameters(at.size());
        std::transform(
            at.begin(), at.end(), parameters.begin(), [](double x) { return std::exp(x); });
        return Vertex{std::move(at), function(parameters)};
    };

    Point origin(start.size());
    std::transform(
        start.begin(), start.end(), origin.begin(), [](double x) { return std::log(x); });
    std::vector<Vertex> simplex{evaluated(origin)};
    for (std::size_t i = 0; i < start.size(); ++i) {
        Point moved = origin;
        moved[i] += firstStep;
        simplex.push_back(evaluated(std::move(moved)));
    }
    const auto isBetter = [](const Vertex& a, const Vertex& b) { return a.value < b.value; };
    for (int round = 0; round < rounds; ++round) {
        std::sort(simplex.begin(), simplex.end(), isBetter);
        double spread = 0;
        for (std::size_t i = 0; i < start.size(); ++i)
            spread = std::max(spread, std::abs(simplex.back().at[i] - simplex.front().at[i]));
        if (spread < closeEnough)
            break;
        Point centre(start.size(), 0.0);
        for (std::size_t v = 0; v + 1 < simplex.size(); ++v)
            for (std::size_t i = 0; i < centre.size(); ++i)
                centre[i] += simplex[v].at[i] / static_cast<double>(simplex.size() - 1);

        Vertex& worst = simplex.back();
        Vertex reflected = evaluated(between(centre, worst.at, -1));
        if (reflected.value < simplex.front().value) {
            Vertex further = evaluated(between(centre, worst.at, -2));
            worst = isBetter(further, reflected) ? std::move(further) : std::move(reflected);
        } else if (reflected.value < simplex[simplex.size() - 2].value) {
            worst = std::move(reflected);
        } else {
            Vertex nearer = evaluated(between(centre, worst.at, 0.5));
            if (nearer.value < worst.value) {
                worst = std::move(nearer);
            } else {
                for (std::size_t v = 1; v < simplex.size(); ++v)
                    simplex[v] = evaluated(between(simplex.front().at, simplex[v].at, 0.5));
            }
        }
    }
    const Vertex& best = *std::min_element(simplex.begin(), simplex.end(), isBetter);
    Point parameters(best.at.size());
    std::transform(
        best.at.begin(), best.at.end(), parameters.begin(), [](double x) { return std::exp(x); });
    return parameters;
}

} // namespace parterre
