// SPDX-License-Identifier: Apache-2.0
#include "core/recorder/copy_curve.h"

#include "core/recorder/minimise.h"
#include "core/simulator/rate_model.h"

#include <algorithm>
#include <cmath>

namespace parterre {
namespace {

void set(DeviceRates& rates, const std::vector<double>& parameters) {
    rates.copyBytesPerSm = parameters[0];
    rates.memoryBytesPerSecond = parameters[1];
    rates.memorySaturation = parameters[2];
}

} // namespace

double copyRate(const DeviceRates& rates, int smCount, double inFlight) {
    Load copy;
    for (int sm = 0; sm < smCount; ++sm)
        copy.sms.set(static_cast<std::size_t>(sm));
    copy.blocks = smCount;
    copy.bytes = 1e9;
    copy.inFlight = inFlight;
    const RunningLoad running{&copy, {}, 0};
    return RateModel(rates, 1).progressOf({&running, 1}).perSecond.front() * copy.bytes;
}

void fitCopies(DeviceRates& rates, const std::vector<CopyRate>& measured) {
    double perSm = 0;
    double most = 0;
    for (const CopyRate& rate : measured) {
        perSm = std::max(perSm, rate.bytesPerSecond / rate.smCount);
        most = std::max(most, rate.bytesPerSecond);
    }
    constexpr double usualSaturation = 3.6; // an H200's; a profile allows 1 to 100
    set(rates, minimise(
                   [&](const std::vector<double>& parameters) {
                       DeviceRates tried = rates;
                       set(tried, parameters);
                       double error = 0;
                       for (const CopyRate& rate : measured) {
                           const double off =
                               std::log(copyRate(tried, rate.smCount) / rate.bytesPerSecond);
                           error += off * off;
                       }
                       return error;
                   },
                   {{perSm}, {most}, {usualSaturation, 1, 100}}));
}

} // namespace parterre
