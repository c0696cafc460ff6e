// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/unit_length_code.h"

#include <algorithm>

namespace parterre {

SmMask codeOf(const UnitLengths& lengths, const std::vector<std::size_t>& tpcsOfGpcs) {
    SmMask code;
    std::size_t bit = 0;
    for (std::size_t g = 0; g < tpcsOfGpcs.size(); ++g) {
        for (std::size_t length = tpcsOfGpcs[g]; length > 0; --length) {
            const auto units = std::count(lengths[g].begin(), lengths[g].end(), length);
            for (std::ptrdiff_t i = 0; i < units; ++i)
                code.set(bit++);
            ++bit;
        }
    }
    return code;
}

UnitLengths unitLengthsOf(const SmMask& code, const std::vector<std::size_t>& tpcsOfGpcs) {
    UnitLengths lengths(tpcsOfGpcs.size());
    std::size_t bit = 0;
    for (std::size_t g = 0; g < tpcsOfGpcs.size(); ++g) {
        for (std::size_t length = tpcsOfGpcs[g]; length > 0; --length) {
            for (; bit < code.size() && code.test(bit); ++bit)
                lengths[g].push_back(length);
            ++bit;
        }
    }
    return lengths;
}

} // namespace parterre
