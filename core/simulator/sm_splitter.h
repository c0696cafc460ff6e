// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/simulator/device_profile.h"
#include "core/simulator/sm_mask.h"

#include <vector>

namespace parterre {

/// Which SMs the parts of a split get, and what holds of them.
class SmSplitter {
public:
    explicit SmSplitter(const DeviceProfile& profile);

    struct Unit {
        unsigned minPartitionSize = 0;
        unsigned coscheduledAlignment = 0;
        unsigned largestCluster = 0; ///< in blocks
    };

    struct Split {
        abi::CUresult result = abi::CUDA_SUCCESS;
        std::vector<SmMask> groups;
        SmMask remainder; ///< may be empty
    };

    /// As cuDevSmResourceSplitByCount: at most `capacity` groups of at least `minCount` SMs.
    ///
    /// SMs are handed out in units, round-robin over the groups: TPCs where co-scheduling is
    /// ignored, else 8 SMs of one GPC, first one unit of each GPC, then the next. That gives the
    /// recorded counts in every case, and the recorded ids but for sizes that need the SMs outside
    /// of such units (16, 32, 64 and 128 on the whole H200) and for the flag that asks for the
    /// largest potential cluster.
    Split byCount(const SmMask& input, unsigned capacity, unsigned minCount, unsigned flags) const;

    Unit deviceUnit() const;
    Unit groupUnit(const SmMask& sms, unsigned flags) const;
    Unit remainderUnit(const SmMask& sms) const;

    const std::vector<std::vector<std::vector<int>>>& gpcs() const { return m_gpcs; }

private:
    std::vector<SmMask> tpcs(const SmMask& among) const;
    std::vector<SmMask> coscheduledUnits(const SmMask& among) const;
    unsigned mostOfOneGpc(const SmMask& sms) const;

    unsigned m_coscheduled; ///< SMs in a unit: the architecture's guarantee
    SmMask m_all;
    std::vector<std::vector<std::vector<int>>> m_gpcs;
};

} // namespace parterre
