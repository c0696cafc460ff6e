// SPDX-License-Identifier: Apache-2.0
#include "core/recorder/connection_curve.h"

#include "core/recorder/minimise.h"
#include "core/simulator/rate_model.h"

#include <algorithm>
#include <cmath>

namespace parterre {
namespace {

void set(DeviceRates& rates, const std::vector<double>& parameters) {
    rates.connectionOverlap = parameters[0];
    rates.frontEndStreams = parameters[1];
    rates.connectionOverlapPerStream = parameters[2];
}

} // namespace

void fitConnections(DeviceRates& rates, const std::vector<ConnectionShare>& measured) {
    constexpr double usualOverlapPerStream = 0.01; // an H200's
    set(rates,
        minimise(
            [&](const std::vector<double>& parameters) {
                DeviceRates tried = rates;
                set(tried, parameters);
                double error = 0;
                for (const ConnectionShare& point : measured) {
                    const double model =
                        RateModel(tried, point.connections).connectionShare(point.partitions);
                    const double off = std::log(model / point.share);
                    error += off * off;
                }
                return error;
            },
            // Within the limits of a profile.
            {{rates.connectionOverlap, 1, 100},
             {rates.frontEndStreams, 1, 1e4},
             {usualOverlapPerStream, 1e-6, 1}}));
}

} // namespace parterre
