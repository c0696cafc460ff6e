// SPDX-License-Identifier: Apache-2.0
#include "core/workload/workload_parameters.h"

#include <algorithm>
#include <utility>

namespace parterre {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::int64_t mostMebibytes = 1 << 20; // a TiB

constexpr const char* workingSetName = "working_set_mib";
constexpr const char* blockSizeName = "block_size";
constexpr const char* blocksPerSmName = "blocks_per_sm";

/// The partition's share of half of what is free: several times any L2, as long as there is memory.
std::size_t shareOfMemory(const WorkloadPlace& place, int buffers) {
    const auto sharers =
        2 * static_cast<std::size_t>(place.partitionCount) * static_cast<std::size_t>(buffers);
    return std::max(mebibyte, place.context->memory().free / sharers / mebibyte * mebibyte);
}

} // namespace

WorkloadParameterInfo intensityParameter(
    std::int64_t usual, std::int64_t least, std::int64_t most, std::string unit,
    std::string description) {
    return {"intensity", std::move(unit), std::move(description), least, most, 1, usual};
}

WorkloadParameterInfo
workingSetParameter(std::optional<std::int64_t> usual, std::string description) {
    return {workingSetName, "MiB", std::move(description), 1, mostMebibytes, 1, usual};
}

WorkloadParameterInfo blockSizeParameter(std::int64_t usual, std::int64_t most) {
    constexpr int warp = 32;
    return {blockSizeName, "threads", "threads in a block, whole warps", warp, most, warp, usual};
}

WorkloadParameterInfo
blocksPerSmParameter(std::optional<std::int64_t> usual, std::string_view usually) {
    constexpr int most = 1024;
    return {
        blocksPerSmName,
        "blocks",
        "blocks in the grid for each SM of the partition" +
            (usual ? std::string() : "; usually " + std::string(usually)),
        1,
        most,
        1,
        usual};
}

std::optional<std::int64_t> ParameterValues::find(const std::string& name) const {
    if (const auto given = m_given.find(name); given != m_given.end())
        return given->second;
    const auto found = std::find_if(
        m_info.parameters.begin(), m_info.parameters.end(),
        [&](const WorkloadParameterInfo& parameter) { return parameter.name == name; });
    return found == m_info.parameters.end() ? std::nullopt : found->usual;
}

unsigned ParameterValues::at(const std::string& name) const {
    return static_cast<unsigned>(find(name).value());
}

LaunchShape
shapeFor(const ParameterValues& values, const Kernel& kernel, const WorkloadPlace& place) {
    const unsigned threads = values.at(blockSizeName);
    const auto perSm = values.find(blocksPerSmName);
    const auto blocks =
        perSm ? static_cast<unsigned>(*perSm)
              : static_cast<unsigned>(kernel.maxActiveBlocksPerSm(*place.context, threads));
    return {place.context->resources().sm().smCount() * blocks, threads};
}

std::size_t workingSet(
    const ParameterValues& values, const WorkloadPlace& place, int buffers, std::size_t usual) {
    if (const auto given = place.parameters.find(workingSetName); given != place.parameters.end())
        return static_cast<std::size_t>(given->second) * mebibyte;
    if (const auto described = values.find(workingSetName))
        usual = static_cast<std::size_t>(*described) * mebibyte;
    return std::clamp(shareOfMemory(place, buffers), mebibyte, std::max(usual, mebibyte));
}

} // namespace parterre
