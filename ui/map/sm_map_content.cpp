// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/sm_map_content.h"

#include "ui/shell/id_ranges.h"
#include "ui/shell/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace parterre::ui {
namespace {

constexpr int smsOfTpc = 2; ///< what is taken for a TPC where nobody has looked
constexpr int longestTag = 3;

QString tr(const char* text, int n = -1) {
    return QCoreApplication::translate("SmMap", text, nullptr, n);
}

/// All SMs in pairs, in one row: ids from 0, or the ones that partitions were seen on.
std::vector<std::vector<std::vector<int>>>
guessedGpcs(int smCount, const std::vector<PartitionReport>* applied) {
    int count = smCount;
    if (applied)
        for (const PartitionReport& report : *applied)
            if (!report.observedSmIds.empty()) // ids need not be contiguous
                count = std::max(count, report.observedSmIds.back() + 1);
    std::vector<std::vector<int>> tpcs;
    for (int id = 0; id < count; ++id) {
        if (id % smsOfTpc == 0)
            tpcs.emplace_back();
        tpcs.back().push_back(id);
    }
    return {tpcs};
}

/// Lists all segments, those of the GPU first; where each one is in the list.
std::map<GroupPath, int> takeSegments(const BarContent& planned, SmMapContent& content) {
    std::map<GroupPath, int> at;
    content.topCount = static_cast<int>(planned.segments.size());
    content.groupCount = planned.groupCount;
    for (int i = 0; i < content.topCount; ++i)
        at[i] = i;
    content.segments = planned.segments;
    content.above.assign(content.segments.size(), SmMapContent::none);
    planned.forEach([&](const GroupPath& path, const BarSegment& segment) {
        if (!path.isNested())
            return;
        at[path] = static_cast<int>(content.segments.size());
        content.segments.push_back(segment);
        content.above.push_back(at[path.parent()]);
    });
    return at;
}

bool isEveryPlaceKnown(const BarContent& planned) {
    return std::all_of(
        planned.segments.begin(), planned.segments.end(), [](const BarSegment& segment) {
            return segment.smIds || !segment.isPartition || !segment.isMade;
        });
}

} // namespace

