// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/group_details.h"

#include "ui/partition/count_box.h"
#include "ui/partition/group_options.h"
#include "ui/partition/plan_table_model.h"
#include "ui/shell/elided_label.h"
#include "ui/shell/plain_text.h"
#include "ui/shell/theme.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace parterre::ui {
namespace {

constexpr int leastReason = 6; ///< letters of why something is disabled

} // namespace

GroupDetails::GroupDetails(PlanTableModel& model, QAbstractItemView& table, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_table(table)
    , m_heading(new QLabel)
    , m_whyNot(new ElidedLabel({}, Qt::ElideRight, leastReason))
    , m_reset(new QToolButton)
    , m_grid(new QGridLayout) {
    m_heading->setFont(theme::headingFont(font()));
    m_heading->setTextFormat(Qt::PlainText);
    m_reset->setText(tr("Reset"));
    m_reset->setAutoRaise(true);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(theme::grid * 3 / 2);
    m_grid->setVerticalSpacing(theme::grid / 2);
    auto* line = new QHBoxLayout;
    line->setSpacing(theme::grid);
    m_whyNot->setFont(theme::captionFont(font()));
    m_whyNot->setForegroundRole(QPalette::PlaceholderText);
    line->addWidget(m_heading);
    line->addWidget(m_whyNot, 1);
    line->addWidget(m_reset);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(line);
    column->addLayout(m_grid);
    for (int i = 0; i < static_cast<int>(groupOptions().size()); ++i)
        addField(PlanTableModel::optionColumn(i));
    arrange();

    connect(m_reset, &QToolButton::clicked, this, [this] {
        m_model.clearOptions(m_model.pathOf(m_table.currentIndex()));
    });
    connect(
        m_table.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &GroupDetails::showGroup);
    connect(
        &m_model, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex& first, const QModelIndex& last) {
            // Not for the throughput, several times a second.
            if (first.column() <= PlanTableModel::requestedColumn &&
                last.column() >= PlanTableModel::requestedColumn)
                showGroup();
        });
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &GroupDetails::showGroup);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &GroupDetails::showGroup);
    showGroup();
}

QWidget* GroupDetails::field(int column) const {
    return m_fields[static_cast<std::size_t>(m_model.optionOf(column))].editor;
}

QWidget* GroupDetails::makeEditor(int column) {
    const GroupOption& option = groupOptions()[static_cast<std::size_t>(m_model.optionOf(column))];
    switch (option.kind) {
    case GroupOption::Kind::count: {
        auto* box = new CountBox;
        connect(box, &CountBox::entered, this, [this, column](const QString& words) {
            write(column, words);
        });
        return box;
    }
    case GroupOption::Kind::check: {
        auto* box = new QCheckBox(tr("allowed"));
        connect(box, &QCheckBox::clicked, this, [this, column](bool on) { write(column, on); });
        return box;
    }
    case GroupOption::Kind::choice:
        break;
    }
    auto* box = new QComboBox;
    for (const GroupOption::Word& word : option.words)
        box->addItem(word.text, word.value);
    connect(box, &QComboBox::activated, this, [this, column, box] {
        write(column, box->currentData());
    });
    return box;
}

void GroupDetails::addField(int column) {
    const GroupOption& option = groupOptions()[static_cast<std::size_t>(m_model.optionOf(column))];
    auto* cell = new QWidget;
    auto* label = new QLabel(option.title);
    label->setFont(theme::captionFont(font()));
    label->setForegroundRole(QPalette::PlaceholderText);
    QWidget* editor = makeEditor(column);
    editor->setAccessibleName(option.field);
    label->setBuddy(editor);
    auto* lines = new QVBoxLayout(cell);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(2);
    lines->addWidget(label);
    lines->addWidget(editor);
    m_fields.push_back({cell, label, editor});
}

