// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/simulated_driver.h"

#include "core/model/device_id.h"
#include "core/model/driver_version.h"
#include "core/model/input_error.h"
#include "core/simulator/current_contexts.h"
#include "core/simulator/simulated_state.h"

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace parterre {
namespace {

constexpr int mostConnections = 32;

/// As the driver reads it: anything that is no number from 1 to 32 counts as the nearest.
int connectionsFromEnvironment() {
    constexpr int usual = 8;
    const char* const text = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
    if (text == nullptr)
        return usual;
    const std::string_view view = text;
    int value = 0;
    const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
    if (error != std::errc{})
        return usual;
    return std::clamp(value, 1, mostConnections);
}

} // namespace

SimulatedDriver::SimulatedDriver(std::vector<DeviceProfile> profiles, SimulationOptions options)
    : m_state(std::make_unique<State>()) {
    constexpr std::size_t mostDevices = 255;
    if (profiles.empty() || profiles.size() > mostDevices)
        throw InputError(
            "simulated devices", std::to_string(profiles.size()), "1 to 255 device profiles");
    if (options.driverVersion == 0)
        options.driverVersion = newestSimulatedDriver;
    if (options.driverVersion < oldestSimulatedDriver ||
        options.driverVersion > newestSimulatedDriver)
        throw InputError(
            "simulated driver version", driverVersionText(options.driverVersion),
            simulatedDriverRange());
    if (options.hardwareConnections < 0 || options.hardwareConnections > mostConnections)
        throw InputError(
            "hardware connections", std::to_string(options.hardwareConnections), "1 to 32");

    State& state = *m_state;
    state.clock = options.clock ? std::move(options.clock) : std::make_shared<RealClock>();
    state.timeline.emplace(*state.clock);
    state.driverVersion = options.driverVersion;
    state.connections = options.hardwareConnections != 0 ? options.hardwareConnections
                                                         : connectionsFromEnvironment();
    state.number = nextDriverNumber();
    state.sealer = ResourceSealer(nextHandleToken() * 0x9e3779b97f4a7c15U);
    for (DeviceProfile& profile : profiles) {
        state.devices.push_back(std::make_unique<SimulatedDevice>(
            std::move(profile), state.connections, state.clock->now(),
            options.seed + state.devices.size()));
        state.devices.back()->ordinal = static_cast<int>(state.devices.size()) - 1;
        state.timeline->add(state.devices.back()->timing);
    }
}

SimulatedDriver::SimulatedDriver(DeviceProfile profile, SimulationOptions options)
    : SimulatedDriver(std::vector<DeviceProfile>{std::move(profile)}, std::move(options)) {}

SimulatedDriver::SimulatedDriver(DeviceProfile profile, int driverVersion)
    : SimulatedDriver(std::move(profile), SimulationOptions{driverVersion, 0, nullptr, 1}) {}

SimulatedDriver::~SimulatedDriver() {
    // Contexts and their default streams hold each other, as do streams that wait for one another.
    m_state->contexts.forEach([](const std::shared_ptr<SimulatedContext>& context) {
        if (context->alive)
            State::endContext(*context);
    });
    currentContexts(m_state->number).clear();
}

bool SimulatedDriver::has(DriverFunction function) const {
    return versionOf(function) <= m_state->driverVersion;
}

std::vector<std::vector<std::vector<int>>> SimulatedDriver::gpcsOf(abi::CUdevice device) const {
    const SimulatedDevice* const found = m_state->device(device);
    return found == nullptr ? std::vector<std::vector<std::vector<int>>>{} : found->profile.gpcs;
}

std::optional<ProfileProvenance> SimulatedDriver::provenanceOf(abi::CUdevice device) const {
    const SimulatedDevice* const found = m_state->device(device);
    return found == nullptr ? std::nullopt : std::optional(found->profile.provenance);
}

int SimulatedDriver::hardwareConnections() const {
    return m_state->connections;
}

std::size_t SimulatedDriver::liveObjects() const {
    const std::scoped_lock lock(m_state->mutex);
    std::size_t live = m_state->greenContexts.size() + m_state->streams.size() +
                       m_state->events.size() + m_state->libraries.size();
    for (const auto& device : m_state->devices)
        live += static_cast<std::size_t>(device->primaryUsers) + device->memory.allocationCount();
    return live;
}

std::optional<std::vector<int>> SimulatedDriver::smIdsOf(const abi::CUdevResource& resource) const {
    const auto facts = m_state->sealer.open(resource);
    if (!facts)
        return {};
    return parterre::smIdsOf(facts->sms);
}

} // namespace parterre
