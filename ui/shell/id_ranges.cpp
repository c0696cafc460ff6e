// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/id_ranges.h"

#include <QStringList>

namespace parterre::ui {

QString idRanges(const std::vector<int>& ids) {
    QStringList ranges;
    for (std::size_t i = 0; i < ids.size();) {
        std::size_t end = i;
        while (end + 1 < ids.size() && ids[end + 1] == ids[end] + 1)
            ++end;
        ranges
            << (end == i ? QString::number(ids[i])
                         : QStringLiteral("%1–%2").arg(ids[i]).arg(ids[end]));
        i = end + 1;
    }
    return ranges.join(QStringLiteral(", "));
}

} // namespace parterre::ui
