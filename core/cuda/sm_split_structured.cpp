// SPDX-License-Identifier: Apache-2.0
// SmResource: splits into groups with parameters of their own (cuDevSmResourceSplit, 13.1).
#include "core/cuda/errors.h"
#include "core/cuda/sm_resource.h"
#include "core/driver/driver_versions.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

namespace parterre {
namespace {

using Parameters = abi::CU_DEV_SM_RESOURCE_GROUP_PARAMS;

Parameters parametersOf(const SmGroupRequest& group, const SmSplitOptions& options, unsigned tpc) {
    Parameters parameters{}; // zeroed: a newer driver reads the reserved words
    parameters.smCount = group.count;
    parameters.coscheduledSmCount = group.coscheduledSmCount;
    if (options.ignoreCoscheduling && group.coscheduledSmCount == 0)
        parameters.coscheduledSmCount = tpc;
    parameters.preferredCoscheduledSmCount = group.preferredCoscheduledSmCount;
    if (group.backfill)
        parameters.flags |= abi::CU_DEV_SM_RESOURCE_GROUP_BACKFILL;
    if (group.localityDomain) {
        parameters.flags |= abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID;
        parameters.localityDomainId = *group.localityDomain;
        if (group.supplementalSms)
            parameters.flags |= abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS;
    }
    return parameters;
}

std::string callText(const std::vector<Parameters>& groups) {
    std::string text = "cuDevSmResourceSplit(";
    for (const Parameters& group : groups) {
        text += fmt::format(
            "{}{{smCount = {}, coscheduledSmCount = {}, preferredCoscheduledSmCount = {}",
            &group == &groups.front() ? "" : ", ", group.smCount, group.coscheduledSmCount,
            group.preferredCoscheduledSmCount);
        if ((group.flags & abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID) != 0)
            text += group.localityDomainId == abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY
                        ? std::string(", localityDomainId = any")
                        : fmt::format(", localityDomainId = {}", group.localityDomainId);
        if ((group.flags & abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS) != 0)
            text += ", supplemental SMs";
        if ((group.flags & abi::CU_DEV_SM_RESOURCE_GROUP_BACKFILL) != 0)
            text += ", backfill";
        text += '}';
    }
    return text + ')';
}

/// What a context made of such a group has, where the driver does not say.
SmGranularity granularityOf(const Parameters& group, const SmGranularity& parent) {
    if ((group.flags & abi::CU_DEV_SM_RESOURCE_GROUP_BACKFILL) != 0)
        return parent.withoutCoscheduling();
    if (group.coscheduledSmCount != 0)
        return {group.coscheduledSmCount, group.coscheduledSmCount};
    return parent;
}

} // namespace

SmSplit SmResource::splitStructured(
    const std::vector<SmGroupRequest>& groups, const SmSplitOptions& options, DryRun dryRun) const {
    require(*m_driver, DriverFunction::cuDevSmResourceSplit, "structured splits");
    if (options.maxCluster)
        throw InputError(
            "max_cluster", "set for a structured split",
            "unset: there, coscheduled_sm_count says how large clusters may be");
    const SmGranularity tpc = m_granularity.withoutCoscheduling();
    std::vector<Parameters> parameters;
    for (const SmGroupRequest& group : groups) {
        if (!group.units.empty())
            throw InputError(
                "units", "chosen for a structured split", "empty, or the combined strategy");
        if (group.localityDomain)
            requireVersion(*m_driver, versionWithLocalityDomains, "locality domains");
        parameters.push_back(parametersOf(group, options, tpc.minimum));
    }
    SmSplit split{Strategy::structured, {}, {}, callText(parameters)};

    const bool dry = dryRun == DryRun::yes;
    std::vector<abi::CUdevResource> made(groups.size());
    abi::CUdevResource remainder{};
    check(
        m_driver->cuDevSmResourceSplit(
            dry ? nullptr : made.data(), static_cast<unsigned>(groups.size()), m_handles.data(),
            dry ? nullptr : &remainder, 0, parameters.data()),
        DriverFunction::cuDevSmResourceSplit);

    unsigned left = smCount();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const SmGranularity granularity = granularityOf(parameters[i], m_granularity);
        split.groups.push_back(
            dry ? partOfDryRun(Origin::group, parameters[i].smCount, granularity)
                : part(Origin::group, {made[i]}, granularity));
        left -= split.groups.back().smCount();
    }
    if (dry && left > 0)
        split.remainder = partOfDryRun(Origin::remainder, left, tpc);
    if (remainder.type == abi::CU_DEV_RESOURCE_TYPE_SM && remainder.sm.smCount > 0)
        split.remainder = part(Origin::remainder, {remainder}, tpc);
    return split;
}

} // namespace parterre
