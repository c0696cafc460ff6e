// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

namespace parterre {

/// A kernel's rate by the number of SMs of the partition it has to itself, and where it stops
/// growing in proportion (kneeOf()).
class ScalingExperiment final : public Experiment {
public:
    /// As Experiment::info().
    const ExperimentInfo& info() const override;
    void measure(ExperimentRun& run, ExperimentResult& result) const override;
};

} // namespace parterre
