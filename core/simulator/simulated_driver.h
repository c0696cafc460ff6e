// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"
#include "core/driver/placement_oracle.h"
#include "core/simulator/device_profile.h"
#include "core/simulator/simulation_clock.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parterre {

/// How a simulated driver differs from the usual one.
struct SimulationOptions {
    /// As cuDriverGetVersion counts, within the range in core/model/device_id.h; 0: the newest.
    int driverVersion = 0;
    /// CUDA_DEVICE_MAX_CONNECTIONS, 1 to 32; 0: from the environment, where it is 8 if unset.
    int hardwareConnections = 0;
    /// Real time if null.
    std::shared_ptr<SimulationClock> clock;
    /// Decides the jitter: the same seed, the same jitter.
    std::uint64_t seed = 1;
};

/// A GPU in software behind the driver's interface. Its devices are as their profiles say, it has
/// the functions that a driver of its version has, and it answers as the driver does, errors
/// included: shared with the real one is everything above the seam. docs/simulator.md says what is
/// modelled, how near it comes, and what is not modelled.
///
/// Handles are looked up and never followed, so that a wrong one gets an error and no crash. Calls
/// may come from any thread.
class SimulatedDriver final : public Driver, public PlacementOracle {
public:
    /// Throws InputError for no device, more than 255 of them, or options out of range.
    explicit SimulatedDriver(std::vector<DeviceProfile> profiles, SimulationOptions options = {});
    /// The same with one device.
    explicit SimulatedDriver(DeviceProfile profile, SimulationOptions options = {});
    /// The device in real time, behind a driver of this version (0: the newest).
    SimulatedDriver(DeviceProfile profile, int driverVersion);
    ~SimulatedDriver() override;

    bool has(DriverFunction function) const override;
    std::chrono::nanoseconds hostTime() const override; ///< what its clock shows
    void hostSleep(std::chrono::nanoseconds duration) override;

    std::optional<std::vector<int>> smIdsOf(const abi::CUdevResource& resource) const override;
    std::vector<std::vector<std::vector<int>>> gpcsOf(abi::CUdevice device) const override;
    std::optional<ProfileProvenance> provenanceOf(abi::CUdevice device) const override;
    int hardwareConnections() const override;

    /// What was made and not given back, on all devices: green contexts, retained primary contexts,
    /// streams, events, libraries and allocations. A program that ends with more than 0 has leaked.
    std::size_t liveObjects() const;

#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    abi::CUresult symbol parameters override;
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

private:
    class Call;
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace parterre
