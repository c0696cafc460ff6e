// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/sm_rows.h"

#include "core/model/device_description.h"

#include <set>

namespace parterre::ui {

std::vector<SmRow> smRows(const DeviceDescription* device, const std::vector<int>& seen) {
    std::vector<SmRow> rows;
    std::set<int> listed;
    const auto add = [&](int sm, int gpc) {
        if (listed.insert(sm).second)
            rows.push_back({sm, gpc});
    };
    if (device)
        for (std::size_t gpc = 0; gpc < device->gpcs.size(); ++gpc)
            for (const std::vector<int>& tpc : device->gpcs[gpc])
                for (const int sm : tpc)
                    add(sm, static_cast<int>(gpc));
    if (device && device->gpcs.empty())
        for (int sm = 0; sm < device->smCount; ++sm)
            add(sm, SmRow::unknown);
    for (const int sm : seen)
        add(sm, SmRow::unknown);
    return rows;
}

} // namespace parterre::ui
