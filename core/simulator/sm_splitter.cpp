// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/sm_splitter.h"

#include <algorithm>

namespace parterre {

SmSplitter::SmSplitter(const DeviceProfile& profile)
    : m_smCount(profile.smCount) {}

SmSplitter::Split SmSplitter::byCount(
    const SmMask& input, unsigned capacity, unsigned minCount, unsigned flags) const {
    Split split;
    if (flags > 2 || capacity == 0) {
        split.result = abi::CUDA_ERROR_INVALID_VALUE;
        return split;
    }
    const std::vector<int> ids = smIdsOf(input);
    if (minCount > ids.size()) {
        split.result = abi::CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        return split;
    }
    const std::size_t unit = (flags & 1U) != 0 ? 2 : 8;
    const std::size_t size =
        std::min(ids.size(), std::max(unit, (minCount + unit - 1) / unit * unit));
    std::size_t at = 0;
    for (; at + size <= ids.size() && split.groups.size() < capacity; at += size)
        split.groups.push_back(smMaskOf(std::span(ids).subspan(at, size)));
    split.remainder = smMaskOf(std::span(ids).subspan(at));
    split.groupUnit = {static_cast<unsigned>(unit), static_cast<unsigned>(unit)};
    split.remainderUnit = {2, 2};
    return split;
}

SmSplitter::Unit SmSplitter::deviceUnit() const {
    return {8, 8};
}

int SmSplitter::largestCluster(const SmMask& sms) const {
    return sms.count() >= 8 ? 8 : 2;
}

} // namespace parterre
