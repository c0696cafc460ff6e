// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/split_units.h"
#include "ui/partition/bar_content.h"
#include "ui/shell/card.h"

#include <optional>

class QComboBox;
class QLabel;
class QPushButton;

namespace parterre::ui {

class ElidedLabel;
class MapLegend;
class Session;
class SmMap;

/// The SM map with what belongs to it: which partition is painted, in which units, the legend, and
/// a sentence where there is something to say. Turns strokes into edits of the plan.
class SmMapPanel : public Card {
    Q_OBJECT
public:
    explicit SmMapPanel(Session& session, QWidget* parent = nullptr);

    SmMap& map() const { return *m_map; }
    QComboBox& unitChoice() const { return *m_units; }
    MapLegend& legend() const { return *m_legend; }
    /// There where nobody has looked yet which SMs the units have.
    QPushButton& probeButton() const { return *m_probe; }
    /// The sentence shown below the map; empty when there is none.
    QString note() const;

    /// `planned`: where the plan's groups would run, without what was observed.
    void setContent(const BarContent& planned);
    void setCurrent(const GroupPath& row);
    /// What it needs in that width, with a map that is comfortable to look at.
    int preferredHeight(int width) const;

signals:
    void segmentWanted(int segment); ///< as the one to paint
    void heightChanged();            ///< preferredHeight() is another one

private:
    const SplitUnits* units() const; ///< those that are painted; null where there are none
    const SplitUnits* unitsOf(bool smallest) const;
    /// Where painted groups are needs no preview: the units' SMs are known.
    BarContent withPaintedIds(BarContent content) const;
    QString whyNotPaint() const;
    void showUnitChoice();
    void chooseUnits(bool smallest);
    /// The plan on the units that are painted; empty, and a note says why, where that cannot be.
    std::optional<PartitionPlan> preparedPlan(const SplitUnits& units);
    void give(int unit, int segment);
    void endStroke();
    void showCurrent();
    void showNote();
    void showProbe();
    void say(const QString& sentence);

    Session& m_session;
    BarContent m_planned;
    bool m_smallest = false;
    bool m_plansSmallest = false; ///< as the plan had it last: a change of it is followed
    QString m_said;               ///< of the last gesture, until the next one
    QString m_strokeText;         ///< names the undo entry of the stroke under way
    SmMap* m_map;
    QLabel* m_brush;
    QComboBox* m_units;
    MapLegend* m_legend;
    ElidedLabel* m_note;
    QPushButton* m_probe;
};

} // namespace parterre::ui
