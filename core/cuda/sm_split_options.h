// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/per_group.h"
#include "core/model/partition_plan.h"

#include <optional>
#include <vector>

namespace parterre {

/// As SmSplitOptions::localityDomain: in any of them.
inline constexpr int anyLocalityDomain = -1;

/// What one group of a split is asked to be; counts are SMs.
struct SmGroupRequest {
    unsigned count = 0;                       ///< 0 = discovery: as many as fit
    unsigned coscheduledSmCount = 0;          ///< 0 = the architecture's own
    unsigned preferredCoscheduledSmCount = 0; ///< a hint (10.0+); 0 = same as coscheduledSmCount
    bool backfill = false; ///< top up with SMs that lack the co-scheduling guarantee
    /// Where its SMs shall lie (13.4), empty: anywhere;
    /// CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY: in any of them.
    std::optional<unsigned> localityDomain;
    bool supplementalSms = false; ///< also those of the domain that not every domain has
    std::vector<int> units;       ///< exactly these units of a combined split; empty = any

    /// Whether it asks for something that only a structured split can do.
    bool needsStructured() const;
};

/// How SmResource::split() makes its groups. Fields that are unset leave it to the driver; nothing
/// set at all is discovery: one group with as many SMs as one can have.
struct SmSplitOptions {
    PerGroup<int> count = {};                       ///< SMs of a group; 0 or unset = discovery
    PerGroup<int> coscheduledSmCount = {};          ///< structured splits (13.1)
    PerGroup<int> preferredCoscheduledSmCount = {}; ///< structured splits (13.1)
    PerGroup<bool> backfill = {};                   ///< structured splits (13.1)
    /// Structured splits (13.4): from 0, or anyLocalityDomain. See Device::localityDomains().
    PerGroup<int> localityDomain = {};
    /// Structured splits (13.4), with a locality domain: SMs beyond those that every domain has.
    PerGroup<bool> supplementalSms = {};
    /// Combined splits: for each group the units it shall be made of, by number; an empty list
    /// leaves it to the split. As a list it decides how many groups there are.
    std::vector<std::vector<int>> units = {};

    /// `automatic` takes what fits: see SmResource::strategiesFor().
    Strategy strategy = Strategy::automatic;
    /// Smallest units, without the promise that a cluster fits.
    bool ignoreCoscheduling = false;
    /// By count and combined: groups that allow the largest potential cluster (9.0+).
    bool maxCluster = false;

    /// The groups one by one. Throws InputError, naming the field, for a negative value, an empty
    /// list, lists of different lengths, a list beside a scalar count, and both flags together.
    std::vector<SmGroupRequest> groups() const;
};

} // namespace parterre
