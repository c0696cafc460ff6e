// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/experiments.h"

#include "core/experiment/bandwidth_experiment.h"
#include "core/experiment/connections_experiment.h"
#include "core/experiment/creation_cost_experiment.h"
#include "core/experiment/find_split_experiment.h"
#include "core/experiment/noisy_neighbour_experiment.h"
#include "core/experiment/placement_experiment.h"
#include "core/experiment/scaling_experiment.h"
#include "core/model/input_error.h"

namespace parterre {

const std::vector<const Experiment*>& experiments() {
    static const ScalingExperiment scaling;
    static const NoisyNeighbourExperiment noisyNeighbour;
    static const BandwidthExperiment bandwidth;
    static const ConnectionsExperiment connections;
    static const CreationCostExperiment creationCost;
    static const PlacementExperiment placement;
    static const FindSplitExperiment findSplit;
    static const std::vector<const Experiment*> all{
        &scaling, &noisyNeighbour, &bandwidth, &connections, &creationCost, &placement, &findSplit};
    return all;
}

const Experiment& findExperiment(std::string_view name, const std::string& field) {
    std::string allowed;
    for (const Experiment* experiment : experiments()) {
        if (experiment->info().name == name)
            return *experiment;
        allowed += (allowed.empty() ? "" : ", ") + experiment->info().name;
    }
    throw InputError(field, '"' + std::string(name) + '"', allowed);
}

} // namespace parterre
