// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace parterre {
struct DeviceDescription;
}

namespace parterre::ui {

/// One row of the chart.
struct SmRow {
    static constexpr int unknown = -1;
    int sm = 0;
    int gpc = unknown; ///< unknown where nobody has measured it

    friend bool operator==(const SmRow&, const SmRow&) = default;
};

/// A row for each SM: by GPC and TPC where these are known, else by id. `device` is null while
/// nothing is known of it; `seen`, ascending: SMs that blocks ran on, which get a row in any case.
std::vector<SmRow> smRows(const DeviceDescription* device, const std::vector<int>& seen);

} // namespace parterre::ui
