// SPDX-License-Identifier: Apache-2.0
// SimulatedDriver: resources, splits and descriptors.
#include "core/driver/driver_versions.h"
#include "core/simulator/simulated_call.h"
#include "core/simulator/structured_split.h"

#include <algorithm>

namespace parterre {

using namespace abi;

namespace {

/// What a context's or the device's SM resource shows; before 13.0 only the count.
CUdevResource
shownSmResource(const ResourceSealer& sealer, const SmResourceFacts& facts, int driverVersion) {
    CUdevResource resource = sealer.seal(facts);
    if (driverVersion >= versionWithPartitionFields) {
        resource.sm.minSmPartitionSize = facts.minPartitionSize;
        resource.sm.smCoscheduledAlignment = facts.coscheduledAlignment;
    }
    return resource;
}

SmResourceFacts factsOf(const SimulatedDevice& device) {
    SmResourceFacts facts;
    facts.origin = SmResourceFacts::Origin::device;
    facts.device = static_cast<std::uint8_t>(device.ordinal);
    facts.smCount = static_cast<unsigned>(device.profile.smCount);
    const SmSplitter::Unit unit = device.splitter.deviceUnit();
    facts.minPartitionSize = unit.minPartitionSize;
    facts.coscheduledAlignment = unit.coscheduledAlignment;
    facts.largestCluster = unit.largestCluster;
    facts.clusterOrigin = unit.origin;
    facts.sms = device.allSms();
    return facts;
}

SmResourceFacts factsOf(const SimulatedContext& context) {
    SmResourceFacts facts;
    facts.origin = SmResourceFacts::Origin::context;
    facts.device = static_cast<std::uint8_t>(context.device->ordinal);
    facts.smCount = context.reportedSmCount;
    facts.minPartitionSize = context.minPartitionSize;
    facts.coscheduledAlignment = context.coscheduledAlignment;
    facts.largestCluster = context.largestCluster;
    facts.clusterOrigin = context.clusterOrigin;
    facts.sms = context.sms;
    return facts;
}

/// A part of a split. Its visible minimum and alignment are 0, as recorded; a context made of it
/// reports them.
CUdevResource partOf(
    const ResourceSealer& sealer, const SmResourceFacts& input, SmResourceFacts::Origin origin,
    const SmMask& sms, const SmSplitter::Unit& unit) {
    if (sms.none())
        return {};
    SmResourceFacts facts;
    facts.origin = origin;
    facts.device = input.device;
    facts.smCount = static_cast<unsigned>(sms.count());
    facts.minPartitionSize = unit.minPartitionSize;
    facts.coscheduledAlignment = unit.coscheduledAlignment;
    facts.largestCluster = unit.largestCluster;
    facts.clusterOrigin = unit.origin;
    facts.sms = sms;
    return sealer.seal(facts);
}

/// What a split may be made of.
struct SplitInput {
    std::optional<SmResourceFacts> facts;
    CUresult error = CUDA_SUCCESS;
};

SplitInput splitInput(const ResourceSealer& sealer, const CUdevResource& input) {
    if (input.type != CU_DEV_RESOURCE_TYPE_SM)
        return {{}, CUDA_ERROR_INVALID_RESOURCE_TYPE};
    auto facts = sealer.open(input);
    const bool splittable = facts && (facts->origin == SmResourceFacts::Origin::device ||
                                      facts->origin == SmResourceFacts::Origin::context);
    if (!splittable)
        return {{}, CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION};
    return {facts, CUDA_SUCCESS};
}

} // namespace

CUresult SimulatedDriver::State::resourceOf(
    const SimulatedDevice& device, const SimulatedContext* context, CUdevResourceType type,
    CUdevResource& resource) const {
    switch (type) {
    case CU_DEV_RESOURCE_TYPE_SM:
        resource = shownSmResource(
            sealer,
            context != nullptr && context->green != nullptr ? factsOf(*context) : factsOf(device),
            driverVersion);
        return CUDA_SUCCESS;
    case CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG:
        if (driverVersion < versionWithWorkqueues)
            return CUDA_ERROR_INVALID_RESOURCE_TYPE;
        resource = sealer.sealWorkqueue(type, device.ordinal);
        resource.wqConfig = {
            device.ordinal, static_cast<unsigned>(connections), CU_WORKQUEUE_SCOPE_DEVICE_CTX};
        if (context != nullptr && context->workqueue)
            resource.wqConfig = *context->workqueue;
        return CUDA_SUCCESS;
    case CU_DEV_RESOURCE_TYPE_WORKQUEUE:
        if (driverVersion < versionWithWorkqueues)
            return CUDA_ERROR_INVALID_RESOURCE_TYPE;
        resource = sealer.sealWorkqueue(type, device.ordinal);
        return CUDA_SUCCESS;
    case CU_DEV_RESOURCE_TYPE_INVALID:
        break;
    }
    return CUDA_ERROR_INVALID_RESOURCE_TYPE;
}

CUresult SimulatedDriver::cuDeviceGetDevResource(
    CUdevice device, CUdevResource* resource, CUdevResourceType type) {
    Call call(*m_state, DriverFunction::cuDeviceGetDevResource);
    const SimulatedDevice* const found = call.device(device);
    call.needs(resource != nullptr);
    if (call.refused())
        return call.refusal();
    return m_state->resourceOf(*found, nullptr, type, *resource);
}

CUresult SimulatedDriver::cuCtxGetDevResource(
    CUcontext context, CUdevResource* resource, CUdevResourceType type) {
    Call call(*m_state, DriverFunction::cuCtxGetDevResource);
    const auto found = call.context(context);
    call.needs(resource != nullptr);
    if (call.refused())
        return call.refusal();
    return m_state->resourceOf(*found->device, found.get(), type, *resource);
}

CUresult SimulatedDriver::cuGreenCtxGetDevResource(
    CUgreenCtx context, CUdevResource* resource, CUdevResourceType type) {
    Call call(*m_state, DriverFunction::cuGreenCtxGetDevResource);
    const auto found = call.greenContext(context);
    call.needs(resource != nullptr);
    if (call.refused())
        return call.refusal();
    return m_state->resourceOf(*found->device, found.get(), type, *resource);
}

CUresult SimulatedDriver::cuStreamGetDevResource(
    CUstream stream, CUdevResource* resource, CUdevResourceType type) {
    Call call(*m_state, DriverFunction::cuStreamGetDevResource);
    const auto found = call.stream(stream);
    call.needs(resource != nullptr);
    if (call.refused())
        return call.refusal();
    const SimulatedContext& context = *found->context;
    return m_state->resourceOf(*context.device, &context, type, *resource);
}

CUresult SimulatedDriver::cuDevSmResourceSplitByCount(
    CUdevResource* result, unsigned int* groupCount, const CUdevResource* input,
    CUdevResource* remainder, unsigned int flags, unsigned int minCount) {
    Call call(*m_state, DriverFunction::cuDevSmResourceSplitByCount);
    if (call.refused())
        return call.refusal();
    if (groupCount == nullptr || input == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    const SplitInput opened = splitInput(m_state->sealer, *input);
    if (!opened.facts)
        return opened.error;
    const SimulatedDevice& device = *m_state->device(opened.facts->device);
    const bool dryRun = result == nullptr;
    const unsigned capacity = dryRun ? maxSimulatedSms : *groupCount;
    const SmSplitter::Split split =
        device.splitter.byCount(opened.facts->sms, capacity, minCount, flags);
    if (split.result != CUDA_SUCCESS)
        return split.result;

    *groupCount = static_cast<unsigned>(split.groups.size());
    for (std::size_t i = 0; !dryRun && i < split.groups.size(); ++i)
        result[i] = partOf(
            m_state->sealer, *opened.facts, SmResourceFacts::Origin::group, split.groups[i],
            device.splitter.groupUnit(split.groups[i], flags));
    if (!dryRun && remainder != nullptr)
        *remainder = partOf(
            m_state->sealer, *opened.facts, SmResourceFacts::Origin::remainder, split.remainder,
            device.splitter.remainderUnit(split.remainder));
    call.finish(device.profile.costs.split);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDevSmResourceSplit(
    CUdevResource* result, unsigned int groupCount, const CUdevResource* input,
    CUdevResource* remainder, unsigned int flags,
    CU_DEV_SM_RESOURCE_GROUP_PARAMS* groupParameters) {
    Call call(*m_state, DriverFunction::cuDevSmResourceSplit);
    if (call.refused())
        return call.refusal();
    if (input == nullptr || groupParameters == nullptr || groupCount == 0 || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    const SplitInput opened = splitInput(m_state->sealer, *input);
    if (!opened.facts)
        return opened.error;
    const SimulatedDevice& device = *m_state->device(opened.facts->device);
    StructuredSplit split(device.splitter, opened.facts->sms);
    std::vector<StructuredSplit::Group> groups;
    for (unsigned i = 0; i < groupCount; ++i) {
        groups.push_back(split.take(groupParameters[i]));
        if (groups.back().result != CUDA_SUCCESS)
            return groups.back().result;
    }

    for (unsigned i = 0; i < groupCount; ++i) {
        groupParameters[i].smCount = static_cast<unsigned>(groups[i].sms.count());
        if (result != nullptr)
            result[i] = partOf(
                m_state->sealer, *opened.facts, SmResourceFacts::Origin::group, groups[i].sms,
                groups[i].unit);
    }
    if (result != nullptr && remainder != nullptr)
        *remainder = partOf(
            m_state->sealer, *opened.facts, SmResourceFacts::Origin::remainder, split.left(),
            device.splitter.remainderUnit(split.left()));
    call.finish(device.profile.costs.split);
    return CUDA_SUCCESS;
}

CUresult SimulatedDriver::cuDevResourceGenerateDesc(
    CUdevResourceDesc* descriptor, CUdevResource* resources, unsigned int resourceCount) {
    const Call call(*m_state, DriverFunction::cuDevResourceGenerateDesc);
    if (call.refused())
        return call.refusal();
    if (descriptor == nullptr || resources == nullptr || resourceCount == 0)
        return CUDA_ERROR_INVALID_VALUE;
    SimulatedDescriptor described;
    for (unsigned i = 0; i < resourceCount; ++i) {
        const CUresult added = m_state->describe(described, resources[i]);
        if (added != CUDA_SUCCESS)
            return added;
    }
    // A context of a work-queue configuration alone has all the SMs.
    if (described.sms.none()) {
        const SmResourceFacts all = factsOf(*described.device);
        described.sms = all.sms;
        described.reportedSmCount = all.smCount;
        described.minPartitionSize = all.minPartitionSize;
        described.coscheduledAlignment = all.coscheduledAlignment;
        described.largestCluster = all.largestCluster;
        described.clusterOrigin = all.clusterOrigin;
        described.clusterDomains =
            described.device->splitter.clusterDomains(all.sms, all.clusterOrigin);
    }
    *descriptor = m_state->descriptors.add(std::make_shared<SimulatedDescriptor>(described));
    return CUDA_SUCCESS;
}

/// Adds one resource to a descriptor. Overlap is not refused: the count is the sum, up to what the
/// device has, and the SMs are the union (combined-resources.jsonl).
CUresult SimulatedDriver::State::describe(
    SimulatedDescriptor& described, const CUdevResource& resource) const {
    const auto joins = [&](int ordinal) {
        SimulatedDevice* const owner = device(ordinal);
        if (described.device != nullptr && described.device != owner)
            return false;
        described.device = owner;
        return true;
    };
    if (resource.type == CU_DEV_RESOURCE_TYPE_SM) {
        const auto facts = sealer.open(resource);
        if (!facts || !joins(facts->device))
            return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        const bool first = described.sms.none();
        for (const unsigned domain : described.device->splitter.clusterDomains(
                 facts->sms & ~described.sms, facts->clusterOrigin))
            described.clusterDomains.push_back(domain);
        // What a mixture's context guarantees is what a remainder does.
        described.clusterOrigin = first || described.clusterOrigin == facts->clusterOrigin
                                      ? facts->clusterOrigin
                                      : SmOrigin::remainder;
        described.sms |= facts->sms;
        described.reportedSmCount = std::min(
            described.reportedSmCount + facts->smCount,
            static_cast<unsigned>(described.device->profile.smCount));
        described.minPartitionSize =
            first ? facts->minPartitionSize
                  : std::min(described.minPartitionSize, facts->minPartitionSize);
        described.coscheduledAlignment =
            first ? facts->coscheduledAlignment
                  : std::min(described.coscheduledAlignment, facts->coscheduledAlignment);
        // Joined groups run no larger clusters than one of them does (combined-resources.jsonl).
        described.largestCluster = std::max(described.largestCluster, facts->largestCluster);
        return CUDA_SUCCESS;
    }
    const bool known = driverVersion >= versionWithWorkqueues &&
                       (resource.type == CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG ||
                        resource.type == CU_DEV_RESOURCE_TYPE_WORKQUEUE);
    if (!known)
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    const auto ordinal = sealer.openWorkqueue(resource);
    if (!ordinal || !joins(*ordinal))
        return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    if (resource.type == CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG) {
        const CUdevWorkqueueConfigResource& settings = resource.wqConfig;
        const bool valid = settings.device == *ordinal && settings.wqConcurrencyLimit > 0 &&
                           (settings.sharingScope == CU_WORKQUEUE_SCOPE_DEVICE_CTX ||
                            settings.sharingScope == CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED);
        if (!valid || described.workqueue)
            return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        described.workqueue = settings;
    }
    return CUDA_SUCCESS;
}

} // namespace parterre
