// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/goal_form.h"

#include "ui/experiments/note.h"
#include "ui/experiments/workload_fields.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace parterre::ui {
namespace {

using Kind = WorkloadGoal::Kind;

constexpr double all = 100;          ///< percent
constexpr double usualShare = 50;    ///< percent
constexpr double microseconds = 1e3; ///< in a millisecond
constexpr int decimals = 3;

QString wordsOf(Kind kind) {
    switch (kind) {
    case Kind::p50:
        return GoalForm::tr("p50, the median latency, below");
    case Kind::p99:
        return GoalForm::tr("p99 of the latencies below");
    case Kind::largest:
        return GoalForm::tr("the largest latency below");
    case Kind::rate:
        return GoalForm::tr("a rate of at least");
    case Kind::most:
        break;
    }
    return GoalForm::tr("as much as possible");
}

/// Shows no zeros that say nothing: "400", not "400.000".
class NumberBox : public QDoubleSpinBox {
public:
    QString textFromValue(double value) const override {
        return locale().toString(value, 'f', QLocale::FloatingPointShortest);
    }
};

} // namespace

GoalForm::GoalForm(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_workload(new WorkloadFields)
    , m_kind(new QComboBox)
    , m_value(new NumberBox)
    , m_unit(new QComboBox)
    , m_problem(new Note(Glyph::warning)) {
    setFocusProxy(m_workload);
    m_workload->choice().setAccessibleName(name);
    m_kind->setAccessibleName(tr("%1: goal").arg(name));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    QLocale plain = m_value->locale();
    plain.setNumberOptions(plain.numberOptions() | QLocale::OmitGroupSeparator);
    m_value->setLocale(plain);
    m_value->setAccessibleName(tr("%1: value of the goal").arg(name));
    m_value->setDecimals(decimals);
    m_value->setRange(0, WorkloadGoal::mostMicroseconds); // problem() says what is too much
    m_value->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    m_unit->setAccessibleName(tr("%1: unit of the goal").arg(name));
    m_unit->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* caption = new QLabel(name);
    caption->setFont(theme::captionFont(font()));
    auto* number = new QHBoxLayout;
    number->setSpacing(theme::grid);
    number->addWidget(m_value, 1);
    number->addWidget(m_unit, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme::grid / 2);
    column->addWidget(caption);
    column->addWidget(m_workload);
    column->addWidget(m_kind);
    column->addLayout(number);
    column->addWidget(m_problem);

    connect(m_workload, &WorkloadFields::changed, this, [this] {
        offerKinds();
        tellChange();
    });
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        offerUnits();
        tellChange();
    });
    connect(m_unit, &QComboBox::currentIndexChanged, this, &GoalForm::tellChange);
    connect(m_value, &QDoubleSpinBox::valueChanged, this, &GoalForm::tellChange);
    offerKinds();
}

void GoalForm::setCatalogue(const std::vector<WorkloadInfo>& catalogue) {
    m_catalogue = catalogue;
    m_workload->setCatalogue(catalogue);
}

const WorkloadInfo* GoalForm::info() const {
    for (const WorkloadInfo& info : m_catalogue)
        if (info.name == m_workload->workload())
            return &info;
    return nullptr;
}

WorkloadGoal::Kind GoalForm::chosenKind() const {
    return static_cast<Kind>(m_kind->currentData().toInt());
}

/// What was chosen stays if the kernel has that, too.
void GoalForm::offerKinds() {
    const WorkloadInfo* workload = info();
    const bool hasLatencies = workload != nullptr && !workload->isAdditive;
    const QVariant before = m_kind->currentData();
    {
        const QSignalBlocker blocker(m_kind);
        m_kind->clear();
        for (const auto& [word, kind] : goalWords())
            if (isOfLatency(kind) == hasLatencies)
                m_kind->addItem(wordsOf(kind), static_cast<int>(kind));
        const int usual = m_kind->findData(static_cast<int>(hasLatencies ? Kind::p99 : Kind::most));
        const int again = m_kind->findData(before);
        m_kind->setCurrentIndex(again >= 0 ? again : usual);
    }
    offerUnits();
}

/// As offerKinds().
void GoalForm::offerUnits() {
    const QVariant before = m_unit->currentData();
    const WorkloadInfo* workload = info();
    {
        const QSignalBlocker blocker(m_unit);
        m_unit->clear();
        if (isOfLatency(chosenKind())) {
            m_unit->addItem(tr("µs"), QStringLiteral("µs"));
            m_unit->addItem(tr("ms"), QStringLiteral("ms"));
        } else {
            m_unit->addItem(tr("% of alone"), QStringLiteral("%"));
            if (workload != nullptr)
                m_unit->addItem(toQt(workload->unit), toQt(workload->unit));
        }
        const int again = m_unit->findData(before);
        m_unit->setCurrentIndex(std::max(0, again));
        if (again < 0 && !isOfLatency(chosenKind())) { // microseconds say nothing of a rate
            const QSignalBlocker valueBlocker(m_value);
            m_value->setValue(usualShare);
        }
    }
    const bool hasValue = chosenKind() != Kind::most;
    m_value->setVisible(hasValue);
    m_unit->setVisible(hasValue);
}

void GoalForm::tellChange() {
    m_problem->setText(problem());
    m_value->setAccessibleDescription(problem());
    emit changed();
}

void GoalForm::setGoal(const WorkloadGoal& goal) {
    m_workload->choose(goal.workload, goal.workloadParameters);
    m_kind->setCurrentIndex(m_kind->findData(static_cast<int>(goal.kind)));
    // Of a goal without one: what is shown as soon as another one is chosen.
    m_unit->setCurrentIndex(std::max(0, m_unit->findData(toQt(goal.unit))));
    m_value->setValue(goal.kind == Kind::most ? usualShare : goal.value);
}

WorkloadGoal GoalForm::goal() const {
    WorkloadGoal goal;
    goal.workload = m_workload->workload();
    goal.workloadParameters = m_workload->parameters();
    goal.kind = chosenKind();
    if (goal.kind == Kind::most)
        return goal;
    goal.value = m_value->value();
    goal.unit = fromQt(m_unit->currentData().toString());
    return goal;
}

QString GoalForm::problem() const {
    const WorkloadGoal written = goal();
    if (written.kind == Kind::most)
        return {};
    if (written.value <= 0)
        return tr("The goal's value has to be more than 0.");
    if (written.isShare() && written.value > all)
        return tr("%1 %: what a kernel reaches alone is 100 %, more there is not.")
            .arg(m_value->text());
    if (written.unit == "ms" && written.value > WorkloadGoal::mostMicroseconds / microseconds)
        return tr("%1 ms: at most %2 ms, please.")
            .arg(m_value->text())
            .arg(WorkloadGoal::mostMicroseconds / microseconds, 0, 'f', 0);
    return {};
}

void GoalForm::focusField(const QString& name) {
    if (name == QLatin1String("goal"))
        m_kind->setFocus();
    else if (name == QLatin1String("value"))
        m_value->setFocus();
    else if (name == QLatin1String("unit"))
        m_unit->setFocus();
    else
        m_workload->focusField(name);
}

QString GoalForm::note() const {
    return m_problem->text();
}

} // namespace parterre::ui
