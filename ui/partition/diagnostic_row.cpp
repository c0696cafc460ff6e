// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/diagnostic_row.h"

#include "ui/shell/glyph.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/shell/wrapped_label.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace parterre::ui {
namespace {

Glyph shapeOf(Severity severity) {
    switch (severity) {
    case Severity::error:
        return Glyph::error;
    case Severity::warning:
        return Glyph::warning;
    case Severity::info:
        break;
    }
    return Glyph::info;
}

QLabel* selectable(const QString& text) {
    QLabel* label = wrappedLabel(text);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

DiagnosticRow::DiagnosticRow(
    const Diagnostic& diagnostic, const std::optional<Fix>& other, QWidget* parent)
    : Card(parent) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(theme::grid * 3 / 2, theme::grid, theme::grid * 3 / 2, theme::grid);
    grid->setHorizontalSpacing(theme::grid);
    grid->setVerticalSpacing(theme::grid / 2);
    grid->setColumnStretch(1, 1);
    auto* icon = new QLabel;
    icon->setPixmap(glyph(shapeOf(diagnostic.severity)).pixmap(QSize(16, 16), devicePixelRatioF()));
    icon->setAccessibleName(toQt(severityWord(diagnostic.severity)));
    grid->addWidget(icon, 0, 0, Qt::AlignTop);
    grid->addWidget(selectable(toQt(diagnostic.message)), 0, 1);
    int line = 1;
    QString more = toQt(diagnostic.why);
    if (!diagnostic.hint.empty())
        more += (more.isEmpty() ? QString() : QStringLiteral(" ")) + toQt(diagnostic.hint);
    if (!more.isEmpty()) {
        QLabel* label = selectable(more);
        label->setFont(theme::captionFont(font()));
        label->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(label, line++, 1);
    }
    if (diagnostic.fix)
        grid->addWidget(
            m_button = makeButton(*diagnostic.fix, diagnostic), line++, 1, Qt::AlignLeft);
    if (other)
        grid->addWidget(m_other = makeButton(*other, diagnostic), line, 1, Qt::AlignLeft);
    setAccessibleName(toQt(diagnostic.message));
}

QPushButton* DiagnosticRow::makeButton(const Fix& fix, const Diagnostic& about) {
    auto* button = new QPushButton(toQt(fix.title));
    button->setAutoDefault(false);
    connect(
        button, &QPushButton::clicked, this,
        [this, fix, group = toQt(about.group), split = toQt(about.split)] {
            emit fixWanted(fix, group, split);
        });
    return button;
}

} // namespace parterre::ui
