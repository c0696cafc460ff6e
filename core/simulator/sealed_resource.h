// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/simulator/sm_allotment.h"
#include "core/simulator/sm_mask.h"

#include <cstdint>
#include <optional>

namespace parterre {

/// What an SM resource of a simulated driver is.
struct SmResourceFacts {
    /// Whom it was asked from, or what made it.
    enum class Origin : std::uint8_t {
        device = 1, ///< cuDeviceGetDevResource
        context,    ///< cuCtxGetDevResource, cuGreenCtxGetDevResource, cuStreamGetDevResource
        group,      ///< of a split; can't be split again as it is (behaviours.jsonl)
        remainder,  ///< of a split; neither can this
    };

    Origin origin = Origin::device;    ///< decides whether it can be split
    std::uint8_t device = 0;           ///< ordinal
    unsigned smCount = 0;              ///< as reported; more than `sms` has where resources overlap
    unsigned minPartitionSize = 0;     ///< SMs; of the split that is made of it
    unsigned coscheduledAlignment = 0; ///< SMs; likewise
    unsigned groupFlags = 0;     ///< CU_DEV_SM_RESOURCE_GROUP_…, of a structured split's group
    unsigned localityDomain = 0; ///< only with the group flag; all ones: any
    SmOrigin clusterOrigin = SmOrigin::device; ///< decides how far clusters reach among the SMs
    SmMask sms;                                ///< the SMs it really has
    SmMask unitCode;                           ///< how long its units are, see codeOf()
};

/// Keeps what a resource is in the struct's own padding, as the driver does: copies may be passed
/// around and nothing has to be freed. A seal over it, with a secret of the driver object, tells a
/// resource that was built or altered by hand, or comes from another driver, from a true one.
class ResourceSealer {
public:
    /// `secret`: another one for each driver object.
    explicit ResourceSealer(std::uint64_t secret)
        : m_secret(secret) {}

    /// The visible SM fields are the caller's to set afterwards, but for smCount.
    abi::CUdevResource seal(const SmResourceFacts& facts) const;
    /// Empty for an SM resource that this did not seal or whose count was altered, and for any
    /// other type.
    std::optional<SmResourceFacts> open(const abi::CUdevResource& resource) const;

    /// Work-queue kinds: only the device is sealed, since the settings are there to be set.
    abi::CUdevResource sealWorkqueue(abi::CUdevResourceType type, int device) const;
    /// The device's ordinal; empty for one that this did not seal, and for SM resources.
    std::optional<int> openWorkqueue(const abi::CUdevResource& resource) const;

private:
    std::uint64_t m_secret;
};

} // namespace parterre
