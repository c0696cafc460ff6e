// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/sealed_resource.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace parterre {
namespace {

constexpr std::uint16_t anyDomain = 0xFFFF;

using SmWords = std::array<std::uint64_t, maxSimulatedSms / 64>;

SmWords wordsOf(const SmMask& mask) {
    SmWords words{};
    for (const int id : smIdsOf(mask))
        words[static_cast<std::size_t>(id) / 64] |= std::uint64_t{1} << (id % 64);
    return words;
}

SmMask maskOf(const SmWords& words) {
    SmMask mask;
    for (std::size_t id = 0; id < maxSimulatedSms; ++id)
        if ((words[id / 64] >> (id % 64) & 1U) != 0)
            mask.set(id);
    return mask;
}

/// What lies in CUdevResource::internalPadding. Only whole numbers without gaps between them, so
/// that the same facts are the same bytes.
struct Padding {
    std::uint64_t seal;
    SmWords sms;
    SmWords unitCode;
    std::uint32_t type;
    std::uint8_t origin;
    std::uint8_t device;
    std::uint16_t smCount;
    std::uint16_t minPartitionSize;
    std::uint16_t coscheduledAlignment;
    std::uint16_t localityDomain; // the low half: a device has few
    std::uint8_t groupFlags;
    std::uint8_t clusterOrigin;
};
static_assert(sizeof(Padding) <= sizeof(abi::CUdevResource::internalPadding));
static_assert(std::has_unique_object_representations_v<Padding>);

/// FNV-1a over all but the seal itself, started from the secret.
std::uint64_t sealOf(const Padding& padding, std::uint64_t secret) {
    std::array<unsigned char, sizeof(Padding)> bytes{};
    std::memcpy(bytes.data(), &padding, sizeof padding);
    std::uint64_t hash = 0xcbf29ce484222325U ^ secret;
    for (std::size_t i = sizeof padding.seal; i < bytes.size(); ++i)
        hash = (hash ^ bytes[i]) * 0x100000001b3U;
    return hash;
}

abi::CUdevResource sealedResource(Padding padding, std::uint64_t secret) {
    padding.seal = sealOf(padding, secret);
    abi::CUdevResource resource{};
    resource.type = static_cast<abi::CUdevResourceType>(padding.type);
    std::memcpy(resource.internalPadding, &padding, sizeof padding);
    return resource;
}

std::optional<Padding> openedPadding(const abi::CUdevResource& resource, std::uint64_t secret) {
    Padding padding{};
    std::memcpy(&padding, resource.internalPadding, sizeof padding);
    if (padding.seal != sealOf(padding, secret) ||
        padding.type != static_cast<std::uint32_t>(resource.type))
        return {};
    return padding;
}

} // namespace

abi::CUdevResource ResourceSealer::seal(const SmResourceFacts& facts) const {
    Padding padding{};
    padding.sms = wordsOf(facts.sms);
    padding.unitCode = wordsOf(facts.unitCode);
    padding.type = abi::CU_DEV_RESOURCE_TYPE_SM;
    padding.origin = static_cast<std::uint8_t>(facts.origin);
    padding.device = facts.device;
    padding.smCount = static_cast<std::uint16_t>(facts.smCount);
    padding.minPartitionSize = static_cast<std::uint16_t>(facts.minPartitionSize);
    padding.coscheduledAlignment = static_cast<std::uint16_t>(facts.coscheduledAlignment);
    padding.localityDomain = static_cast<std::uint16_t>(facts.localityDomain);
    padding.groupFlags = static_cast<std::uint8_t>(facts.groupFlags);
    padding.clusterOrigin = static_cast<std::uint8_t>(facts.clusterOrigin);
    abi::CUdevResource resource = sealedResource(padding, m_secret);
    resource.sm.smCount = facts.smCount;
    return resource;
}

std::optional<SmResourceFacts> ResourceSealer::open(const abi::CUdevResource& resource) const {
    const auto padding = openedPadding(resource, m_secret);
    if (!padding || resource.type != abi::CU_DEV_RESOURCE_TYPE_SM ||
        padding->smCount != resource.sm.smCount)
        return {};
    SmResourceFacts facts;
    facts.origin = static_cast<SmResourceFacts::Origin>(padding->origin);
    facts.device = padding->device;
    facts.smCount = padding->smCount;
    facts.minPartitionSize = padding->minPartitionSize;
    facts.coscheduledAlignment = padding->coscheduledAlignment;
    facts.groupFlags = padding->groupFlags;
    facts.localityDomain = padding->localityDomain == anyDomain
                               ? abi::CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY
                               : padding->localityDomain;
    facts.clusterOrigin = static_cast<SmOrigin>(padding->clusterOrigin);
    facts.sms = maskOf(padding->sms);
    facts.unitCode = maskOf(padding->unitCode);
    return facts;
}

abi::CUdevResource ResourceSealer::sealWorkqueue(abi::CUdevResourceType type, int device) const {
    Padding padding{};
    padding.type = static_cast<std::uint32_t>(type);
    padding.device = static_cast<std::uint8_t>(device);
    return sealedResource(padding, m_secret);
}

std::optional<int> ResourceSealer::openWorkqueue(const abi::CUdevResource& resource) const {
    const auto padding = openedPadding(resource, m_secret);
    if (!padding || resource.type == abi::CU_DEV_RESOURCE_TYPE_SM)
        return {};
    return padding->device;
}

} // namespace parterre
