// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_texts.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace parterre::ui::timeline_texts {
namespace {

constexpr double microsecond = 1e3;
constexpr double millisecond = 1e6;
constexpr double marksInMs = 1e5; ///< from so many nanoseconds between them on

QString tr(const char* text, int n = -1) {
    return QCoreApplication::translate("Timeline", text, nullptr, n);
}

} // namespace

QString duration(double ns) {
    const bool inMs = std::abs(ns) >= millisecond;
    const double value = ns / (inMs ? millisecond : microsecond);
    const QString number = QLocale().toString(value, 'f', inMs ? 3 : 1);
    return inMs ? tr("%1 ms").arg(number) : tr("%1 µs").arg(number);
}

QString tickUnit(double stepNs) {
    return stepNs >= marksInMs ? tr("ms") : tr("µs");
}

QString tick(double ns, double stepNs) {
    const double unit = stepNs >= marksInMs ? millisecond : microsecond;
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(stepNs / unit))));
    return QLocale().toString(ns / unit, 'f', decimals);
}

QString sm(const SmRow& row) {
    return row.gpc == SmRow::unknown ? tr("SM %1").arg(row.sm)
                                     : tr("SM %1, GPC %2").arg(row.sm).arg(row.gpc);
}

QString span(
    const SmRow& row, const BlockSpan& span, const QString& partition, const QString& kernel,
    std::int64_t zero) {
    QStringList parts{sm(row), partition, kernel};
    if (span.count > 1)
        parts << tr("%n block(s)", span.count);
    parts << tr("%1 to %2")
                 .arg(
                     duration(static_cast<double>(span.start - zero)),
                     duration(static_cast<double>(span.end - zero)))
          << duration(static_cast<double>(span.end - span.start));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

} // namespace parterre::ui::timeline_texts
