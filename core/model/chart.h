// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <string>
#include <vector>

namespace parterre {

/// One of a chart's two axes.
struct ChartAxis {
    std::string title; ///< "rate"
    std::string unit;  ///< "TFLOP/s"; empty for a mere number
    bool isLogarithmic = false;
    /// The names of the places 0, 1, 2, …; empty where the axis has numbers.
    std::vector<std::string> categories{};

    friend bool operator==(const ChartAxis&, const ChartAxis&) = default;
};

/// A median with its spread.
struct ChartPoint {
    double x = 0;
    double y = 0;
    double least = 0; ///< of y; as y where there is no spread
    double most = 0;  ///< of y; as y where there is no spread

    friend bool operator==(const ChartPoint&, const ChartPoint&) = default;
};

/// Points that belong together.
struct ChartSeries {
    enum class Mark {
        line,  ///< points joined by a line
        point, ///< points alone
        bar,   ///< bars from 0
    };
    std::string name;
    Mark mark = Mark::line;
    std::vector<ChartPoint> points{};

    friend bool operator==(const ChartSeries&, const ChartSeries&) = default;
};

/// A place on the x axis that has a name: a knee, say.
struct ChartMarker {
    double x = 0;
    std::string label;

    friend bool operator==(const ChartMarker&, const ChartMarker&) = default;
};

/// What is to be drawn, whoever draws it.
struct Chart {
    ChartAxis x;
    ChartAxis y;
    std::vector<ChartSeries> series;
    std::vector<ChartMarker> markers;

    friend bool operator==(const Chart&, const Chart&) = default;
};

/// The JSON object that chartFromJson() reads.
void to_json(Json& json, const Chart& chart);
/// Throws InputError naming the field.
Chart chartFromJson(const JsonReader& reader);

} // namespace parterre
