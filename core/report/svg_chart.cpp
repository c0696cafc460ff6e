// SPDX-License-Identifier: Apache-2.0
#include "core/report/svg_chart.h"

#include "core/report/axis_scale.h"
#include "core/report/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace parterre {
namespace {

constexpr int width = 860;
constexpr int height = 460;
constexpr int right = width - 24;
constexpr int top = 48;
constexpr int bottom = height - 76;
constexpr int lineHeight = 15;
constexpr std::size_t colours = 5;

/// Colours that the colour-blind can tell apart, on either background.
constexpr const char* style = R"(<style>
.pc{font:13px system-ui,sans-serif;fill:#222;--s0:#0072b2;--s1:#c04d00;--s2:#00795a;--s3:#a8457f;--s4:#6b5d00}
.pc .g{stroke:#0002}.pc .a{stroke:#555}.pc .m{stroke:#555;stroke-dasharray:5 4}.pc .t{font-size:12px}
@media(prefers-color-scheme:dark){
.pc{fill:#ddd;--s0:#56b4e9;--s1:#f5993d;--s2:#2fc39a;--s3:#e39ac4;--s4:#e6d84a}
.pc .g{stroke:#fff2}.pc .a{stroke:#aaa}.pc .m{stroke:#aaa}}
)";

std::string numberText(double value) {
    return fmt::format("{:.6g}", std::abs(value) < 1e-9 ? 0.0 : value);
}

std::string axisTitle(const ChartAxis& axis) {
    return axis.title + (axis.unit.empty() ? "" : " (" + axis.unit + ")");
}

std::size_t letters(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

/// Broken between words, so that lines have about so many letters.
std::vector<std::string> linesOf(const std::string& text, std::size_t most) {
    std::vector<std::string> lines{""};
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (!lines.back().empty() && letters(lines.back()) + 1 + letters(word) > most)
            lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
        begin = end + 1;
    }
    return lines;
}

class Drawing {
public:
    explicit Drawing(const Chart& chart)
        : m_chart(chart)
        , m_left(chart.y.categories.empty() ? 84 : 130)
        , m_x(scaleOf(chart.x, &ChartPoint::x, &ChartPoint::x))
        , m_y(scaleOf(chart.y, &ChartPoint::least, &ChartPoint::most)) {}

    std::string svg() {
        add(R"(<svg class="pc" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img" aria-label="{}">)",
            width, height, escaped(axisTitle(m_chart.y) + " by " + axisTitle(m_chart.x)));
        m_svg += style;
        for (std::size_t i = 0; i < colours; ++i)
            add(".pc .f{0}{{fill:var(--s{0})}}.pc "
                ".l{0}{{stroke:var(--s{0});fill:none;stroke-width:2}}\n",
                i);
        m_svg += "</style>\n";
        drawAxes();
        drawMarkers();
        for (std::size_t i = 0; i < m_chart.series.size(); ++i)
            drawSeries(i);
        drawLegend();
        m_svg += "</svg>\n";
        return std::move(m_svg);
    }

private:
    template <typename... Arguments>
    void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        m_svg += fmt::format(format, std::forward<Arguments>(arguments)...) + '\n';
    }

    void addText(
        double x, double y, const char* anchor, const std::string& text, const char* kind = "t") {
        add(R"(<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>)", kind, x, y,
            anchor, escaped(text));
    }

    AxisScale
    scaleOf(const ChartAxis& axis, double ChartPoint::*low, double ChartPoint::*high) const {
        if (!axis.categories.empty())
            return AxisScale::ofPlaces(static_cast<int>(axis.categories.size()));
        bool isFirst = true;
        double least = 0;
        double most = 0;
        const auto include = [&](double lowest, double highest) {
            least = isFirst ? lowest : std::min(least, lowest);
            most = isFirst ? highest : std::max(most, highest);
            isFirst = false;
        };
        for (const ChartSeries& series : m_chart.series)
            for (const ChartPoint& point : series.points)
                include(point.*low, point.*high);
        if (&axis == &m_chart.x)
            for (const ChartMarker& marker : m_chart.markers)
                include(marker.x, marker.x);
        return {least, most, axis.isLogarithmic};
    }

    double x(double value) const { return m_left + m_x.position(value) * (right - m_left); }
    double y(double value) const { return bottom - m_y.position(value) * (bottom - top); }

    void drawAxes() {
        for (const double tick : m_y.ticks()) {
            add(R"(<line class="g" x1="{0}" y1="{1:.1f}" x2="{2}" y2="{1:.1f}"/>)", m_left, y(tick),
                right);
            const auto& categories = m_chart.y.categories;
            addText(
                m_left - 8, y(tick) + 4, "end",
                categories.empty() ? numberText(tick) : categories[static_cast<std::size_t>(tick)]);
        }
        const auto& categories = m_chart.x.categories;
        constexpr double letterWidth = 6.6;
        const std::size_t most =
            categories.empty()
                ? 0
                : static_cast<std::size_t>(
                      (right - m_left) / letterWidth / static_cast<double>(categories.size())) -
                      1;
        for (const double tick : m_x.ticks()) {
            add(R"(<line class="a" x1="{0:.1f}" y1="{1}" x2="{0:.1f}" y2="{2}"/>)", x(tick), bottom,
                bottom + 5);
            int line = 0;
            for (const std::string& text :
                 categories.empty() ? std::vector<std::string>{numberText(tick)}
                                    : linesOf(categories[static_cast<std::size_t>(tick)], most))
                addText(x(tick), bottom + 20 + lineHeight * line++, "middle", text);
        }
        add(R"(<path class="a" fill="none" d="M{} {}V{}H{}"/>)", m_left, top, bottom, right);
        addText((m_left + right) / 2.0, height - 10, "middle", axisTitle(m_chart.x), "n");
        add(R"svg(<text class="n" transform="translate(20 {}) rotate(-90)" text-anchor="middle">{}</text>)svg",
            (top + bottom) / 2, escaped(axisTitle(m_chart.y)));
    }

    void drawMarkers() {
        for (const ChartMarker& marker : m_chart.markers) {
            add(R"(<line class="m" x1="{0:.1f}" y1="{1}" x2="{0:.1f}" y2="{2}"/>)", x(marker.x),
                top, bottom);
            // On the side where there is room.
            const bool isLeft = x(marker.x) > (m_left + right) / 2.0;
            addText(
                x(marker.x) + (isLeft ? -6 : 6), bottom - 10, isLeft ? "end" : "start",
                marker.label);
        }
    }

    /// Series of the same place lie side by side where both axes would hide one behind the other.
    double shiftOf(std::size_t series) const {
        const bool areNamed = !m_chart.y.categories.empty();
        const auto count = static_cast<double>(m_chart.series.size());
        return areNamed && count > 1 ? 9 * (static_cast<double>(series) - (count - 1) / 2) : 0;
    }

    void drawSeries(std::size_t index) {
        const ChartSeries& series = m_chart.series[index];
        const std::size_t colour = index % colours;
        const double shift = shiftOf(index);
        if (series.mark == ChartSeries::Mark::line && !series.points.empty()) {
            std::string path;
            for (const ChartPoint& point : series.points)
                path += fmt::format(
                    "{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x(point.x), y(point.y));
            add(R"(<path class="l{}" d="{}"/>)", colour, path);
        }
        for (const ChartPoint& point : series.points) {
            if (series.mark == ChartSeries::Mark::bar) {
                constexpr double barPart = 0.6;
                const double wide = std::min(90.0, barPart * (x(1) - x(0)));
                add(R"(<rect class="f{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"/>)",
                    colour, x(point.x) - wide / 2, y(point.y), wide, bottom - y(point.y));
                addText(x(point.x), y(point.most) - 6, "middle", fmt::format("{:.0f}", point.y));
            } else {
                addShape(index, x(point.x), y(point.y) + shift);
            }
            if (point.least < point.most)
                add(R"(<path class="a" fill="none" d="M{0:.1f} {1:.1f}h8m-4 0V{2:.1f}m-4 0h8"/>)",
                    x(point.x) - 4, y(point.most), y(point.least));
        }
    }

    /// The second cue beside the colour.
    void addShape(std::size_t series, double atX, double atY) {
        const std::size_t colour = series % colours;
        switch (series % 4) {
        case 0:
            add(R"(<circle class="f{}" cx="{:.1f}" cy="{:.1f}" r="4"/>)", colour, atX, atY);
            break;
        case 1:
            add(R"(<rect class="f{}" x="{:.1f}" y="{:.1f}" width="7" height="7"/>)", colour,
                atX - 3.5, atY - 3.5);
            break;
        case 2:
            add(R"(<path class="f{}" d="M{:.1f} {:.1f}l5 9h-10z"/>)", colour, atX, atY - 5);
            break;
        default:
            add(R"(<path class="f{}" d="M{:.1f} {:.1f}l5 5l-5 5l-5-5z"/>)", colour, atX, atY - 5);
        }
    }

    void drawLegend() {
        if (m_chart.series.size() < 2)
            return;
        constexpr double letterWidth = 7.2;
        double at = m_left;
        for (std::size_t i = 0; i < m_chart.series.size(); ++i) {
            const std::string& name = m_chart.series[i].name;
            addShape(i, at + 6, top - 26);
            addText(at + 16, top - 22, "start", name);
            at += 40 + letterWidth * static_cast<double>(letters(name));
        }
    }

    const Chart& m_chart;
    int m_left;
    AxisScale m_x;
    AxisScale m_y;
    std::string m_svg;
};

} // namespace

std::string svgOf(const Chart& chart) {
    return Drawing(chart).svg();
}

} // namespace parterre
