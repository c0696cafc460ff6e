// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

namespace parterre {

/// What partitions that are all busy reach together, by CUDA_DEVICE_MAX_CONNECTIONS.
class ConnectionsExperiment final : public Experiment {
public:
    const ExperimentInfo& info() const override;
    void measure(ExperimentRun& run, ExperimentResult& result) const override;
};

} // namespace parterre
