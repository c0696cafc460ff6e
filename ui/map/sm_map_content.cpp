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

int segmentOf(const BarContent& content, const PartitionReport& report) {
    for (std::size_t i = 0; i < content.segments.size(); ++i) {
        const BarSegment& segment = content.segments[i];
        if (segment.isRemainder ? report.isRemainder
                                : !report.isRemainder && segment.name == toQt(report.name))
            return static_cast<int>(i);
    }
    return SmMapContent::none;
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
    content.segments = planned.segments;
    content.groupCount = planned.groupCount;
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

    if (isPlanKnown)
        for (std::size_t i = 0; i < planned.segments.size(); ++i)
            if (const BarSegment& segment = planned.segments[i];
                segment.smIds && (segment.isPartition || !segment.isRemainder))
                for (const int id : *segment.smIds)
                    if (Sm* sm = smOf(id))
                        sm->planned = static_cast<int>(i);
    if (wasObserved) {
        for (const PartitionReport& report : *applied) {
            if (report.isNested())
                continue; // on SMs of the one that it is a part of
            for (const int id : report.observedSmIds)
                if (Sm* sm = smOf(id)) {
                    // Two partitions on one SM is as wrong as one on another's.
                    sm->differs = sm->observed != none;
                    sm->observed = segmentOf(planned, report);
                }
        }
        if (isPlanKnown)
            for (Sm& sm : content.sms)
                sm.differs = sm.differs || sm.observed != sm.planned;
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
    const QString& name = segments[static_cast<std::size_t>(segment)].name;
    if (name.size() <= longestTag - 1)
        return name;
    for (int length = 1; length <= longestTag; ++length) {
        const QString start = name.left(length);
        const auto alike =
            std::count_if(segments.begin(), segments.end(), [&](const BarSegment& one) {
                return one.name.startsWith(start);
            });
        if (alike == 1)
            return start;
    }
    return QString::number(segment + 1);
}

QString SmMapContent::ownerText(int segment) const {
    if (!placementKnown)
        return tr("whose it will be is not known until applied");
    return segment == none
               ? tr("left over")
               : tr("partition %1").arg(segments[static_cast<std::size_t>(segment)].name);
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
    const int owner = ownerOf(stop);
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
