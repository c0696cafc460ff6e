// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/workload_info.h"
#include "core/workload/workload.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parterre {

// The parameters that several kernels have, each described in the same words.

/// How much a launch does, in `unit`, which differs from kernel to kernel.
WorkloadParameterInfo intensityParameter(
    std::int64_t usual, std::int64_t least, std::int64_t most, std::string unit,
    std::string description);
/// In MiB. `usual`: empty where it depends on the device's caches.
WorkloadParameterInfo
workingSetParameter(std::optional<std::int64_t> usual, std::string description);
/// In threads, whole warps up to `most`.
WorkloadParameterInfo blockSizeParameter(std::int64_t usual, std::int64_t most);
/// `usual`: empty where it depends, and `usually` tells on what; shapeFor() takes as many as an SM
/// holds at once.
WorkloadParameterInfo blocksPerSmParameter(
    std::optional<std::int64_t> usual = {},
    std::string_view usually = "as many as it holds at once");

/// What a place's parameters say, and what is usual where they say nothing.
class ParameterValues {
public:
    /// Both must outlive this. The parameters must be valid (Catalogue::check()).
    ParameterValues(const WorkloadInfo& info, const WorkloadParameters& given)
        : m_info(info)
        , m_given(given) {}

    /// Empty if it was not given and has no usual value.
    std::optional<std::int64_t> find(const std::string& name) const;
    /// One that has a usual value.
    unsigned at(const std::string& name) const;

private:
    const WorkloadInfo& m_info;
    const WorkloadParameters& m_given;
};

/// A grid for the whole partition, of `block_size` threads a block and `blocks_per_sm` on each SM;
/// without that parameter, as many as an SM holds at once.
LaunchShape
shapeFor(const ParameterValues& values, const Kernel& kernel, const WorkloadPlace& place);

/// Bytes for each of `buffers` buffers: `working_set_mib` if it was given, whether there is so much
/// or not, else its usual value or `usual` bytes, but not more than the partition's share of half
/// of what is free.
std::size_t workingSet(
    const ParameterValues& values, const WorkloadPlace& place, int buffers, std::size_t usual = 0);

} // namespace parterre
