// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/device_description.h"
#include "ui/partition/bar_content.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace parterre::ui {

/// What the SM map shows: every SM in its TPC and GPC, and the partition it belongs to.
struct SmMapContent {
    static constexpr int none = -1;

    struct Sm {
        int id = 0;
        int gpc = 0;          ///< position among gpcCount
        int tpc = 0;          ///< position in its GPC
        int stop = none;      ///< the Stop it belongs to
        int planned = none;   ///< segment that shall have it; none: left over, or not known
        int observed = none;  ///< segment whose kernels ran on it, once the plan is applied
        bool differs = false; ///< observed is another one than planned
    };
    /// What is painted, hovered over and focused in one piece: a unit, or one SM that is in none.
    struct Stop {
        int unit = none;      ///< number in the split; none: can't be painted
        std::vector<int> sms; ///< positions in `sms`, ascending
    };

    /// The bar's, first those of the GPU in its order, then those split off another one.
    std::vector<BarSegment> segments;
    int topCount = 0;        ///< how many of them are the GPU's
    int groupCount = 0;      ///< how many of these are groups
    std::vector<int> above;  ///< of each segment: the one it is split off, or none
    std::vector<Sm> sms;     ///< by GPC and TPC
    std::vector<Stop> stops; ///< in the order of their first SMs
    int gpcCount = 0;
    bool gpcsKnown = false;      ///< false: SMs lie in pairs in one row, for want of better
    bool placementKnown = false; ///< whether `planned` or `observed` means something
    bool isObserved = false;     ///< whether `observed` does
    int unitSmCount = 0;         ///< of the units that stops are; 0 where none are known

    /// `units`: null where there is none to paint. `applied`: null unless this very plan is
    /// applied.
    static SmMapContent make(
        const DeviceDescription& device, const BarContent& planned, const SplitUnits* units,
        const std::vector<PartitionReport>* applied);

    /// The segment to draw an SM in: observed where known, else planned; none: left over.
    int ownerOf(const Sm& sm) const { return isObserved ? sm.observed : sm.planned; }
    /// The segment that all SMs of a stop belong to; none where it is none, or not the same.
    int ownerOf(const Stop& stop) const;
    /// The same of the GPU's own segments: what is painted.
    int topOwnerOf(const Stop& stop) const;
    /// Whether it is `whole`, or split off it.
    bool isPartOf(int segment, int whole) const;
    int topOf(int segment) const; ///< the GPU's own segment that it is a part of; none of none
    std::vector<int> smIdsOf(const Stop& stop) const;
    /// SMs whose kernels ran elsewhere than planned, ascending.
    std::vector<int> differing() const;

    /// Letters that tell segments apart, at most three: a name as it is where it is that short.
    QString tag(int segment) const;
    /// "Unit 3 (SMs 6–7)" or "SM 124".
    QString stopName(const Stop& stop) const;
    /// Where it lies and whose it is, as one line.
    QString stopDescription(const Stop& stop) const;
    /// The same of one SM: "SM 12, TPC 3 of GPC 1, partition A".
    QString smDescription(const Sm& sm) const;
    /// "A", "left over", "where it runs is not known until applied".
    QString ownerText(int segment) const;
};

} // namespace parterre::ui
