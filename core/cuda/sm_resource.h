// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/sm_granularity.h"
#include "core/cuda/sm_split_options.h"
#include "core/driver/driver.h"
#include "core/model/device_description.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parterre {

struct SmSplit;

/// Whether a split only tells what it would give.
enum class DryRun {
    no,  ///< the groups have handles and can become contexts
    yes, ///< the counts only
};

/// A set of SMs: a whole GPU's, a context's, a stream's, or a part of a split. Copies of the
/// driver's opaque records, cheap to pass around; it owns nothing, so it needs no releasing. Users
/// get one from Device::resources(), Context::resources(), Stream::resources() or a split, and
/// cannot build one.
class SmResource {
public:
    unsigned smCount() const { return m_smCount; } ///< SMs, as the driver counts them
    /// Smallest partition that can be made of it, in SMs. Where the driver leaves the field 0 (in a
    /// split's results; before 13.0) this is what a context made of it has: the parent's for
    /// co-scheduled groups, the smallest unit for others; for a context itself the architecture's.
    unsigned minPartitionSize() const { return m_granularity.minimum; }
    /// Partitions are multiples of this many SMs. Same source as minPartitionSize().
    unsigned coscheduledAlignment() const { return m_granularity.alignment; }
    SmGranularity granularity() const { return m_granularity; } ///< both of these
    /// Of the group it was made as, CU_DEV_SM_RESOURCE_GROUP_…; since 13.1, 0 before.
    unsigned flags() const { return raw().sm.flags; }
    /// The locality domain it lies in (CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY: all of it
    /// in some); empty where it was not split by one, and before 13.4.
    std::optional<unsigned> localityDomain() const;

    /// The driver's records, as a context's descriptor takes them: one, or one for each unit of a
    /// combined group. None after a dry run.
    const std::vector<abi::CUdevResource>& handles() const { return m_handles; }
    /// The first of handles(); zeroed after a dry run.
    abi::CUdevResource raw() const {
        return m_handles.empty() ? abi::CUdevResource{} : m_handles[0];
    }
    abi::CUdevice deviceHandle() const { return m_device; } ///< the GPU that they are of
    /// Whether it tells what a split would give: no context can be made of it.
    bool isDryRun() const { return m_handles.empty(); }

    /// Splits into groups, in the order of the options. All partitions that are to live together
    /// come from one split: two splits of one resource overlap. A split makes nothing in the GPU,
    /// and a dry run answers the same but gives out no handles.
    ///
    /// By count, groups are equal, counts are rounded up, and there may be fewer groups than asked
    /// for, where clusters must fit into GPCs. Combined, counts are rounded up to whole units.
    /// Structured, counts are checked and never rounded. Automatic, the strategies are tried in the
    /// order of strategiesFor() until one grants every group what it asks for, so none of them is
    /// refused or left out where another strategy has room; where none has, the answer is that of
    /// the first with fewer groups, or else the last refusal.
    ///
    /// Throws InputError for wrong options (see SmSplitOptions::groups()), for ones that the
    /// strategy has not, for combined groups that don't fit, and for a split's own result or a dry
    /// run: a split's result can be split again only through a context made of it, which is the
    /// driver's rule. Throws UnsupportedError where the driver is too old, CudaError for what it
    /// refuses.
    SmSplit split(const SmSplitOptions& options = {}, DryRun dryRun = DryRun::no) const;

    /// The options' strategy alone, or what `automatic` tries, in that order: for chosen units only
    /// combined, for what only a structured split knows only that; else structured where the driver
    /// has it (13.1) and counts are aligned, by count for equal groups, and combined, whose
    /// smallest units have room for any counts. Asks the driver nothing. Throws InputError for
    /// wrong options.
    std::vector<Strategy> strategiesFor(const SmSplitOptions& options) const;

    SmResourceDescription describe() const; ///< as plain data, for views and JSON

private:
    friend class DeviceResources;
    friend class SmUnits;

    enum class Origin { query, group, remainder };

    SmResource(
        std::shared_ptr<Driver> driver, abi::CUdevice device, bool reportsGranularity,
        const abi::CUdevResource& raw, const SmGranularity& published);

    /// A part of a split of this; `granularity` steps in for fields that are 0.
    SmResource
    part(Origin origin, std::vector<abi::CUdevResource> handles, SmGranularity granularity) const;
    SmResource partOfDryRun(Origin origin, unsigned smCount, SmGranularity granularity) const;
    /// The driver's split by count with nothing added.
    struct Pieces {
        std::vector<abi::CUdevResource> groups;
        std::optional<abi::CUdevResource> remainder;
        std::string call; ///< for people to read
    };
    Pieces pieces(unsigned groupCount, unsigned minCount, unsigned flags) const;
    void checkSplittable() const;
    std::vector<Strategy>
    strategiesFor(const std::vector<SmGroupRequest>& groups, const SmSplitOptions& options) const;
    SmSplit splitWith(
        Strategy strategy, const std::vector<SmGroupRequest>& groups, const SmSplitOptions& options,
        DryRun dryRun) const;
    /// Forgets the handles of a split that was carried out for its answer alone.
    static SmSplit asDryRun(SmSplit split);

    SmSplit
    splitByCount(const std::vector<SmGroupRequest>& groups, const SmSplitOptions& options) const;
    SmSplit splitStructured(
        const std::vector<SmGroupRequest>& groups, const SmSplitOptions& options,
        DryRun dryRun) const;
    unsigned largestEqualCount(unsigned groupCount, unsigned flags, unsigned step) const;

    std::shared_ptr<Driver> m_driver;
    abi::CUdevice m_device;
    bool m_reportsGranularity; ///< the driver is 13.0 or newer; before, these fields mean nothing
    Origin m_origin = Origin::query;
    std::vector<abi::CUdevResource> m_handles;
    unsigned m_smCount;
    SmGranularity m_granularity;
};

/// What a split made, or would make.
struct SmSplit {
    Strategy strategy = Strategy::byCount; ///< the one used, never `automatic`
    /// In the options' order; by count there may be fewer than asked for.
    std::vector<SmResource> groups;
    std::optional<SmResource> remainder; ///< empty when nothing is left over
    std::string call;                    ///< the driver's call, for people to read
};

} // namespace parterre
