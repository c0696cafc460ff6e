// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/experiment/experiment.h"

namespace parterre {

/// Which split of the GPU gives two workloads what is wanted of each: searched by measuring both
/// beside each other (SplitSearch).
class FindSplitExperiment final : public Experiment {
public:
    const ExperimentInfo& info() const override;
    void measure(ExperimentRun& run, ExperimentResult& result) const override;
};

} // namespace parterre
