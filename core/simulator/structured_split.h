// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/simulator/sm_locality.h"
#include "core/simulator/sm_splitter.h"

#include <cstddef>
#include <vector>

namespace parterre {

/// The rules of cuDevSmResourceSplit (13.1), group by group: counts are checked, not rounded; a
/// count of 0 asks for the largest that fits; backfill tops a group up with SMs that lack the
/// co-scheduling guarantee; a preferred size merges co-scheduled pieces where there is room; a
/// locality domain (13.4) limits where a group lies. Documented, not recorded: no driver that has
/// it was at hand.
class StructuredSplit {
public:
    /// Both must outlive this. `domains`: null before 13.4, where no group may ask for one.
    StructuredSplit(const SmSplitter& splitter, const SmMask& input, const SmLocality* domains);

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
    /// What a group may be made of, the first before the next: but for backfill, of the first only.
    /// Empty: there is no such locality domain.
    std::vector<SmMask>
    sourcesOf(const abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS& parameters, bool backfill) const;

    const SmSplitter& m_splitter;
    std::size_t m_inputCount;
    const SmLocality* m_domains;
    SmMask m_left;
};

} // namespace parterre
