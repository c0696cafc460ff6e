// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/plan/plan_preview.h"
#include "core/simulator/simulated_driver.h"

#include <memory>
#include <string>
#include <vector>

namespace parterre::test {

/// A simulated H200 whose time is virtual, and what a plan meets on it.
struct SimulatedH200 {
    std::shared_ptr<SimulatedDriver> driver;
    Device device;
    PlanSurroundings surroundings;

    explicit SimulatedH200(int driverVersion = 13000, int hardwareConnections = 32)
        : driver(make(driverVersion, hardwareConnections))
        , device(driver, 0)
        , surroundings{driver.get(), hardwareConnections} {}

    Preview preview(const PartitionPlan& plan) const {
        return previewPlan(device, plan, surroundings);
    }
    Preview preview(const std::vector<int>& counts) const {
        return preview(planOfCounts("sim:h200", counts));
    }

private:
    static std::shared_ptr<SimulatedDriver> make(int driverVersion, int hardwareConnections) {
        SimulationOptions options;
        options.driverVersion = driverVersion;
        options.hardwareConnections = hardwareConnections;
        options.clock = std::make_shared<VirtualClock>();
        return std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), options);
    }
};

inline std::vector<int> grantedOf(const Preview& preview) {
    std::vector<int> counts;
    for (const PreviewGroup& group : preview.groups)
        counts.push_back(group.smCount);
    return counts;
}

/// The diagnostic with that code; null if there is none.
inline const Diagnostic* find(const Preview& preview, const std::string& code) {
    for (const Diagnostic& diagnostic : preview.diagnostics)
        if (diagnostic.code == code)
            return &diagnostic;
    return nullptr;
}

} // namespace parterre::test
