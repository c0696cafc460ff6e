// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/simulator/sm_splitter.h"

namespace parterre {

/// The rules of cuDevSmResourceSplit (13.1), group by group: counts are checked, not rounded; a
/// count of 0 asks for the largest that fits; backfill tops a group up with SMs that lack the
/// co-scheduling guarantee. Documented, not recorded: no driver that has it was at hand.
class StructuredSplit {
public:
    /// `splitter` must outlive this. `hasLocalityDomains`: since 13.4 a group may ask for one; a
    /// simulated GPU has one, number 0.
    StructuredSplit(const SmSplitter& splitter, const SmMask& input, bool hasLocalityDomains);

    /// What the driver answers for one group.
    struct Group {
        /// Refused unless CUDA_SUCCESS; then nothing was taken.
        abi::CUresult result = abi::CUDA_SUCCESS;
        SmSplitter::Part part; ///< without SMs where a discovery found none
    };

    /// Takes the next group out of what is left. `mayBeEmpty` as for a dry run.
    Group take(const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters, bool mayBeEmpty);

    /// What no group has taken.
    const SmMask& left() const { return m_left; }

private:
    const SmSplitter& m_splitter;
    std::size_t m_inputCount;
    bool m_hasLocalityDomains;
    SmMask m_left;
};

} // namespace parterre