void GroupDetails::arrange() {
    int widest = 1;
    for (const Field& field : m_fields)
        widest = std::max(widest, field.cell->minimumSizeHint().width());
    const int count = static_cast<int>(m_fields.size());
    const int gap = m_grid->horizontalSpacing();
    const int fitting = std::clamp((width() + gap) / (widest + gap), 1, count);
    const int rows = (count + fitting - 1) / fitting;
    const int columns = (count + rows - 1) / rows; // rows of the same length look calmer
    if (columns == m_columns)
        return;
    m_columns = columns;
    for (int i = 0; i < count; ++i) {
        QWidget* cell = m_fields[static_cast<std::size_t>(i)].cell;
        m_grid->removeWidget(cell);
        m_grid->addWidget(cell, i / columns, i % columns);
    }
    for (int i = 0; i < count; ++i)
        m_grid->setColumnStretch(i, i < columns ? 1 : 0);
    emit heightChanged();
}

void GroupDetails::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void GroupDetails::showGroup() {
    const QModelIndex current = m_table.currentIndex();
    const GroupPath path = m_model.pathOf(current);
    const bool isGroup = m_model.content().isGroup(path);
    m_heading->setText(
        isGroup             ? tr("Options of %1").arg(m_model.content().at(path)->fullName)
        : current.isValid() ? tr("The remainder has no options")
                            : tr("Choose a partition to see its options"));
    m_reset->setEnabled(isGroup && m_model.hasOptions(path));
    m_reset->setToolTip(
        m_reset->isEnabled() ? tr("Ask for nothing special any more; the SM count stays")
                             : tr("Nothing special is asked for."));
    for (int i = 0; i < static_cast<int>(m_fields.size()); ++i)
        showField(PlanTableModel::optionColumn(i));
    showWhyNot();
}

void GroupDetails::showWhyNot() {
    QStringList reasons;
    for (int i = 0; i < static_cast<int>(m_fields.size()); ++i)
        reasons << m_model.whyNotOption(
            PlanTableModel::optionColumn(i), m_model.pathOf(m_table.currentIndex()));
    reasons.removeAll(QString());
    reasons.removeDuplicates();
    m_whyNot->setWords(reasons.join(QStringLiteral("; ")));
}

void GroupDetails::showField(int column) {
    const int which = m_model.optionOf(column);
    const GroupOption& option = groupOptions()[static_cast<std::size_t>(which)];
    const Field& field = m_fields[static_cast<std::size_t>(which)];
    const QModelIndex index = m_table.currentIndex().siblingAtColumn(column);
    const QVariant value = index.data(Qt::EditRole);
    if (auto* count = qobject_cast<CountBox*>(field.editor)) {
        if (count->isEdited() && count->value() == value.toInt())
            return; // somebody types
        count->setRange(option.most(m_model.content().total), option.zero);
        count->setStep(index.data(PlanTableModel::stepRole).toInt());
        count->setValue(value.toInt());
    } else if (auto* check = qobject_cast<QCheckBox*>(field.editor)) {
        check->setChecked(value.toBool());
    } else if (auto* choice = qobject_cast<QComboBox*>(field.editor)) {
        choice->setCurrentIndex(std::max(choice->findData(value), 0));
    }
    const QString whyNot = m_model.whyNotOption(column, m_model.pathOf(m_table.currentIndex()));
    const bool canEdit = index.isValid() && (index.flags() & Qt::ItemIsEditable);
    field.editor->setEnabled(canEdit);
    field.label->setEnabled(canEdit);
    field.editor->setToolTip(plainToolTip(whyNot.isEmpty() ? option.meaning : whyNot));
    field.cell->setToolTip(field.editor->toolTip()); // a disabled editor shows none in some styles
    field.editor->setAccessibleDescription(whyNot.isEmpty() ? option.meaning : whyNot);
}

void GroupDetails::write(int column, const QVariant& value) {
    if (!m_model.setData(m_table.currentIndex().siblingAtColumn(column), value))
        showField(column); // as it is
}

} // namespace parterre::ui
