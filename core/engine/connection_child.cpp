// SPDX-License-Identifier: Apache-2.0
#include "core/engine/connection_child.h"

#include "core/engine/child_process.h"
#include "core/model/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace parterre {
namespace {

std::vector<std::string> argumentsFor(const ConnectionLoad& load, const std::string& device) {
    std::string workload = load.workload;
    for (const auto& [name, value] : load.workloadParameters)
        workload += fmt::format(":{}={}", name, value);
    std::vector<std::string> arguments{
        "run",
        "--device",
        device,
        "--groups",
        std::to_string(load.partitions),
        "--min-count",
        std::to_string(load.smCount),
        "--workload",
        workload,
        "--seconds",
        fmt::format("{}", load.seconds),
        "--json"};
    if (load.ignoreCoscheduling)
        arguments.emplace_back("--ignore-coscheduling");
    return arguments;
}

} // namespace

ConnectionProbe connectionChild(std::string program, std::string device) {
    return [program = std::move(program),
            device = std::move(device)](const ConnectionLoad& load, const std::stop_token& stop) {
        const std::string output = outputOfChild(
            program, argumentsFor(load, device),
            {{"CUDA_DEVICE_MAX_CONNECTIONS", std::to_string(load.connections)}}, stop);
        const Json answer = parseJson(output, program);
        std::vector<double> rates;
        JsonReader(answer, program).forEach("groups", [&](const JsonReader& group) {
            rates.push_back(group.number("throughput", 0));
        });
        if (std::none_of(rates.begin(), rates.end(), [](double rate) { return rate > 0; }))
            throw std::runtime_error(
                program + ": the partitions did nothing while hardware connections were measured");
        return rates;
    };
}

} // namespace parterre
