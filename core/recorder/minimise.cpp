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

/// The function over logarithms. Beyond a limit it is as at the limit, and rises with the distance
/// from it.
class Landscape {
public:
    using Function = std::function<double(const std::vector<double>&)>;

    Landscape(const Function& function, const std::vector<Parameter>& parameters)
        : m_function(function)
        , m_parameters(parameters) {}

    /// The parameters' values at a point, within their limits.
    Point valuesAt(const Point& point) const {
        Point values(point.size());
        for (std::size_t i = 0; i < point.size(); ++i)
            values[i] = std::clamp(std::exp(point[i]), m_parameters[i].least, m_parameters[i].most);
        return values;
    }

    Vertex at(Point point) const {
        const Point values = valuesAt(point);
        double value = m_function(values);
        for (std::size_t i = 0; i < point.size(); ++i)
            value += std::pow(point[i] - std::log(values[i]), 2);
        return {std::move(point), value};
    }

private:
    const Function& m_function;
    const std::vector<Parameter>& m_parameters;
};

/// One walk from `origin`, until the simplex has shrunk to a point.
Point walk(const Landscape& landscape, const Point& origin) {
    constexpr int rounds = 500;
    constexpr double firstStep = 0.2; // of a logarithm: some 20 %
    constexpr double closeEnough = 1e-9;
    const auto evaluated = [&](Point point) { return landscape.at(std::move(point)); };
    std::vector<Vertex> simplex{evaluated(origin)};
    for (std::size_t i = 0; i < origin.size(); ++i) {
        Point moved = origin;
        moved[i] += firstStep;
        simplex.push_back(evaluated(std::move(moved)));
    }
    const auto isBetter = [](const Vertex& a, const Vertex& b) { return a.value < b.value; };
    for (int round = 0; round < rounds; ++round) {
        std::sort(simplex.begin(), simplex.end(), isBetter);
        double spread = 0;
        for (std::size_t i = 0; i < origin.size(); ++i)
            spread = std::max(spread, std::abs(simplex.back().at[i] - simplex.front().at[i]));
        if (spread < closeEnough)
            break;
        Point centre(origin.size(), 0.0);
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
    return std::min_element(simplex.begin(), simplex.end(), isBetter)->at;
}

} // namespace

std::vector<double> minimise(
    const std::function<double(const std::vector<double>&)>& function,
    const std::vector<Parameter>& parameters) {
    // A simplex can shrink where there is no minimum; a new one from there walks on.
    constexpr int walks = 3;
    const Landscape landscape(function, parameters);
    Point at;
    for (const Parameter& parameter : parameters)
        at.push_back(std::log(parameter.start));
    for (int i = 0; i < walks; ++i)
        at = walk(landscape, at);
    return landscape.valuesAt(at);
}

} // namespace parterre
