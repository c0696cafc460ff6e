// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/sm_resource.h"

#include "core/cuda/errors.h"
#include "core/cuda/sm_units.h"
#include "core/model/input_error.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace parterre {
namespace {

constexpr const char* splittable =
    "the resource of a device, a context or a stream: a split's result can be split again only "
    "through a context made of it";

unsigned sumOf(const std::vector<abi::CUdevResource>& handles) {
    return std::accumulate(
        handles.begin(), handles.end(), 0U,
        [](unsigned sum, const abi::CUdevResource& handle) { return sum + handle.sm.smCount; });
}

/// A structured dry run's way to say that discovery finds nothing; without it, it is refused.
bool hasEmptyGroup(const SmSplit& split) {
    return std::any_of(split.groups.begin(), split.groups.end(), [](const SmResource& group) {
        return group.smCount() == 0;
    });
}

} // namespace

SmResource::SmResource(
    std::shared_ptr<Driver> driver, abi::CUdevice device, bool reportsGranularity,
    const abi::CUdevResource& raw, const SmGranularity& published)
    : m_driver(std::move(driver))
    , m_device(device)
    , m_reportsGranularity(reportsGranularity)
    , m_handles{raw}
    , m_smCount(raw.sm.smCount)
    , m_granularity{raw.sm.minSmPartitionSize, raw.sm.smCoscheduledAlignment} {
    if (!reportsGranularity || m_granularity.minimum == 0 || m_granularity.alignment == 0)
        m_granularity = published;
}

std::optional<unsigned> SmResource::localityDomain() const {
    const abi::CUdevResource first = raw();
    if ((first.sm.flags & abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID) == 0)
        return {};
    return first.sm.localityDomainId;
}

SmResource SmResource::part(
    Origin origin, std::vector<abi::CUdevResource> handles, SmGranularity granularity) const {
    SmResource result(m_driver, m_device, m_reportsGranularity, handles.at(0), granularity);
    if (handles.size() > 1)
        result.m_granularity = granularity;
    result.m_origin = origin;
    result.m_smCount = sumOf(handles);
    result.m_handles = std::move(handles);
    return result;
}

SmResource
SmResource::partOfDryRun(Origin origin, unsigned smCount, SmGranularity granularity) const {
    SmResource result = *this;
    result.m_origin = origin;
    result.m_handles.clear();
    result.m_smCount = smCount;
    result.m_granularity = granularity;
    return result;
}

SmSplit SmResource::asDryRun(SmSplit split) {
    for (SmResource& group : split.groups)
        group.m_handles.clear();
    if (split.remainder)
        split.remainder->m_handles.clear();
    return split;
}

void SmResource::checkSplittable() const {
    if (isDryRun())
        throw InputError("resource", "a dry-run group, which has no SMs", splittable);
    if (m_origin == Origin::group)
        throw InputError("resource", "a group of a split", splittable);
    if (m_origin == Origin::remainder)
        throw InputError("resource", "the remainder of a split", splittable);
}

std::vector<Strategy> SmResource::strategiesFor(const SmSplitOptions& options) const {
    return strategiesFor(options.groups(), options);
}

std::vector<Strategy> SmResource::strategiesFor(
    const std::vector<SmGroupRequest>& groups, const SmSplitOptions& options) const {
    if (options.strategy != Strategy::automatic)
        return {options.strategy};
    const auto any = [&](auto predicate) {
        return std::any_of(groups.begin(), groups.end(), predicate);
    };
    if (any([](const SmGroupRequest& group) { return !group.units.empty(); }))
        return {Strategy::combined};
    if (any([](const SmGroupRequest& group) { return group.needsStructured(); }))
        return {Strategy::structured};
    std::vector<Strategy> strategies;
    const unsigned unit = options.ignoreCoscheduling ? m_granularity.withoutCoscheduling().alignment
                                                     : m_granularity.alignment;
    if (m_driver->has(DriverFunction::cuDevSmResourceSplit) && !options.maxCluster &&
        !any([&](const SmGroupRequest& group) { return group.count % unit != 0; }))
        strategies.push_back(Strategy::structured);
    if (!any([&](const SmGroupRequest& group) { return group.count != groups[0].count; }))
        strategies.push_back(Strategy::byCount);
    strategies.push_back(Strategy::combined);
    return strategies;
}

SmSplit SmResource::split(const SmSplitOptions& options, DryRun dryRun) const {
    const std::vector<SmGroupRequest> groups = options.groups();
    require(*m_driver, DriverFunction::cuDevSmResourceSplitByCount, "green contexts");
    checkSplittable();
    std::vector<Strategy> strategies = strategiesFor(groups, options);
    const Strategy last = strategies.back();
    strategies.pop_back();
    std::optional<SmSplit> fewer;
    for (const Strategy strategy : strategies) {
        try {
            SmSplit split = splitWith(strategy, groups, options, dryRun);
            if (split.groups.size() < groups.size())
                fewer = std::move(split);
            else if (!hasEmptyGroup(split))
                return split;
        } catch (const CudaError& error) {
            if (!error.isNoRoom())
                throw;
        }
    }
    try {
        return splitWith(last, groups, options, dryRun);
    } catch (const InputError&) { // combined groups that do not fit
        if (!fewer)
            throw;
    }
    return *std::move(fewer);
}

SmSplit SmResource::splitWith(
    Strategy strategy, const std::vector<SmGroupRequest>& groups, const SmSplitOptions& options,
    DryRun dryRun) const {
    if (strategy == Strategy::structured)
        return splitStructured(groups, options, dryRun);
    // The driver's own dry run tells how many groups there would be and not how large they are. As
    // a split makes nothing either, it answers for both.
    SmSplit split = strategy == Strategy::combined ? SmUnits(*this, groups, options).split()
                                                   : splitByCount(groups, options);
    return dryRun == DryRun::yes ? asDryRun(std::move(split)) : split;
}

SmResourceDescription SmResource::describe() const {
    return {
        static_cast<int>(smCount()), static_cast<int>(minPartitionSize()),
        static_cast<int>(coscheduledAlignment()), flags()};
}

} // namespace parterre
