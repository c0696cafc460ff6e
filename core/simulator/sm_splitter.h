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
    /// By what the profile says of granularity, else by what is published for its compute
    /// capability.
    explicit SmSplitter(const DeviceProfile& profile);

    /// A set of SMs as a resource carries it.
    struct Part {
        SmMask sms;      ///< may be none
        SmMask unitCode; ///< how long its units are, see codeOf()
        /// Decides about clusters and the context's granularity.
        SmOrigin origin = SmOrigin::device;
        unsigned minPartitionSize = 0;     ///< SMs; what a context made of it reports
        unsigned coscheduledAlignment = 0; ///< SMs; likewise
        unsigned groupFlags = 0; ///< CU_DEV_SM_RESOURCE_GROUP_…, of a structured split's group
        unsigned localityDomain = 0; ///< only with the group flag; all ones: any
    };

    /// What the driver answers.
    struct Split {
        abi::CUresult result = abi::CUDA_SUCCESS; ///< refused unless CUDA_SUCCESS
        std::vector<Part> groups;                 ///< all of one size, or nearly; none if refused
        Part remainder;                           ///< may be without SMs
    };

    /// As cuDevSmResourceSplitByCount: at most `capacity` groups of at least `minCount` SMs of a
    /// resource that reports `reportedSmCount`; see SplitModel for what is granted.
    Split byCount(
        const Part& input, unsigned reportedSmCount, unsigned capacity, unsigned minCount,
        unsigned flags, bool dryRun) const;

    Part device() const; ///< all SMs, each GPC a unit
    /// Whole TPCs that a split left over; see SplitModel::remainderOf().
    Part remainderOf(const SmMask& sms) const;
    /// A group of cuDevSmResourceSplit: units of so many SMs, and what tops it up.
    Part structuredGroup(
        const std::vector<SmSet>& units, unsigned coscheduled, unsigned groupFlags,
        unsigned localityDomain) const;
    /// Adds a resource to what a descriptor has already.
    Part joined(const Part& first, const Part& next) const;

    /// In blocks, of a context made of these.
    unsigned largestCluster(const std::vector<Part>& parts) const;
    /// SMs within which a cluster of such a context stays; see SplitModel::clusterDomains.
    std::vector<unsigned> clusterDomains(const std::vector<Part>& parts) const;

    const SplitModel& model() const { return m_model; } ///< by SM ids

private:
    Part partOf(const SmAllotment& allotment) const;
    SmAllotment allotmentOf(const Part& part) const;
    std::vector<std::size_t> tpcsOfGpcs(const SmMask& sms) const;
    std::vector<SmAllotment> allotmentsOf(const std::vector<Part>& parts) const;

    SplitModel m_model;
};

} // namespace parterre
