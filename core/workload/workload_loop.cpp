// SPDX-License-Identifier: Apache-2.0
#include "core/workload/workload_loop.h"

#include "core/cuda/context.h"
#include "core/workload/batch_loop.h"
#include "core/workload/latency_loop.h"

namespace parterre {

std::unique_ptr<WorkloadLoop> WorkloadLoop::make(Workload& workload, const WorkloadPlace& place) {
    if (const auto period = workload.period())
        return std::make_unique<LatencyLoop>(workload, place, *period);
    return std::make_unique<BatchLoop>(workload, place);
}

void WorkloadLoop::run(Clock::time_point start, const std::stop_token& stop, const Emit& emit) {
    begin(start);
    while (!stop.stop_requested()) {
        queueAhead();
        finishNext(emit);
    }
    end();
}

} // namespace parterre
