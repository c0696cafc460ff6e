// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace parterre {

// Driver versions, as cuDriverGetVersion counts, that brought what no function stands for.

/// An SM resource's minimum and alignment.
inline constexpr int versionWithPartitionFields = 13000;
/// The two work-queue types of resource.
inline constexpr int versionWithWorkqueues = 13010;
/// An SM resource's locality domain, and groups of a structured split that ask for one.
inline constexpr int versionWithLocalityDomains = 13040;

} // namespace parterre
