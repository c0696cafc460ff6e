// SPDX-License-Identifier: Apache-2.0
#include "core/engine/connection_child.h"

#include "core/engine/child_process.h"
#include "core/model/json.h"

#include <stdexcept>

namespace parterre {

ConnectionProbe connectionChild(std::string program, std::string device) {
    return [program = std::move(program), device = std::move(device)](
               int connections, int partitions, const std::stop_token& stop) {
        const std::string output = outputOfChild(
            program,
            {"run", "--device", device, "--groups", std::to_string(partitions), "--min-count", "1",
             "--ignore-coscheduling", "--workload", "fma", "--seconds", "1.5", "--json"},
            {{"CUDA_DEVICE_MAX_CONNECTIONS", std::to_string(connections)}}, stop);
        constexpr double teraflops = 1e12;
        const Json answer = parseJson(output, program);
        const JsonReader totals = JsonReader(answer, program).object("throughput_total");
        const double rate = totals.number("TFLOP/s", 0);
        if (rate <= 0)
            throw std::runtime_error(
                program + ": the partitions did nothing while hardware connections were measured");
        return rate * teraflops;
    };
}

} // namespace parterre
