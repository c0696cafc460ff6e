// SPDX-License-Identifier: Apache-2.0
#include "core/model/id_ranges.h"

#include <cstddef>

namespace parterre {

std::string
rangesOf(const std::vector<int>& ids, std::string_view separator, std::string_view dash) {
    std::string text;
    for (std::size_t first = 0; first < ids.size();) {
        std::size_t last = first;
        while (last + 1 < ids.size() && ids[last + 1] == ids[last] + 1)
            ++last;
        if (first > 0)
            text += separator;
        text += std::to_string(ids[first]);
        if (last > first)
            text.append(dash).append(std::to_string(ids[last]));
        first = last + 1;
    }
    return text;
}

} // namespace parterre
