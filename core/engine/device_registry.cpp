// SPDX-License-Identifier: Apache-2.0
#include "core/engine/device_registry.h"

#include "core/cuda/errors.h"
#include "core/driver/nvidia_driver.h"
#include "core/engine/device_order.h"
#include "core/engine/mps_settings.h"
#include "core/model/input_error.h"
#include "core/plan/device_units.h"
#include "core/simulator/simulated_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace parterre {
namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return text;
}

std::string withoutPrefix(const std::string& text, std::string_view prefix) {
    return text.compare(0, prefix.size(), prefix) == 0 ? text.substr(prefix.size()) : text;
}

bool isOrdinal(const std::string& text) {
    return !text.empty() && text.size() <= 4 &&
           std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/// "0000:1b:00.0" for "1B:00.0", "1b:0.0", "00000000:1B:00.0" and the like; as it is otherwise.
std::string normalPci(const std::string& text) {
    unsigned domain = 0, bus = 0, slot = 0, function = 0;
    int used = 0;
    const bool full =
        std::sscanf( // NOLINT(cert-err34-c): the pattern bounds each number
            text.c_str(), "%8x:%2x:%2x.%1x%n", &domain, &bus, &slot, &function, &used) == 4;
    if (!full) {
        domain = 0;
        if (std::sscanf( // NOLINT(cert-err34-c)
                text.c_str(), "%2x:%2x.%1x%n", &bus, &slot, &function, &used) != 3)
            return text;
    }
    if (static_cast<std::size_t>(used) != text.size())
        return text;
    return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", domain, bus, slot, function);
}

bool names(const std::string& wanted, const Device& device) {
    if (isOrdinal(wanted))
        return std::stoi(wanted) == device.ordinal();
    const std::string text = lower(wanted);
    const std::string uuid = lower(device.uuid());
    return (!uuid.empty() && withoutPrefix(text, "gpu-") == withoutPrefix(uuid, "gpu-")) ||
           normalPci(text) == normalPci(device.pciAddress());
}

} // namespace

DeviceDescription OpenDevice::describe() const {
    DeviceDescription description = device.describe();
    description.id = id;
    description.hardwareConnections = surroundings.hardwareConnections;
    description.mpsActiveThreadPercentage = surroundings.mpsActiveThreadPercentage;
    description.units = observed ? observed->units : unitsOf(device, surroundings.oracle);
    if (surroundings.oracle != nullptr) {
        description.simulated = true;
        description.profile = surroundings.oracle->provenanceOf(device.handle());
        if (description.profile)
            description.provenance = description.profile->sentence(description.name);
        description.gpcs = surroundings.oracle->gpcsOf(device.handle());
    }
    if (observed)
        description.gpcs = observed->gpcs;
    return description;
}

void requireReal(const OpenDevice& device) {
    if (device.isSimulated())
        throw UnsupportedError(simulatedRunsCatalogueOnly, "a real GPU", device.id);
}

DeviceRegistry::DeviceRegistry(
    int hardwareConnections, std::string driverLibrary, DriverWrapper wrap)
    : m_hardwareConnections(hardwareConnections)
    , m_driverLibrary(driverLibrary.empty() ? NvidiaDriver::libraryName : std::move(driverLibrary))
    , m_wrap(std::move(wrap)) {}

std::vector<std::string> DeviceRegistry::builtInIds() {
    std::vector<std::string> ids = DeviceProfile::builtIn();
    for (std::string& id : ids)
        id.insert(0, "sim:");
    return ids;
}

OpenDevice DeviceRegistry::open(const std::string& id, const std::string& field) {
    const DeviceId parsed = DeviceId::parse(id, field);
    return parsed.kind == DeviceId::Kind::real ? openReal(parsed, field)
                                               : openSimulated(parsed, field);
}

std::vector<OpenDevice> DeviceRegistry::realDevices() {
    const std::shared_ptr<Driver> driver = realDriver();
    std::vector<OpenDevice> devices;
    if (driver != nullptr)
        for (int ordinal = 0; ordinal < Device::count(driver); ++ordinal)
            devices.push_back(realDevice(ordinal));
    return devices;
}

std::string DeviceRegistry::whyNoRealDevice() {
    realDriver();
    const std::scoped_lock lock(m_mutex);
    return m_whyNoRealDevice;
}

std::vector<std::string> DeviceRegistry::notices() {
    std::vector<std::string> notices = deviceOrderNotices();
    if (std::string why = whyNoRealDevice(); !why.empty())
        notices.push_back(std::move(why));
    return notices;
}

std::shared_ptr<Driver> DeviceRegistry::realDriver() {
    const std::scoped_lock lock(m_mutex);
    if (!m_realTried) {
        m_realTried = true;
        auto [driver, reason] = NvidiaDriver::open(m_driverLibrary);
        m_realDriver = wrapped(std::move(driver));
        m_whyNoRealDevice = std::move(reason);
    }
    return m_realDriver;
}

OpenDevice DeviceRegistry::realDevice(int ordinal) {
    OpenDevice open{
        fmt::format("gpu:{}", ordinal), Device(realDriver(), ordinal),
        PlanSurroundings{nullptr, m_hardwareConnections, mpsActiveThreadPercentage()}};
    const std::scoped_lock lock(m_mutex);
    if (const auto found = m_observed.find(open.id); found != m_observed.end())
        open.observed = found->second;
    return open;
}

void DeviceRegistry::remember(
    const std::string& id, std::shared_ptr<const ObservedPlacement> observed) {
    const std::scoped_lock lock(m_mutex);
    m_observed[id] = std::move(observed);
}

OpenDevice DeviceRegistry::openReal(const DeviceId& id, const std::string& field) {
    std::string allowed;
    for (const OpenDevice& open : realDevices()) {
        if (names(id.name, open.device))
            return open;
        allowed += fmt::format(
            "{}{} ({}, {}, {})", allowed.empty() ? "" : "; ", open.id, open.device.name(),
            open.device.uuid(), open.device.pciAddress());
    }
    if (allowed.empty())
        allowed = fmt::format(
            "simulated GPUs only, sim:{} for one ({})", DeviceProfile::builtIn().front(),
            whyNoRealDevice());
    throw InputError(field, '"' + id.text() + '"', allowed);
}

OpenDevice DeviceRegistry::openSimulated(const DeviceId& id, const std::string& field) {
    const std::scoped_lock lock(m_mutex);
    auto found = m_simulated.find(id.text());
    if (found == m_simulated.end()) {
        SimulationOptions options;
        options.driverVersion = id.driverVersion.value_or(0);
        options.hardwareConnections = m_hardwareConnections;
        const auto simulated =
            std::make_shared<SimulatedDriver>(DeviceProfile::load(id.name, field), options);
        found = m_simulated.emplace(id.text(), Simulated{wrapped(simulated), simulated}).first;
    }
    return {
        id.text(), Device(found->second.driver, 0),
        PlanSurroundings{found->second.oracle.get(), m_hardwareConnections, {}}};
}

std::shared_ptr<Driver> DeviceRegistry::wrapped(std::shared_ptr<Driver> driver) const {
    return m_wrap && driver != nullptr ? m_wrap(std::move(driver)) : driver;
}

} // namespace parterre
