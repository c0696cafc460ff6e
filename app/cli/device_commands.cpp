// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/text_table.h"
#include "core/driver/driver.h"
#include "core/model/driver_version.h"

#include <fmt/format.h>

#include <cstdio>

namespace parterre::cli {
namespace {

constexpr double bytesPerGib = 1024.0 * 1024.0 * 1024.0;

/// "real", or "simulated, recorded 2026-12-01".
std::string kindOf(const DeviceDescription& device) {
    if (!device.simulated)
        return "real";
    return device.profile
               ? fmt::format("simulated, {} {}", device.profile->kindWord(), device.profile->date)
               : "simulated";
}

/// The devices that --device can name without further ado: real ones and the built-in simulations.
std::vector<DeviceDescription> knownDevices(DeviceRegistry& registry) {
    std::vector<DeviceDescription> devices;
    for (const OpenDevice& device : registry.realDevices())
        devices.push_back(device.describe());
    for (const std::string& id : DeviceRegistry::builtInIds())
        devices.push_back(registry.open(id).describe());
    return devices;
}

} // namespace

ExitStatus listDevices(DeviceRegistry& registry, bool json) {
    const std::vector<DeviceDescription> devices = knownDevices(registry);
    const std::vector<std::string> notices = registry.notices();
    if (json) {
        fmt::print("{}\n", Json{{"devices", devices}, {"notices", notices}}.dump(2));
        return ExitStatus::done;
    }
    using Align = TextTable::Align;
    TextTable table(
        {{"DEVICE"},
         {"NAME"},
         {"KIND"},
         {"SMS", Align::right},
         {"DRIVER"},
         {"PCI ADDRESS"},
         {"UUID"}});
    for (const DeviceDescription& device : devices)
        table.addRow(
            {device.id, device.name, kindOf(device), std::to_string(device.smCount),
             driverVersionText(device.driverVersion), device.pciAddress, device.uuid});
    fmt::print("{}", table.text());
    for (const std::string& notice : notices)
        fmt::print(stderr, "{}\n", notice);
    return ExitStatus::done;
}

ExitStatus inspectDevice(DeviceRegistry& registry, const std::string& id, bool probe, bool json) {
    OpenDevice open = registry.open(id, "--device");
    if (probe)
        open.observed =
            std::make_shared<const ObservedPlacement>(observePlacement(open.device, [](double) {}));
    const DeviceDescription device = open.describe();
    if (json) {
        fmt::print("{}\n", Json(device).dump(2));
        return ExitStatus::done;
    }
    TextTable table({{"GPU"}, {device.name}});
    const auto row = [&](std::string name, std::string value) {
        if (!value.empty())
            table.addRow({std::move(name), std::move(value)});
    };
    row("Id", device.id);
    row("Kind", device.simulated ? "simulated: " + device.provenance : "real");
    if (device.profile) {
        row("Source", device.profile->source);
        for (const ProfileProvenance::Source& source : device.profile->sources)
            row("", fmt::format("{}: {}", source.figures, source.document));
        for (const std::string& guess : device.profile->guesses)
            row("Guessed", guess);
    }
    row("UUID", device.uuid);
    row("PCI address", device.pciAddress);
    row("Driver", "CUDA " + driverVersionText(device.driverVersion));
    row("Compute capability", fmt::format("{}.{}", device.computeMajor, device.computeMinor));
    row("SMs", std::to_string(device.smCount));
    if (device.migInstance)
        row("MIG", "an instance: the SMs are its own, not the whole GPU's");
    if (device.mpsActiveThreadPercentage)
        row("MPS",
            fmt::format(
                "at most {} % of the SMs for this process (CUDA_MPS_ACTIVE_THREAD_PERCENTAGE)",
                *device.mpsActiveThreadPercentage));
    if (device.smResource) {
        row("Smallest partition", fmt::format("{} SMs", device.smResource->minPartitionSize));
        row("Partition sizes",
            fmt::format("multiples of {}", device.smResource->coscheduledAlignment));
    }
    if (device.workqueue)
        row("Work queues", fmt::format(
                               "{} at once, scope {}", device.workqueue->concurrencyLimit,
                               workqueueScopeWord(device.workqueue->sharingScope)));
    row("GPCs", gpcText(device.gpcs));
    row("SM clock", fmt::format("{} MHz", device.clockKhz / 1000));
    row("Memory", fmt::format("{:.1f} GiB", static_cast<double>(device.memoryBytes) / bytesPerGib));
    row("Memory clock",
        fmt::format("{} MHz, {} bits", device.memoryClockKhz / 1000, device.memoryBusBits));
    row("L2 cache", fmt::format("{} MiB", device.l2Bytes >> 20));
    row("Hardware connections", std::to_string(device.hardwareConnections));
    for (const Capability& capability : device.capabilities)
        row(capability.name, capability.available ? "yes" : "no: " + capability.sentence);
    fmt::print("{}", table.text());
    return ExitStatus::done;
}

} // namespace parterre::cli