SmMapContent SmMapContent::make(
    const DeviceDescription& device, const BarContent& planned, const SplitUnits* units,
    const std::vector<PartitionReport>* applied) {
    SmMapContent content;
    const std::map<GroupPath, int> segmentAt = takeSegments(planned, content);
    content.gpcsKnown = !device.gpcs.empty();
    const bool wasObserved =
        applied && std::any_of(applied->begin(), applied->end(), [](const PartitionReport& report) {
            return !report.observedSmIds.empty();
        });
    const bool isPlanKnown = !planned.segments.empty() && isEveryPlaceKnown(planned);
    content.isObserved = wasObserved;
    content.placementKnown = wasObserved || isPlanKnown;
    if (!content.gpcsKnown && !content.placementKnown && !(units && units->smIds))
        return content; // nothing to draw a map of

    const auto gpcs = content.gpcsKnown
                          ? device.gpcs
                          : guessedGpcs(device.smCount, wasObserved ? applied : nullptr);
    std::map<int, int> at; // SM id → position
    content.gpcCount = static_cast<int>(gpcs.size());
    for (std::size_t gpc = 0; gpc < gpcs.size(); ++gpc)
        for (std::size_t tpc = 0; tpc < gpcs[gpc].size(); ++tpc)
            for (const int id : gpcs[gpc][tpc]) {
                at[id] = static_cast<int>(content.sms.size());
                Sm sm;
                sm.id = id;
                sm.gpc = static_cast<int>(gpc);
                sm.tpc = static_cast<int>(tpc);
                content.sms.push_back(sm);
            }
    const auto smOf = [&](int id) -> Sm* {
        const auto found = at.find(id);
        return found == at.end() ? nullptr : &content.sms[static_cast<std::size_t>(found->second)];
    };

    if (isPlanKnown) // a part's SMs are among those of the whole, which comes before it
        for (std::size_t i = 0; i < content.segments.size(); ++i)
            if (const BarSegment& segment = content.segments[i];
                segment.smIds && (segment.isPartition || !segment.isRemainder))
                for (const int id : *segment.smIds)
                    if (Sm* sm = smOf(id))
                        sm->planned = static_cast<int>(i);
    if (wasObserved) {
        for (const PartitionReport& report : *applied) {
            const auto found = segmentAt.find(planned.pathOf(report));
            const int segment = found == segmentAt.end() ? none : found->second;
            const int whole =
                segment == none ? none : content.above[static_cast<std::size_t>(segment)];
            for (const int id : report.observedSmIds)
                if (Sm* sm = smOf(id)) {
                    // Two partitions on one SM is as wrong as one on another's; what is split off
                    // another one runs on that one's.
                    sm->differs = sm->differs || sm->observed != whole;
                    sm->observed = segment;
                }
        }
        if (isPlanKnown)
            for (Sm& sm : content.sms)
                sm.differs = sm.differs || !content.isPartOf(sm.observed, sm.planned);
    }

    if (units && units->smIds) {
        content.unitSmCount = units->smCount();
        for (std::size_t unit = 0; unit < units->smIds->size(); ++unit) {
            Stop stop{static_cast<int>(unit), {}};
            for (const int id : (*units->smIds)[unit])
                if (const auto found = at.find(id); found != at.end())
                    stop.sms.push_back(found->second);
            std::sort(stop.sms.begin(), stop.sms.end());
            if (stop.sms.size() == (*units->smIds)[unit].size())
                content.stops.push_back(std::move(stop));
        }
    }
    std::vector<bool> inUnit(content.sms.size());
    for (const Stop& stop : content.stops)
        for (const int sm : stop.sms)
            inUnit[static_cast<std::size_t>(sm)] = true;
    for (std::size_t i = 0; i < content.sms.size(); ++i)
        if (!inUnit[i])
            content.stops.push_back({none, {static_cast<int>(i)}});
    std::sort(content.stops.begin(), content.stops.end(), [](const Stop& a, const Stop& b) {
        return a.sms.front() < b.sms.front();
    });
    for (std::size_t i = 0; i < content.stops.size(); ++i)
        for (const int sm : content.stops[i].sms)
            content.sms[static_cast<std::size_t>(sm)].stop = static_cast<int>(i);
    return content;
}

int SmMapContent::ownerOf(const Stop& stop) const {
    const auto owner = [&](int sm) { return ownerOf(sms[static_cast<std::size_t>(sm)]); };
    const int first = owner(stop.sms.front());
    return std::all_of(stop.sms.begin(), stop.sms.end(), [&](int sm) { return owner(sm) == first; })
               ? first
               : none;
}

int SmMapContent::topOf(int segment) const {
    while (segment != none && above[static_cast<std::size_t>(segment)] != none)
        segment = above[static_cast<std::size_t>(segment)];
    return segment;
}

bool SmMapContent::isPartOf(int segment, int whole) const {
    while (segment != whole && segment != none)
        segment = above[static_cast<std::size_t>(segment)];
    return segment == whole;
}

int SmMapContent::topOwnerOf(const Stop& stop) const {
    const auto owner = [&](int sm) { return topOf(ownerOf(sms[static_cast<std::size_t>(sm)])); };
    const int first = owner(stop.sms.front());
    return std::all_of(stop.sms.begin(), stop.sms.end(), [&](int sm) { return owner(sm) == first; })
               ? first
               : none;
}

