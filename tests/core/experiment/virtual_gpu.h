// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiments.h"
#include "core/simulator/simulated_driver.h"

#include <algorithm>
#include <memory>
#include <string>

namespace parterre::test {

/// A simulated GPU in virtual time, to make experiments on.
class VirtualGpu {
public:
    explicit VirtualGpu(
        const std::string& profile = "h200", int driverVersion = 13000, int connections = 32)
        : m_driver(std::make_shared<SimulatedDriver>(
              DeviceProfile::load(profile),
              SimulationOptions{driverVersion, connections, std::make_shared<VirtualClock>(), 1})) {
    }

    ExperimentTarget target() const {
        return {"sim:test", Device(m_driver, 0), {m_driver.get(), 32, {}}, {}};
    }

    ExperimentResult
    run(const std::string& experiment, const ExperimentParameters& parameters,
        const ExperimentHooks& hooks = {}) const {
        return findExperiment(experiment).run(target(), parameters, hooks);
    }

    std::size_t liveObjects() const { return m_driver->liveObjects(); }

private:
    std::shared_ptr<SimulatedDriver> m_driver;
};

inline std::size_t columnOf(const ExperimentResult& result, const std::string& column) {
    const auto found = std::find_if(
        result.columns.begin(), result.columns.end(),
        [&](const ExperimentColumn& each) { return each.name == column; });
    if (found == result.columns.end())
        throw std::out_of_range(column);
    return static_cast<std::size_t>(found - result.columns.begin());
}

inline double numberAt(const ExperimentResult& result, std::size_t row, const std::string& column) {
    return std::get<double>(result.rows.at(row)[columnOf(result, column)]);
}

inline std::string
textAt(const ExperimentResult& result, std::size_t row, const std::string& column) {
    return std::get<std::string>(result.rows.at(row)[columnOf(result, column)]);
}

} // namespace parterre::test
