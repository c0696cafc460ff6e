// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plan_document.h"

#include "ui/engine/session.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/file_suffix.h"
#include "ui/shell/plan_file.h"
#include "ui/shell/plan_fitting.h"
#include "ui/shell/recent_files.h"
#include "ui/shell/text.h"

#include <QFileDialog>

namespace parterre::ui {

PlanDocument::PlanDocument(Session& session, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_window(window)
    , m_fitting(new PlanFitting(session, this)) {
    connect(
        m_fitting, &PlanFitting::fitted, this,
        [this](const DeviceDescription& device, const QStringList& changes) {
            tellFitted(
                tr("%1 (%2, %3 SMs)").arg(toQt(device.name), toQt(device.id)).arg(device.smCount),
                changes);
        });
}

void PlanDocument::setPath(const QString& path) {
    m_path = path;
    if (!path.isEmpty())
        m_lastPath = path;
    emit pathChanged();
}

bool PlanDocument::open(const QString& path) {
    PartitionPlan plan;
    try {
        plan = plan_file::read(path);
    } catch (const InputError& error) {
        emit failed(
            tr("%1 could not be opened.").arg(QFileInfo(path).fileName()), toQt(error.what()));
        return false;
    }
    if (m_mayReplace && !m_mayReplace())
        return false;
    recent_files::remember(path);
    adopt(plan, path);
    return true;
}

void PlanDocument::adopt(const PartitionPlan& plan, const QString& path, bool mayMove) {
    const std::string shown = m_session.editor().plan().device;
    m_session.editor().load(plan);
    setPath(path);
    m_fitting->begin(mayMove ? std::optional(shown) : std::nullopt);
}

void PlanDocument::recover(const PartitionPlan& plan, const QString& path) {
    const std::string shown = m_session.editor().plan().device;
    m_session.editor().replace(tr("Recover the plan"), plan);
    setPath(path);
    m_fitting->begin(shown);
}

void PlanDocument::tellFitted(const QString& device, const QStringList& changes) {
    const QString file = QFileInfo(m_lastPath).fileName();
    const PartitionPlan& plan = m_session.editor().plan();
    const QString origin =
        plan.madeFor ? tr("%1 with %2 SMs").arg(toQt(plan.madeFor->name)).arg(plan.madeFor->smCount)
                     : tr("another GPU");
    setPath({});
    emit fitted(
        tr("%1 was made for %2. Here it is fitted to %3; the file stays as it is.")
            .arg(file.isEmpty() ? tr("The plan") : file, origin, device),
        changes.join(QLatin1Char('\n')));
}

PartitionPlan PlanDocument::toSave() const {
    PartitionPlan plan = m_session.editor().plan();
    if (const DeviceDescription* device = m_session.device())
        if (device->smCount > 0)
            plan.madeFor = PlanOrigin{device->name, device->smCount};
    return plan;
}

bool PlanDocument::saveTo(const QString& path) {
    const QString problem = plan_file::write(path, toSave());
    if (!problem.isEmpty()) {
        emit failed(tr("%1 could not be saved.").arg(QFileInfo(path).fileName()), problem);
        return false;
    }
    m_session.editor().undoStack().setClean();
    recent_files::remember(path);
    setPath(path);
    emit saved();
    return true;
}

void PlanDocument::openAs() {
    const QString path = QFileDialog::getOpenFileName(
        m_window, tr("Open a plan"), QFileInfo(m_lastPath).path(),
        tr("Plans (*.json);;All files (*)"));
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
        QFileDialog::getSaveFileName(
            m_window, tr("Save the plan"), m_lastPath, tr("Plans (*.json)")),
        QStringLiteral(".json"));
    if (!path.isEmpty())
        saveTo(path);
}

} // namespace parterre::ui
