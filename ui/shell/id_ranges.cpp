// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/id_ranges.h"

#include "core/model/id_ranges.h"
#include "ui/shell/text.h"

namespace parterre::ui {

QString idRanges(const std::vector<int>& ids) {
    return toQt(rangesOf(ids, ", ", "\u2013"));
}

} // namespace parterre::ui
