// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <string>
#include <vector>

namespace parterre {

/// One of a chart's two axes.
struct ChartAxis {
    std::string title;          ///< "rate"
    std::string unit;           ///< "TFLOP/s"; empty for a mere number
    bool isLogarithmic = false; ///< then all values are above 0
    /// The names of the places 0, 1, 2, …; empty where the axis has numbers.
    std::vector<std::string> categories{};

    friend bool operator==(const ChartAxis&, const ChartAxis&) = default;
};

/// A median with its spread.
struct ChartPoint {
    double x = 0;     ///< in the x axis' unit, or a category's number
    double y = 0;     ///< in the y axis' unit
    double least = 0; ///< of y; as y where there is no spread
    double most = 0;  ///< of y; as y where there is no spread

    friend bool operator==(const ChartPoint&, const ChartPoint&) = default;
};

/// Points that belong together.
struct ChartSeries {
    /// How its points are drawn.
    enum class Mark {
        line,  ///< points joined by a line
        point, ///< points alone
        bar,   ///< bars from 0
    };
    std::string name;                 ///< for the legend
    Mark mark = Mark::line;           ///< see Mark
    std::vector<ChartPoint> points{}; ///< ascending by x

    friend bool operator==(const ChartSeries&, const ChartSeries&) = default;
};

/// A place on the x axis that has a name: a knee, say.
struct ChartMarker {
    double x = 0;      ///< in the x axis' unit
    std::string label; ///< its name

    friend bool operator==(const ChartMarker&, const ChartMarker&) = default;
};

/// What is to be drawn, whoever draws it.
struct Chart {
    ChartAxis x;                      ///< across
    ChartAxis y;                      ///< up
    std::vector<ChartSeries> series;  ///< in the legend's order
    std::vector<ChartMarker> markers; ///< ascending by x

    friend bool operator==(const Chart&, const Chart&) = default;
};

/// The JSON object that chartFromJson() reads.
void to_json(Json& json, const Chart& chart);
/// Throws InputError naming the field.
Chart chartFromJson(const JsonReader& reader);

} // namespace parterre
