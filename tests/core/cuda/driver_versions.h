// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/model/device_id.h"
#include "core/model/driver_version.h"
#include "core/simulator/simulated_driver.h"

#include <QTest>

#include <memory>
#include <vector>

namespace parterre::test {

/// The drivers that the resource model is tried on, as cuDriverGetVersion counts: each that brought
/// something to it, one between, and the newest whose interface is known.
inline constexpr int triedDrivers[] = {12040, // no cuGreenCtxStreamCreate
                                       12050,
                                       12080, // no ids
                                       13000, 13010, newestSimulatedDriver};

/// A row for each of them in column "version".
inline void addTriedDrivers() {
    QTest::addColumn<int>("version");
    for (const int version : triedDrivers)
        QTest::addRow("%s", driverVersionText(version).c_str()) << version;
}

/// Simulated H200s behind one driver, in virtual time.
inline Device simulatedH200(int version, int ordinal = 0, int count = 1) {
    SimulationOptions options;
    options.driverVersion = version;
    options.clock = std::make_shared<VirtualClock>();
    const std::vector<DeviceProfile> profiles(
        static_cast<std::size_t>(count), DeviceProfile::load("h200"));
    return {std::make_shared<SimulatedDriver>(profiles, options), ordinal};
}

} // namespace parterre::test
