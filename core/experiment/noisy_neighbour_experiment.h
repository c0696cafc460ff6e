// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

namespace parterre {

/// How long a small kernel takes: alone, beside a heavy one in ordinary streams, on a priority
/// stream, and in a green context of its own.
class NoisyNeighbourExperiment final : public Experiment {
public:
    const ExperimentInfo& info() const override;
    void measure(ExperimentRun& run, ExperimentResult& result) const override;
};

} // namespace parterre
