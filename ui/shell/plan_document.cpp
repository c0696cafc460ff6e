// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plan_document.h"

#include "ui/partition/plan_editor.h"
#include "ui/shell/file_suffix.h"
#include "ui/shell/plan_file.h"
#include "ui/shell/text.h"

#include <QFileDialog>

namespace parterre::ui {

PlanDocument::PlanDocument(PlanEditor& editor, QWidget* window)
    : QObject(window)
    , m_editor(editor)
    , m_window(window) {}

void PlanDocument::setPath(const QString& path) {
    m_path = path;
    emit pathChanged();
}

bool PlanDocument::open(const QString& path) {
    try {
        m_editor.load(plan_file::read(path));
    } catch (const InputError& error) {
        emit failed(
            tr("%1 could not be opened.").arg(QFileInfo(path).fileName()), toQt(error.what()));
        return false;
    }
    setPath(path);
    return true;
}

bool PlanDocument::saveTo(const QString& path) {
    const QString problem = plan_file::write(path, m_editor.plan());
    if (!problem.isEmpty()) {
        emit failed(tr("%1 could not be saved.").arg(QFileInfo(path).fileName()), problem);
        return false;
    }
    m_editor.undoStack().setClean();
    setPath(path);
    emit saved();
    return true;
}

void PlanDocument::openAs() {
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Open a plan"), QFileInfo(m_path).path(), tr("Plans (*.json);;All files (*)"));
    if (!path.isEmpty())
        open(path);
}

void PlanDocument::save() {
    if (m_path.isEmpty())
        saveAs();
    else
        saveTo(m_path);
}

void PlanDocument::saveAs() {
    const QString path = withSuffix(
        QFileDialog::getSaveFileName(m_window, tr("Save the plan"), m_path, tr("Plans (*.json)")),
        QStringLiteral(".json"));
    if (!path.isEmpty())
        saveTo(path);
}

} // namespace parterre::ui
