// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/block_spans.h"
#include "ui/timeline/sm_rows.h"

#include <QString>

namespace parterre::ui::timeline_texts {

/// "111.1 µs", "1.234 ms".
QString duration(double ns);
/// A mark of the axis: a number in the unit that suits marks `stepNs` apart, without the unit.
QString tick(double ns, double stepNs);
/// The unit of the marks: "µs" or "ms".
QString tickUnit(double stepNs);
/// "SM 12, GPC 3".
QString sm(const SmRow& row);
/// Which SM, partition and kernel, from when to when since `zero`, and how long: a bar in one line.
QString span(
    const SmRow& row, const BlockSpan& span, const QString& partition, const QString& kernel,
    std::int64_t zero);

} // namespace parterre::ui::timeline_texts
