// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/workload_fields.h"

#include "ui/experiments/usual_box.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/plain_text.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QComboBox>
#include <QGridLayout>

#include <utility>

namespace parterre::ui {
namespace {

constexpr int leastName = 8; ///< letters that stay visible

/// "working_set_mib" in words.
QString nameOf(const WorkloadParameterInfo& parameter) {
    QString name = toQt(parameter.name).replace(QLatin1Char('_'), QLatin1Char(' '));
    if (name.endsWith(QLatin1String(" sm")))
        return name.chopped(2) + QStringLiteral("SM");
    return name.endsWith(QLatin1String(" mib")) ? name.chopped(4) : name;
}

QString tipOf(const WorkloadParameterInfo& parameter) {
    return plainToolTip(
        WorkloadFields::tr("%1 (%2 to %3%4)")
            .arg(toQt(parameter.description))
            .arg(parameter.least)
            .arg(parameter.most)
            .arg(parameter.unit.empty() ? QString() : QLatin1Char(' ') + toQt(parameter.unit)));
}

} // namespace

WorkloadFields::WorkloadFields(QWidget* parent)
    : QWidget(parent)
    , m_choice(new QComboBox)
    , m_grid(new QGridLayout) {
    m_choice->setAccessibleName(tr("Kernel"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setFocusProxy(m_choice);
    m_grid->setContentsMargins(2 * theme::grid, 0, 0, 0);
    m_grid->setSpacing(theme::grid / 2);
    m_grid->setColumnStretch(0, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme::grid / 2);
    column->addWidget(m_choice);
    column->addLayout(m_grid);
    connect(m_choice, &QComboBox::currentIndexChanged, this, [this] {
        makeBoxes({}); // the others were another workload's
        emit changed();
    });
}

void WorkloadFields::setCatalogue(std::vector<WorkloadInfo> catalogue) {
    if (catalogue == m_catalogue)
        return;
    const std::string before = workload();
    const WorkloadParameters given = parameters();
    {
        const QSignalBlocker blocker(m_choice);
        m_catalogue = std::move(catalogue);
        m_choice->clear();
        for (const WorkloadInfo& info : m_catalogue) {
            m_choice->addItem(
                QStringLiteral("%1 – %2").arg(toQt(info.name), toQt(info.title)), toQt(info.name));
            m_choice->setItemData(
                m_choice->count() - 1, plainToolTip(toQt(info.description)), Qt::ToolTipRole);
        }
    }
    choose(before, given);
}

const WorkloadInfo* WorkloadFields::chosen() const {
    for (const WorkloadInfo& info : m_catalogue)
        if (info.name == workload())
            return &info;
    return nullptr;
}

void WorkloadFields::choose(const std::string& workload, const WorkloadParameters& parameters) {
    {
        const QSignalBlocker blocker(m_choice);
        m_choice->setCurrentIndex(m_choice->findData(toQt(workload)));
    }
    makeBoxes(parameters);
    emit changed();
}

void WorkloadFields::makeBoxes(const WorkloadParameters& given) {
    m_boxes.clear();
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // we may be inside one of its signals
        delete item;
    }
    const WorkloadInfo* info = chosen();
    m_choice->setToolTip(info ? plainToolTip(toQt(info->description)) : QString());
    if (!info)
        return;
    QWidget* before = m_choice;
    for (const WorkloadParameterInfo& parameter : info->parameters) {
        const int row = static_cast<int>(m_boxes.size());
        auto* box = new UsualBox(parameter.least, parameter.most, parameter.step, parameter.usual);
        if (const auto found = given.find(parameter.name); found != given.end())
            box->setGiven(found->second);
        if (parameter.unit == "MiB")
            box->setSuffix(tr(" MiB"));
        auto* name = new ElidedLabel(nameOf(parameter), Qt::ElideRight, leastName);
        box->setAccessibleName(nameOf(parameter));
        box->setToolTip(tipOf(parameter));
        name->setToolTip(tipOf(parameter));
        connect(box, &QSpinBox::valueChanged, this, &WorkloadFields::changed);
        m_grid->addWidget(name, row, 0);
        m_grid->addWidget(box, row, 1);
        m_boxes.emplace_back(parameter.name, box);
        setTabOrder(before, box);
        before = box;
    }
}

std::string WorkloadFields::workload() const {
    return fromQt(m_choice->currentData().toString());
}

WorkloadParameters WorkloadFields::parameters() const {
    WorkloadParameters parameters;
    for (const auto& [name, box] : m_boxes)
        if (const auto value = box->given())
            parameters[name] = *value;
    return parameters;
}

void WorkloadFields::focusField(const QString& name) {
    const QString parameters = QStringLiteral("workload_parameters.");
    if (name == QLatin1String("workload"))
        m_choice->setFocus();
    else if (!name.startsWith(parameters))
        return;
    else if (UsualBox* found = box(fromQt(name.mid(parameters.size()))))
        found->setFocus();
}

UsualBox* WorkloadFields::box(const std::string& parameter) const {
    for (const auto& [name, box] : m_boxes)
        if (name == parameter)
            return box;
    return nullptr;
}

} // namespace parterre::ui
