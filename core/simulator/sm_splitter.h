// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/simulator/device_profile.h"
#include "core/simulator/sm_mask.h"

#include <vector>

namespace parterre {

/// Which SMs the parts of a split get.
class SmSplitter {
public:
    explicit SmSplitter(const DeviceProfile& profile);

    struct Unit {
        unsigned minPartitionSize = 0;
        unsigned coscheduledAlignment = 0;
    };

    struct Split {
        abi::CUresult result = abi::CUDA_SUCCESS;
        std::vector<SmMask> groups;
        Unit groupUnit;
        SmMask remainder; ///< may be empty
        Unit remainderUnit;
    };

    /// As cuDevSmResourceSplitByCount: at most `capacity` groups of at least `minCount` SMs.
    Split byCount(const SmMask& input, unsigned capacity, unsigned minCount, unsigned flags) const;

    /// Of the whole device.
    Unit deviceUnit() const;

    /// The largest cluster, in blocks, that finds room on these SMs.
    int largestCluster(const SmMask& sms) const;

    const std::vector<std::vector<std::vector<int>>>& gpcs() const { return m_gpcs; }

private:
    int m_smCount;
    std::vector<std::vector<std::vector<int>>> m_gpcs;
};

} // namespace parterre
