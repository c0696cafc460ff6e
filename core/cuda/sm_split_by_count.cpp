// SPDX-License-Identifier: Apache-2.0
// SmResource: splits into equal groups (cuDevSmResourceSplitByCount, 12.4).
#include "core/cuda/errors.h"
#include "core/cuda/sm_resource.h"
#include "core/cuda/split_by_count.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

/// What only other strategies can do is refused here.
void checkByCount(const std::vector<SmGroupRequest>& groups) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (groups[i].count != groups[0].count)
            throw InputError(
                fmt::format("count[{}]", i), std::to_string(groups[i].count),
                fmt::format(
                    "{} as in the first group: a split by count makes equal groups only",
                    groups[0].count));
        if (!groups[i].units.empty())
            throw InputError(
                fmt::format("units[{}]", i), "chosen for a split by count",
                "empty, or the combined strategy");
    }
    refuseStructuredOptions(groups, Strategy::byCount);
}

} // namespace

unsigned splitByCountFlags(const SmSplitOptions& options) {
    if (options.ignoreCoscheduling)
        return abi::CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING;
    return options.maxCluster ? abi::CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE : 0;
}

void refuseStructuredOptions(const std::vector<SmGroupRequest>& groups, Strategy strategy) {
    const auto refuse = [&](bool isSet, const char* field) {
        if (isSet)
            throw InputError(
                field, fmt::format("set for the {} strategy", strategyWord(strategy)),
                "unset, or the structured strategy (driver 13.1)");
    };
    for (const SmGroupRequest& group : groups) {
        refuse(group.coscheduledSmCount != 0, "coscheduled_sm_count");
        refuse(group.preferredCoscheduledSmCount != 0, "preferred_coscheduled_sm_count");
        refuse(group.backfill, "backfill");
        refuse(group.localityDomain.has_value(), "locality_domain");
    }
}

SmResource::Pieces
SmResource::pieces(unsigned groupCount, unsigned minCount, unsigned flags) const {
    Pieces pieces;
    pieces.call = fmt::format(
        "cuDevSmResourceSplitByCount(groups = {}, minCount = {}, flags = {})", groupCount, minCount,
        flags);
    pieces.groups.resize(groupCount);
    abi::CUdevResource remainder{};
    check(
        m_driver->cuDevSmResourceSplitByCount(
            pieces.groups.data(), &groupCount, m_handles.data(), &remainder, flags, minCount),
        DriverFunction::cuDevSmResourceSplitByCount);
    pieces.groups.resize(groupCount);
    if (remainder.type == abi::CU_DEV_RESOURCE_TYPE_SM && remainder.sm.smCount > 0)
        pieces.remainder = remainder;
    return pieces;
}

/// The most SMs that each of so many groups can have.
unsigned SmResource::largestEqualCount(unsigned groupCount, unsigned flags, unsigned step) const {
    const auto made = [&](unsigned size) {
        unsigned count = groupCount;
        check(
            m_driver->cuDevSmResourceSplitByCount(
                nullptr, &count, m_handles.data(), nullptr, flags, size),
            DriverFunction::cuDevSmResourceSplitByCount);
        return count;
    };
    unsigned size = smCount() / groupCount / step * step;
    while (size > step && made(size) < groupCount)
        size -= step;
    return std::max(size, step);
}

SmSplit SmResource::splitByCount(
    const std::vector<SmGroupRequest>& groups, const SmSplitOptions& options) const {
    checkByCount(groups);
    const unsigned flags = splitByCountFlags(options);
    const SmGranularity granularity =
        options.ignoreCoscheduling ? m_granularity.withoutCoscheduling() : m_granularity;
    const auto groupCount = static_cast<unsigned>(groups.size());
    const unsigned minCount = groups[0].count > 0
                                  ? groups[0].count
                                  : largestEqualCount(groupCount, flags, granularity.alignment);
    Pieces made = pieces(groupCount, minCount, flags);

    SmSplit split{Strategy::byCount, {}, {}, std::move(made.call)};
    for (const abi::CUdevResource& group : made.groups)
        split.groups.push_back(part(Origin::group, {group}, granularity));
    // What is left over carries no guarantee; recorded as 2/2.
    if (made.remainder)
        split.remainder =
            part(Origin::remainder, {*made.remainder}, m_granularity.withoutCoscheduling());
    return split;
}

} // namespace parterre
