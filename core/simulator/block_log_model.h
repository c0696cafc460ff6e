// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/kernel_models.h"
#include "core/simulator/simulation_clock.h"
#include "core/simulator/sm_mask.h"

namespace parterre {

/// What the blocks of one launch write into their log (resources/kernels/block_log.cu). The blocks
/// go round the SMs that the kernel had when it ended, one wave after the other, each wave for the
/// same time.
class BlockLogModel {
public:
    /// The model's launch must have a log.
    BlockLogModel(const KernelModel& model, const KernelLaunch& launch);

    MemoryRange range() const; ///< of the whole log
    /// What range() holds once the kernel, which had the SMs `held`, has ended. Times are as
    /// %globaltimer tells them.
    MemoryEffect effect(SimulatedTime begun, SimulatedTime ended, const SmMask& held) const;

private:
    abi::CUdeviceptr m_address;
    unsigned m_capacity;
    unsigned long long m_blocks;
    unsigned m_blocksPerSm;
};

} // namespace parterre
