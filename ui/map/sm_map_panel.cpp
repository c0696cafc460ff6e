// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/sm_map_panel.h"

#include "ui/engine/session.h"
#include "ui/map/map_legend.h"
#include "ui/map/sm_map.h"
#include "ui/map/unit_painting.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/id_ranges.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QAccessible>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace parterre::ui {
namespace {

constexpr int mostNameLetters = 10;
constexpr int leastNoteLetters = 12;

std::vector<int> idsOf(const std::vector<int>& chosen, const SplitUnits& units) {
    std::vector<int> ids;
    for (const int unit : chosen) {
        const std::vector<int>& some = (*units.smIds)[static_cast<std::size_t>(unit)];
        ids.insert(ids.end(), some.begin(), some.end());
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

} // namespace

SmMapPanel::SmMapPanel(Session& session, QWidget* parent)
    : Card(parent)
    , m_session(session)
    , m_map(new SmMap)
    , m_brush(new QLabel)
    , m_units(new QComboBox)
    , m_legend(new MapLegend)
    , m_note(new ElidedLabel({}, Qt::ElideRight, leastNoteLetters))
    , m_probe(new QPushButton) {
    m_brush->setTextFormat(Qt::PlainText);
    m_units->setAccessibleName(tr("Units to paint"));
    m_units->setToolTip(
        tr("What one stroke gives or takes: whole units, as the driver splits the GPU."));
    m_note->setTextFormat(Qt::PlainText);
    m_note->hide();
    auto* row = new QHBoxLayout;
    row->setSpacing(theme::grid);
    row->addWidget(m_brush);
    row->addWidget(m_units);
    row->addWidget(m_probe);
    row->addWidget(m_legend, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    column->setSpacing(theme::grid / 2);
    column->addLayout(row);
    column->addWidget(m_map, 1);
    m_probe->setToolTip(tr(
        "Runs small kernels in every unit of the GPU, for a few seconds. Partitions can be painted "
        "once it is known which SMs a unit has."));
    m_probe->hide();
    column->addWidget(m_note);

    PlanEditor& editor = m_session.editor();
    connect(m_map, &SmMap::strokeBegan, this, [this, &editor] {
        m_said.clear();
        editor.beginGesture();
    });
    connect(m_map, &SmMap::unitGiven, this, &SmMapPanel::give);
    connect(m_map, &SmMap::strokeEnded, this, &SmMapPanel::endStroke);
    connect(m_map, &SmMap::strokeCancelled, this, [this, &editor] {
        editor.cancelGesture();
        m_strokeText.clear();
        say({});
    });
    connect(m_map, &SmMap::segmentWanted, this, &SmMapPanel::segmentWanted);
    connect(m_map, &SmMap::paintingRefused, this, [this] {
        const QString why = whyNotPaint();
        const SplitUnits* painted = units();
        say(why.isEmpty() && painted
                ? tr("This SM is in no unit of %1 SMs. Paint smaller units to use it.")
                      .arg(painted->smCount())
                : why);
    });
    connect(m_units, &QComboBox::activated, this, [this](int index) {
        chooseUnits(m_units->itemData(index).toBool());
    });
    connect(&m_session, &Session::deviceChanged, this, [this] {
        m_said.clear();
        showUnitChoice();
        setContent(m_planned);
    });
    connect(m_probe, &QPushButton::clicked, &m_session, &Session::probe);
    connect(&m_session, &Session::probingChanged, this, &SmMapPanel::showProbe);
    showUnitChoice();
    showProbe();
}

const SplitUnits* SmMapPanel::unitsOf(bool smallest) const {
    const DeviceDescription* device = m_session.device();
    if (!device || device->units.empty())
        return nullptr;
    // Where co-scheduled units are the smallest, there is one kind only.
    const auto found =
        std::find_if(device->units.begin(), device->units.end(), [&](const SplitUnits& one) {
            return one.ignoreCoscheduling == smallest;
        });
    return found == device->units.end() ? &device->units.front() : &*found;
}

const SplitUnits* SmMapPanel::units() const {
    return unitsOf(m_smallest);
}

BarContent SmMapPanel::withPaintedIds(BarContent content) const {
    const PartitionPlan& plan = m_session.editor().plan();
    const SplitUnits* painted = unitsOf(plan.ignoreCoscheduling);
    const DeviceDescription* device = m_session.device();
    if (!painted || !painted->smIds || !unit_painting::isPainted(plan, *painted))
        return content;
    std::set<int> free;
    for (const auto& gpc : device->gpcs)
        for (const auto& tpc : gpc)
            free.insert(tpc.begin(), tpc.end());
    for (std::size_t i = 0; i < plan.groups.size(); ++i) {
        content.segments[i].smIds = idsOf(plan.groups[i].units, *painted);
        for (const int id : *content.segments[i].smIds)
            free.erase(id);
    }
    if (BarSegment& last = content.segments.back(); last.isRemainder && !device->gpcs.empty())
        last.smIds = std::vector<int>(free.begin(), free.end());
    return content;
}

QString SmMapPanel::whyNotPaint() const {
    const DeviceDescription* device = m_session.device();
    if (!device)
        return tr("There is no GPU to paint on.");
    const SplitUnits* painted = units();
    if (!painted)
        return tr("This driver does not split the GPU into units.");
    if (!painted->smIds)
        return tr("Which SMs a unit has is not known yet: let Parterre find the SMs first.");
    if (m_session.editor().groupCount() == 0)
        return tr("There is no partition to paint: add one first.");
    return {};
}

void SmMapPanel::setContent(const BarContent& planned) {
    const PartitionPlan& plan = m_session.editor().plan();
    if (plan.ignoreCoscheduling != m_plansSmallest) {
        m_plansSmallest = plan.ignoreCoscheduling;
        m_smallest = m_plansSmallest;
    }
    showUnitChoice();
    m_planned = planned;
    if (const DeviceDescription* device = m_session.device()) {
        const Applied* applied =
            m_session.pendingChanges().isEmpty() ? m_session.applied() : nullptr;
        m_map->setContent(SmMapContent::make(
            *device, withPaintedIds(planned), units(), applied ? &applied->partitions : nullptr));
    } else {
        m_map->setContent({});
    }
    m_map->setWhyNotPaint(whyNotPaint());
    m_legend->setContent(m_map->content());
    showCurrent();
    showNote();
    showProbe();
}

void SmMapPanel::setCurrent(const GroupPath& row) {
    m_map->setCurrent(row.top());
    showCurrent();
}

void SmMapPanel::showCurrent() {
    const int segment = m_map->current();
    const SmMapContent& content = m_map->content();
    const bool isGroup = segment >= 0 && segment < content.groupCount;
    QString name = isGroup ? content.segments[static_cast<std::size_t>(segment)].name : QString();
    m_brush->setToolTip(
        isGroup ? tr("Drag over units to give them to %1. Choose another partition in the bar, in "
                     "the table, or with Ctrl and the arrow keys.")
                      .arg(name.toHtmlEscaped())
                : tr("No partition is chosen: dragging takes units away."));
    if (name.size() > mostNameLetters)
        name = name.left(mostNameLetters - 1) + QChar(0x2026);
    m_brush->setText(isGroup ? tr("Paint %1").arg(name) : tr("Take away"));
}

void SmMapPanel::showUnitChoice() {
    const DeviceDescription* device = m_session.device();
    QList<std::pair<QString, bool>> items;
    if (device)
        for (const SplitUnits& one : device->units)
            items << std::pair(tr("%n-SM units", nullptr, one.smCount()), one.ignoreCoscheduling);
    const bool isShown =
        m_units->count() == items.size() &&
        std::equal(
            items.begin(), items.end(),
            [&] {
                std::vector<std::pair<QString, bool>> now;
                for (int i = 0; i < m_units->count(); ++i)
                    now.emplace_back(m_units->itemText(i), m_units->itemData(i).toBool());
                return now;
            }()
                .begin());
    if (!isShown) {
        m_units->clear();
        for (const auto& [text, smallest] : std::as_const(items)) {
            m_units->addItem(text, smallest);
            m_units->setItemData(
                m_units->count() - 1,
                smallest ? tr("The smallest there are: every SM can be painted, but thread-block "
                              "clusters span one unit at most.")
                         : tr("Co-scheduled: thread-block clusters of the usual size fit into "
                              "each. A few SMs may be in none of them."),
                Qt::ToolTipRole);
        }
    }
    m_units->setCurrentIndex(std::max(m_units->findData(m_smallest), 0));
}

std::optional<PartitionPlan> SmMapPanel::preparedPlan(const SplitUnits& units) {
    const PartitionPlan& plan = m_session.editor().plan();
    if (unit_painting::isPainted(plan, units))
        return plan;
    const BarContent now = withPaintedIds(m_planned);
    std::vector<std::vector<int>> smIds;
    std::vector<int> smCounts;
    for (std::size_t i = 0; i < plan.groups.size(); ++i) {
        smIds.push_back(now.segments[i].smIds.value_or(std::vector<int>()));
        smCounts.push_back(now.segments[i].shown());
    }
    auto prepared = unit_painting::prepared(plan, units, smIds, smCounts);
    if (!prepared) {
        say(tr("There are %1 units of %2 SMs for %3 partitions. Paint smaller units, or remove "
               "partitions.")
                .arg(units.smCounts.size())
                .arg(units.smCount())
                .arg(plan.groups.size()));
        return {};
    }
    QStringList changes;
    for (std::size_t i = 0; i < plan.groups.size(); ++i)
        if (const int count = prepared->groups[i].smCount; count != smCounts[i])
            changes
                << tr("%1: %2 → %3 SMs").arg(toQt(plan.groups[i].name)).arg(smCounts[i]).arg(count);
    if (!changes.isEmpty())
        say(tr("In whole units of %1 SMs: %2.")
                .arg(units.smCount())
                .arg(changes.join(QStringLiteral(", "))));
    return prepared;
}

void SmMapPanel::chooseUnits(bool smallest) {
    m_said.clear();
    const SplitUnits* before = units();
    m_smallest = smallest;
    const SplitUnits* after = units();
    PlanEditor& editor = m_session.editor();
    if (before && after && before != after && unit_painting::isPainted(editor.plan(), *before) &&
        after->smIds) {
        if (const auto plan = preparedPlan(*after))
            editor.replace(tr("Paint units of %1 SMs").arg(after->smCount()), *plan);
        else
            m_smallest = !smallest;
    }
    setContent(m_planned);
}

void SmMapPanel::give(int unit, int segment) {
    const SplitUnits* painted = units();
    if (!painted)
        return;
    const auto plan = preparedPlan(*painted);
    if (!plan)
        return;
    const auto outcome = unit_painting::given(*plan, *painted, unit, segment);
    if (!outcome.refusal.isEmpty()) {
        say(outcome.refusal);
        return;
    }
    m_strokeText =
        segment < 0
            ? tr("Take units away")
            : tr("Paint %1").arg(toQt(plan->groups[static_cast<std::size_t>(segment)].name));
    m_session.editor().replace(m_strokeText, outcome.plan);
}

void SmMapPanel::endStroke() {
    m_session.editor().endGesture(std::exchange(m_strokeText, {}));
    showNote();
}

QString SmMapPanel::note() const {
    return m_note->isHidden() ? QString() : m_note->text();
}

void SmMapPanel::say(const QString& sentence) {
    m_said = sentence;
    showNote();
    if (!sentence.isEmpty() && QAccessible::isActive()) {
        QAccessibleEvent event(m_note, QAccessible::Alert);
        QAccessible::updateAccessibility(&event);
    }
}

void SmMapPanel::showNote() {
    const SmMapContent& content = m_map->content();
    const std::vector<int> differing = content.differing();
    QString sentence = m_said;
    if (!differing.empty())
        sentence = tr("%n SM(s) run(s) elsewhere than planned: %1.", nullptr,
                      static_cast<int>(differing.size()))
                       .arg(idRanges(differing));
    else if (
        sentence.isEmpty() && m_session.device() && !content.placementKnown &&
        !content.segments.empty())
        sentence = tr("Which SMs each partition gets is not known until applied.");
    QPalette colours = palette();
    if (!differing.empty())
        colours.setColor(QPalette::WindowText, theme::bad(colours));
    m_note->setPalette(colours);
    m_note->setFont(differing.empty() ? theme::captionFont(font()) : theme::headingFont(font()));
    m_note->setWords(sentence);
    if (m_note->isHidden() != sentence.isEmpty()) {
        m_note->setVisible(!sentence.isEmpty());
        emit heightChanged();
    }
}

void SmMapPanel::showProbe() {
    const SplitUnits* painted = units();
    const bool isUnknown = painted && !painted->smIds;
    m_probe->setText(m_session.isProbing() ? tr("Finding the SMs…") : tr("&Find the SMs"));
    m_probe->setEnabled(!m_session.isProbing());
    // Where nothing can be painted yet, looking for the SMs takes the place of the brush.
    m_probe->setVisible(isUnknown);
    m_brush->setVisible(!isUnknown);
    m_units->setVisible(!isUnknown && m_units->count() > 0);
}

int SmMapPanel::preferredHeight(int width) const {
    const QMargins margins = layout()->contentsMargins();
    const int others = layout()->minimumSize().height() - m_map->minimumSizeHint().height();
    return others + m_map->preferredHeight(width - margins.left() - margins.right());
}

} // namespace parterre::ui
