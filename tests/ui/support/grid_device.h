// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"

#include <algorithm>

namespace parterre::ui::test {

/// A GPU of `gpcs` GPCs of `tpcs` TPCs of two SMs, numbered as an H200's are: first TPCs of all
/// GPCs first. Units of four TPCs of one GPC, as far as these go, and of one TPC.
inline DeviceDescription gridDevice(int gpcs, int tpcs) {
    DeviceDescription device;
    device.id = "sim:test";
    device.name = "Test GPU";
    device.simulated = true;
    device.smCount = gpcs * tpcs * 2;
    device.gpcs.resize(static_cast<std::size_t>(gpcs));
    SplitUnits large;
    SplitUnits small;
    large.smIds.emplace();
    small.smIds.emplace();
    small.ignoreCoscheduling = true;
    for (int tpc = 0; tpc < tpcs; ++tpc)
        for (int gpc = 0; gpc < gpcs; ++gpc) {
            const int first = 2 * (tpc * gpcs + gpc);
            device.gpcs[static_cast<std::size_t>(gpc)].push_back({first, first + 1});
            small.smIds->push_back({first, first + 1});
            small.smCounts.push_back(2);
        }
    for (int round = 0; (round + 1) * 4 <= tpcs; ++round)
        for (const auto& gpc : device.gpcs) {
            std::vector<int> ids;
            for (int tpc = 4 * round; tpc < 4 * round + 4; ++tpc)
                for (const int id : gpc[static_cast<std::size_t>(tpc)])
                    ids.push_back(id);
            std::sort(ids.begin(), ids.end());
            large.smIds->push_back(ids);
            large.smCounts.push_back(8);
        }
    device.units = {large, small};
    return device;
}

} // namespace parterre::ui::test
