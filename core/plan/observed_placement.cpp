// SPDX-License-Identifier: Apache-2.0
#include "core/plan/observed_placement.h"

#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/stream.h"
#include "core/plan/device_units.h"
#include "core/probe/placement_probe.h"
#include "core/probe/topology_probe.h"

#include <optional>

namespace parterre {
namespace {

using UnitIds = std::vector<std::vector<int>>;

/// Empty where some unit was not seen as a whole.
std::optional<UnitIds> observeUnits(
    const Device& device, const SplitUnits& units, const std::shared_ptr<const Library>& library,
    const std::function<void(double)>& atEachStep) {
    SmSplitOptions options{
        .count = std::vector<int>(units.smCounts),
        .strategy = Strategy::combined,
        .ignoreCoscheduling = units.ignoreCoscheduling};
    for (std::size_t unit = 0; unit < units.smCounts.size(); ++unit)
        options.units.push_back({static_cast<int>(unit)});
    const SmSplit split = device.resources().sm().split(options);
    UnitIds ids;
    for (const SmResource& unit : split.groups) {
        atEachStep(static_cast<double>(ids.size()) / static_cast<double>(split.groups.size()));
        const auto context = device.createContext({unit});
        ids.push_back(observeSmIds(*context, *context->createStream(), library));
        if (ids.back().size() != unit.smCount())
            return {};
    }
    return ids;
}

} // namespace

ObservedPlacement
observePlacement(const Device& device, const std::function<void(double)>& atEachStep) {
    constexpr double topologyPart = 0.6;
    ObservedPlacement placement;
    placement.units = unitsOf(device, nullptr);
    const auto library = loadEmbeddedKernels(device.primaryContext());
    ObservedTopology topology =
        observeTopology(device, library, [&](double done) { atEachStep(done * topologyPart); });
    if (topology.gpcsObserved)
        placement.gpcs = std::move(topology.gpcs);
    const double part = (1 - topologyPart) / static_cast<double>(placement.units.size());
    double before = topologyPart;
    for (SplitUnits& units : placement.units) {
        units.smIds = observeUnits(
            device, units, library, [&](double done) { atEachStep(before + done * part); });
        before += part;
    }
    return placement;
}

} // namespace parterre
