// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

namespace parterre {

/// Whether partitions run where a plan says, by the SM ids that their own kernels read.
class PlacementExperiment final : public Experiment {
public:
    const ExperimentInfo& info() const override;
    void measure(ExperimentRun& run, ExperimentResult& result) const override;
};

} // namespace parterre
