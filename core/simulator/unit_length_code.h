// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/sm_mask.h"
#include "core/simulator/unit_lengths.h"

#include <cstddef>
#include <vector>

namespace parterre {

/// The most TPCs a simulated device can have, so that every list of unit lengths has a code.
inline constexpr std::size_t maxSimulatedTpcs = maxSimulatedSms / 2;

/// Unit lengths as bits, for a resource to carry.
///
/// For each GPC, from as long as a unit can be down to one TPC: a 1 for each unit of that length,
/// then a 0. There are no more units than TPCs, so two bits a TPC are enough.
/// \param tpcsOfGpcs how many TPCs the resource has of each GPC; no unit is longer
SmMask codeOf(const UnitLengths& lengths, const std::vector<std::size_t>& tpcsOfGpcs);

/// The lengths that codeOf() was given. `tpcsOfGpcs` must be the same.
UnitLengths unitLengthsOf(const SmMask& code, const std::vector<std::size_t>& tpcsOfGpcs);

} // namespace parterre
