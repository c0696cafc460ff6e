// SPDX-License-Identifier: Apache-2.0
#include "core/model/partition_plan.h"

#include <benchmark/benchmark.h>

namespace parterre {
namespace {

// A drag sends a plan with each step: writing and reading it is the fixed part of what a step
// costs.
void writeAndReadPlan(benchmark::State& state) {
    const auto groups = static_cast<std::size_t>(state.range(0));
    const PartitionPlan plan = planOfCounts("sim:h200", std::vector<int>(groups, 2));
    for ([[maybe_unused]] auto _ : state) {
        const std::string text = Json(plan).dump();
        const Json parsed = parseJson(text, "plan");
        benchmark::DoNotOptimize(planFromJson(JsonReader(parsed, "plan")));
    }
}
BENCHMARK(writeAndReadPlan)->Arg(2)->Arg(16)->Arg(66)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace parterre
