// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/simulator/device_profile.h"
#include "core/simulator/sm_mask.h"
#include "core/simulator/split_model.h"

#include <vector>

namespace parterre {

/// A device's split model in the terms of the driver seam: masks and CUresult.
class SmSplitter {
public:
    explicit SmSplitter(const DeviceProfile& profile);

    struct Unit {
        SmOrigin origin = SmOrigin::device;
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
    /// `input` must be whole TPCs; see SplitModel for what is granted.
    Split byCount(const SmMask& input, unsigned capacity, unsigned minCount, unsigned flags) const;

    /// The first whole TPCs of these, by SM id, that have no more than `count` SMs together.
    SmMask firstOf(const SmMask& sms, std::size_t count) const;

    Unit deviceUnit() const;
    Unit groupUnit(const SmMask& sms, unsigned flags) const;
    Unit remainderUnit(const SmMask& sms) const;

    /// SplitModel::clusterDomains.
    std::vector<unsigned> clusterDomains(const SmMask& sms, SmOrigin origin) const;

private:
    Unit unitOf(const SmAllotment& allotment) const;

    SplitModel m_model;
};

} // namespace parterre
