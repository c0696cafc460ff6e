// SPDX-License-Identifier: Apache-2.0
#include "core/engine/experiment_target.h"

#include "core/engine/connection_child.h"

namespace parterre {

ExperimentTarget experimentTarget(const OpenDevice& device, const std::string& program) {
    return {
        device.id, device.device, device.surroundings,
        program.empty() ? ConnectionProbe() : connectionChild(program, device.id)};
}

} // namespace parterre
