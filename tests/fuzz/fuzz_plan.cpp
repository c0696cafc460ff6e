// SPDX-License-Identifier: Apache-2.0
#include "core/model/input_error.h"
#include "core/plan/plan_preview.h"
#include "core/simulator/simulated_driver.h"

#include <cstdint>
#include <cstdlib>

using namespace parterre;

namespace {

SimulationOptions optionsOf(int version) {
    SimulationOptions options;
    options.driverVersion = version;
    options.hardwareConnections = 32;
    options.clock = std::make_shared<VirtualClock>();
    return options;
}

/// A simulated GPU behind an older and a newer driver.
void preview(const PartitionPlan& plan) {
    static const auto older =
        std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), optionsOf(13000));
    static const auto newer =
        std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), optionsOf(13010));
    for (const auto& driver : {older, newer}) {
        const Preview preview = previewPlan(Device(driver, 0), plan, {driver.get(), 32});
        int sum = preview.remainder.smCount;
        for (const PreviewGroup& group : preview.groups)
            sum += group.smCount;
        if (sum != 132)
            std::abort();
    }
}

} // namespace

/// Any bytes as a plan's file: an InputError or a plan, which reads back as it was written and has
/// a preview.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const Json json = parseJson({reinterpret_cast<const char*>(data), size}, "the plan");
        const PartitionPlan plan = planFromJson(JsonReader(json, ""));
        const Json again = parseJson(Json(plan).dump(), "the plan, written");
        if (!(planFromJson(JsonReader(again, "")) == plan))
            std::abort();
        preview(plan);
    } catch (const InputError&) {
        return 0;
    }
    return 0;
}
