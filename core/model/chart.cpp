// SPDX-License-Identifier: Apache-2.0
#include "core/model/chart.h"

namespace parterre {
namespace {

const std::vector<std::pair<std::string_view, ChartSeries::Mark>>& marks() {
    static const std::vector<std::pair<std::string_view, ChartSeries::Mark>> words{
        {"line", ChartSeries::Mark::line},
        {"point", ChartSeries::Mark::point},
        {"bar", ChartSeries::Mark::bar}};
    return words;
}

std::string_view wordOf(ChartSeries::Mark mark) {
    for (const auto& [word, value] : marks())
        if (value == mark)
            return word;
    return {};
}

Json jsonOf(const ChartAxis& axis) {
    Json json = {
        {"title", axis.title}, {"unit", axis.unit}, {"is_logarithmic", axis.isLogarithmic}};
    if (!axis.categories.empty())
        json["categories"] = axis.categories;
    return json;
}

ChartAxis axisOf(const JsonReader& reader) {
    return {
        reader.string("title"), reader.string("unit", ""), reader.boolean("is_logarithmic", false),
        reader.strings("categories")};
}

} // namespace

void to_json(Json& json, const Chart& chart) {
    json = {
        {"x", jsonOf(chart.x)},
        {"y", jsonOf(chart.y)},
        {"series", Json::array()},
        {"markers", Json::array()}};
    for (const ChartSeries& series : chart.series) {
        Json points = Json::array();
        for (const ChartPoint& point : series.points)
            points.push_back(
                {{"x", point.x}, {"y", point.y}, {"min", point.least}, {"max", point.most}});
        json["series"].push_back(
            {{"name", series.name}, {"mark", wordOf(series.mark)}, {"points", std::move(points)}});
    }
    for (const ChartMarker& marker : chart.markers)
        json["markers"].push_back({{"x", marker.x}, {"label", marker.label}});
}

Chart chartFromJson(const JsonReader& reader) {
    Chart chart{axisOf(reader.object("x")), axisOf(reader.object("y")), {}, {}};
    reader.forEach("series", [&](const JsonReader& each) {
        ChartSeries series{
            each.string("name"), each.word("mark", marks(), ChartSeries::Mark::line), {}};
        each.forEach("points", [&](const JsonReader& point) {
            const double y = point.number("y", 0);
            series.points.push_back(
                {point.number("x", 0), y, point.number("min", y), point.number("max", y)});
        });
        chart.series.push_back(std::move(series));
    });
    reader.forEach("markers", [&](const JsonReader& marker) {
        chart.markers.push_back({marker.number("x", 0), marker.string("label")});
    });
    return chart;
}

} // namespace parterre
