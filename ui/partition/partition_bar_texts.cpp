// SPDX-License-Identifier: GPL-3.0-or-later
// What the bar says of its parts, in tool tips and to screen readers.
#include "ui/partition/partition_bar.h"
#include "ui/shell/id_ranges.h"

namespace parterre::ui {

QString PartitionBar::partName(const Part& part) const {
    const QString name = m_content.at(part.path)->fullName;
    if (part.kind == Part::Kind::segment)
        return name;
    const BarSegment* next = m_content.at(part.path.sibling(part.path.position() + 1));
    return next ? tr("Border between %1 and %2").arg(name, next->fullName)
                : tr("End of %1").arg(name);
}

QString PartitionBar::partDescription(const Part& part) const {
    const BarSegment& segment = *m_content.at(part.path);
    QStringList sentences;
    if (segment.isRemainder)
        sentences << tr("%n SM(s) left over", nullptr, segment.shown())
                  << (segment.isPartition ? tr("a partition of its own") : tr("not used"));
    else if (!segment.isMade)
        sentences << tr("%n SM(s) asked for", nullptr, segment.requested)
                  << tr("the driver does not make this partition");
    else if (segment.isKnownOnceApplied)
        sentences << tr("%n SM(s) asked for", nullptr, segment.requested)
                  << tr("what the driver grants is known once applied");
    else if (segment.granted && segment.requested != *segment.granted)
        sentences << tr("%n SM(s) granted", nullptr, *segment.granted)
                  << tr("%1 asked for").arg(segment.requested);
    else
        sentences << tr("%n SM(s)", nullptr, segment.shown());
    if (segment.isSplit()) {
        sentences << tr("split in %n sub-partition(s)", nullptr, segment.split.groupCount);
        if (!places().level(part.path))
            sentences << tr("which the table shows");
    }
    if (!segment.workload.isEmpty())
        sentences << tr("workload %1").arg(segment.workload);
    if (segment.smIds && !segment.smIds->empty())
        sentences << tr("SM ids %1").arg(idRanges(*segment.smIds));
    return sentences.join(QStringLiteral(", "));
}

QString PartitionBar::whyNotMoved(const GroupPath& handle, bool toTheRight) const {
    const BarLevel& level = m_content.level(handle.parent());
    const HandleMotion stops = motion(handle);
    const QString name = m_content.at(handle)->fullName;
    const BarSegment* behind = m_content.at(handle.sibling(handle.position() + 1));
    const int least = level.grantable.empty() ? 1 : level.grantable.front();
    if (!toTheRight && stops.current() == least)
        return tr("%1 cannot be smaller: a partition has at least %n SM(s).", nullptr, least)
            .arg(name);
    if (handle.position() + 1 < level.groupCount) {
        const BarSegment& next = *behind;
        if (toTheRight && next.shown() == least)
            return tr("%1 cannot be larger: %2 has the least already, %n SM(s).", nullptr, least)
                .arg(name, next.fullName);
        return tr("%1 and %2 cannot share their %n SM(s) otherwise: the driver grants no such "
                  "sizes.",
                  nullptr, stops.current() + next.shown())
            .arg(name, next.fullName);
    }
    const int left = behind ? behind->shown() : 0;
    if (left == 0)
        return tr("%1 cannot be larger: no SMs are left over.").arg(name);
    return tr("%1 cannot be larger: the driver grants none of the %n SM(s) left over to it.",
              nullptr, left)
        .arg(name);
}

} // namespace parterre::ui
