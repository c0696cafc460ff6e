// SPDX-License-Identifier: Apache-2.0
#include "core/plan/device_units.h"

#include "core/cuda/errors.h"
#include "core/cuda/sm_units.h"

namespace parterre {
namespace {

std::optional<std::vector<std::vector<int>>>
smIdsOf(const SmUnits& units, const PlacementOracle& oracle) {
    std::vector<std::vector<int>> ids;
    for (const abi::CUdevResource& handle : units.handles()) {
        auto some = oracle.smIdsOf(handle);
        if (!some)
            return {};
        ids.push_back(std::move(*some));
    }
    return ids;
}

} // namespace

std::vector<SplitUnits> unitsOf(const Device& device, const PlacementOracle* oracle) {
    std::vector<SplitUnits> all;
    if (!device.driver()->has(DriverFunction::cuDevSmResourceSplitByCount) ||
        !device.driver()->has(DriverFunction::cuDeviceGetDevResource))
        return all;
    const SmResource sms = device.resources().sm();
    for (const bool smallest : {false, true}) {
        try {
            const SmUnits units(
                sms, {.strategy = Strategy::combined, .ignoreCoscheduling = smallest});
            if (!all.empty() && all.front().smCounts == units.smCounts())
                break; // the co-scheduled ones are the smallest
            all.push_back(
                {smallest, units.smCounts(),
                 oracle == nullptr ? std::nullopt : smIdsOf(units, *oracle)});
        } catch (const CudaError&) {
            break; // a preview says what is refused, and why
        }
    }
    return all;
}

} // namespace parterre
