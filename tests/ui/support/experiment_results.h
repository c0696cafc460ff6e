// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/experiment_result.h"

namespace parterre::ui::test {

/// A result with two series, spreads, a text column, a cell of which nothing is known, and a knee.
inline ExperimentResult someResult() {
    ExperimentResult result;
    result.experiment.name = "scaling";
    result.experiment.title = "rate by number of SMs";
    result.experiment.method = "One size after the other.";
    result.parameters.workload = "copy";
    result.parameters.runs = 2;
    result.device = "sim:test";
    result.deviceName = "Test GPU";
    result.driverVersion = 13000;
    result.provenance = "Simulated: made up for tests";
    result.date = "2026-12-03";
    result.sentence = "It grows.";
    result.columns = {
        {"kernel", "kernel", "", 0},
        {"sm_count", "SMs", "", 0},
        {"rate", "median", "GB/s", 2},
        {"other", "other", "", 0}};
    result.rows = {
        {std::string("copy, \"fast\""), 8.0, 80.126, ExperimentCell()},
        {std::string("copy"), 16.0, 160.0, 3.0}};
    result.chart.x = {"SMs", "", false};
    result.chart.y = {"rate", "GB/s", false};
    result.chart.series = {
        {"one", ChartSeries::Mark::line, {{8, 80, 70, 90}, {16, 160, 160, 160}}},
        {"two", ChartSeries::Mark::point, {{8, 40, 40, 40}}}};
    result.chart.markers = {{16, "knee: 16 SMs"}};
    return result;
}

} // namespace parterre::ui::test
