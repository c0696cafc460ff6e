// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/chart_scale.h"

#include "ui/shell/text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace parterre::ui {
namespace {

constexpr double headroom = 1.04; ///< so that the last point is not cut in half

} // namespace

void setUpAxis(QCPAxis& axis, const ChartAxis& chartAxis) {
    axis.setLabel(
        toQt(chartAxis.unit.empty() ? chartAxis.title : chartAxis.title + ", " + chartAxis.unit));
    axis.setNumberFormat(QStringLiteral("gb"));
    axis.setNumberPrecision(6);
    axis.setScaleType(chartAxis.isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (!chartAxis.categories.empty()) {
        const auto names = QSharedPointer<QCPAxisTickerText>::create();
        for (std::size_t i = 0; i < chartAxis.categories.size(); ++i)
            names->addTick(static_cast<double>(i), toQt(chartAxis.categories[i]));
        axis.setTicker(names);
    } else if (chartAxis.isLogarithmic) {
        axis.setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    } else {
        axis.setTicker(QSharedPointer<QCPAxisTicker>::create());
    }
}

void fitAxis(QCPAxis& axis, const ChartAxis& chartAxis, double least, double most) {
    if (!chartAxis.categories.empty()) {
        axis.setRange(-0.5, static_cast<double>(chartAxis.categories.size()) - 0.5);
    } else if (chartAxis.isLogarithmic) {
        const double from = std::floor(std::log10(least));
        axis.setRange(
            std::pow(10, from), std::pow(10, std::max(std::ceil(std::log10(most)), from + 1)));
    } else {
        const double from = std::min(least, 0.0);
        const double to = std::max(most, 0.0);
        axis.setRange(from * headroom, to > from ? to * headroom : from + 1);
    }
}

} // namespace parterre::ui
