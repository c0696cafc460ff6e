// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

namespace parterre {

/// What partitions cost the host: splits, green contexts and streams, by the number of contexts.
class CreationCostExperiment final : public Experiment {
public:
    const ExperimentInfo& info() const override;
    void measure(ExperimentRun& run, ExperimentResult& result) const override;
};

} // namespace parterre
