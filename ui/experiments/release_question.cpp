// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/release_question.h"

#include "ui/engine/session.h"
#include "ui/shell/text.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace parterre::ui {
namespace {

constexpr qsizetype mostShown = 6;

QString tr(const char* text, int count = -1) {
    return QCoreApplication::translate("ReleaseQuestion", text, nullptr, count);
}

QString namesOf(const Applied& applied) {
    QStringList names;
    for (const PartitionReport& report : applied.partitions)
        names << toQt(report.name);
    if (names.size() > mostShown)
        names = names.mid(0, mostShown) << QStringLiteral("…");
    return names.join(QStringLiteral(", "));
}

} // namespace

QString whatIsApplied(const Session& session) {
    const Applied* applied = session.applied();
    if (!applied)
        return {};
    return tr("An experiment needs the GPU to itself. %n partition(s) applied there: ",
              static_cast<int>(applied->partitions.size())) +
           namesOf(*applied);
}

ReleaseQuestion ReleaseQuestion::about(const Session& session) {
    const Applied* applied = session.applied();
    if (!applied)
        return {};
    QStringList sentences;
    if (!applied->running.empty())
        sentences << tr(
            "%n workload(s) still running will be stopped.",
            static_cast<int>(applied->running.size()));
    const QStringList pending = session.pendingChanges();
    if (!pending.isEmpty())
        sentences << tr(
            "What is applied differs from the plan in %n change(s), and can't be "
            "reverted to any more.",
            static_cast<int>(pending.size()));
    return {sentences.join(QLatin1Char(' ')), pending.mid(0, mostShown).join(QLatin1Char('\n'))};
}

bool askToRelease(QWidget* parent, const QString& question, const QString& details) {
    QMessageBox box(QMessageBox::Question, tr("Release the partitions?"), question, {}, parent);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(details);
    QPushButton* release = box.addButton(tr("Release"), QMessageBox::DestructiveRole);
    QPushButton* stay = box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(stay);
    box.setEscapeButton(stay);
    box.exec();
    return box.clickedButton() == release;
}

} // namespace parterre::ui