std::vector<int> SmMapContent::smIdsOf(const Stop& stop) const {
    std::vector<int> ids;
    for (const int sm : stop.sms)
        ids.push_back(sms[static_cast<std::size_t>(sm)].id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

std::vector<int> SmMapContent::differing() const {
    std::vector<int> ids;
    for (const Sm& sm : sms)
        if (sm.differs)
            ids.push_back(sm.id);
    std::sort(ids.begin(), ids.end());
    return ids;
}

QString SmMapContent::tag(int segment) const {
    const auto at = static_cast<std::size_t>(segment);
    if (above[at] != none && segments[at].fullName.size() <= longestTag)
        return segments[at].fullName;
    const QString& name = segments[at].name;
    if (name.size() <= longestTag - 1)
        return name;
    int alike = 0;
    int before = 0; // siblings in front
    for (int length = 1; length <= longestTag; ++length) {
        alike = before = 0;
        for (std::size_t i = 0; i < segments.size(); ++i) {
            if (above[i] != above[at])
                continue;
            alike += segments[i].name.startsWith(name.left(length)) ? 1 : 0;
            before += i < at ? 1 : 0;
        }
        if (alike == 1)
            return name.left(length);
    }
    return QString::number(before + 1);
}

QString SmMapContent::ownerText(int segment) const {
    if (!placementKnown)
        return tr("whose it will be is not known until applied");
    const auto isPlaced = [](const BarSegment& part) { return part.smIds || !part.isMade; };
    if (segment != none) {
        const BarSegment& owner = segments[static_cast<std::size_t>(segment)];
        const std::vector<BarSegment>& parts = owner.split.segments;
        if (owner.isSplit() && std::all_of(parts.begin(), parts.end(), isPlaced))
            return tr("left over in %1").arg(owner.fullName);
    }
    return segment == none
               ? tr("left over")
               : tr("partition %1").arg(segments[static_cast<std::size_t>(segment)].fullName);
}

QString SmMapContent::smDescription(const Sm& sm) const {
    const QString place = gpcsKnown
                              ? tr("SM %1, TPC %2 of GPC %3").arg(sm.id).arg(sm.tpc).arg(sm.gpc)
                              : tr("SM %1, GPC and TPC unknown").arg(sm.id);
    const QString owner = ownerText(ownerOf(sm));
    return sm.differs ? tr("%1: ran in %2, planned for %3").arg(place, owner, ownerText(sm.planned))
                      : QStringLiteral("%1, %2").arg(place, owner);
}

QString SmMapContent::stopName(const Stop& stop) const {
    const QString ids = idRanges(smIdsOf(stop));
    if (stop.unit == none)
        return tr("SM %1").arg(ids);
    return stop.sms.size() == 1 ? tr("Unit %1 (SM %2)").arg(stop.unit).arg(ids)
                                : tr("Unit %1 (SMs %2)").arg(stop.unit).arg(ids);
}

QString SmMapContent::stopDescription(const Stop& stop) const {
    if (stop.sms.size() == 1) {
        const QString one = smDescription(sms[static_cast<std::size_t>(stop.sms.front())]);
        return stop.unit == none && unitSmCount > 0
                   ? tr("%1, in no unit of %2 SMs").arg(one).arg(unitSmCount)
                   : one;
    }
    QStringList places;
    if (gpcsKnown) {
        std::map<int, std::vector<int>> tpcs;
        for (const int at : stop.sms) {
            const Sm& sm = sms[static_cast<std::size_t>(at)];
            if (std::vector<int>& list = tpcs[sm.gpc]; list.empty() || list.back() != sm.tpc)
                list.push_back(sm.tpc);
        }
        for (const auto& [gpc, list] : tpcs)
            places << (list.size() == 1 ? tr("TPC %1 of GPC %2") : tr("TPCs %1 of GPC %2"))
                          .arg(idRanges(list))
                          .arg(gpc);
    } else {
        places << tr("GPC and TPC unknown");
    }
    const int owner = ownerOf(stop) != none ? ownerOf(stop) : topOwnerOf(stop);
    const bool isMixed =
        owner == none && std::any_of(stop.sms.begin(), stop.sms.end(), [&](int sm) {
            return ownerOf(sms[static_cast<std::size_t>(sm)]) != none;
        });
    const auto differing = std::count_if(stop.sms.begin(), stop.sms.end(), [&](int sm) {
        return sms[static_cast<std::size_t>(sm)].differs;
    });
    places << (isMixed ? tr("in several partitions") : ownerText(owner));
    if (differing > 0)
        places << tr("%n SM(s) not as planned", static_cast<int>(differing));
    return places.join(QStringLiteral(", "));
}

} // namespace parterre::ui
