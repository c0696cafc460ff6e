// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/experiment/experiments.h"
#include "core/simulator/simulated_driver.h"
#include "core/workload/run_together.h"

#include <algorithm>
#include <memory>
#include <string>

namespace parterre::test {

/// A simulated GPU in virtual time, to make experiments on.
class VirtualGpu {
public:
    explicit VirtualGpu(
        const std::string& profile = "h200", int driverVersion = 13000, int connections = 32)
        : m_profile(profile)
        , m_driverVersion(driverVersion)
        , m_driver(std::make_shared<SimulatedDriver>(
              DeviceProfile::load(profile),
              SimulationOptions{driverVersion, connections, std::make_shared<VirtualClock>(), 1})) {
    }

    ExperimentTarget target() const {
        return {
            "sim:" + m_profile, Device(m_driver, 0), {m_driver.get(), 32, {}}, connectionProbe()};
    }

    /// As a real GPU, which keeps its SM ids to itself.
    ExperimentTarget secretive() const {
        ExperimentTarget all = target();
        all.surroundings.oracle = nullptr;
        return all;
    }

    ExperimentResult
    run(const std::string& experiment, const ExperimentParameters& parameters,
        const ExperimentHooks& hooks = {}) const {
        return findExperiment(experiment).run(target(), parameters, hooks);
    }

    std::size_t liveObjects() const { return m_driver->liveObjects(); }

private:
    /// What another process would measure, by a GPU of its own.
    ConnectionProbe connectionProbe() const {
        return [profile = m_profile, version = m_driverVersion](
                   const ConnectionLoad& load, const std::stop_token& stop) {
            const VirtualGpu gpu(profile, version, load.connections);
            const Device device(gpu.m_driver, 0);
            const SmSplit split = device.resources().sm().split(
                {.count = std::vector<int>(static_cast<std::size_t>(load.partitions), load.smCount),
                 .strategy = Strategy::byCount,
                 .ignoreCoscheduling = load.ignoreCoscheduling});
            std::vector<RunTarget> targets;
            for (const SmResource& group : split.groups) {
                const auto context = device.createContext({group});
                targets.push_back(
                    {static_cast<int>(targets.size()), context, context->createStream(),
                     load.workload, load.workloadParameters});
            }
            std::vector<double> rates;
            for (const RunTotals& totals : runTogether(
                     targets,
                     {loadEmbeddedKernels(device.primaryContext()), load.seconds, stop, {}}))
                rates.push_back(totals.rate());
            return rates;
        };
    }

    std::string m_profile;
    int m_driverVersion;
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
