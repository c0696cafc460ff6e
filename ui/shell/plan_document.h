// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"

#include <QObject>

#include <functional>

namespace parterre::ui {

class PlanFitting;
class Session;

/// The plan that is edited, as a file: which one it came from, opening and saving.
class PlanDocument : public QObject {
    Q_OBJECT
public:
    /// `window` owns it, and is what file dialogs stand over. `session` must outlive it.
    PlanDocument(Session& session, QWidget* window);

    /// Empty for a plan that was never saved, or is not what its file holds but fitted to another
    /// GPU: that file is to stay as it is.
    const QString& path() const { return m_path; }

    /// Asked before another plan takes the place of one with edits that are not saved; without it,
    /// these are given up. False: the plan stays.
    void setMayReplace(std::function<bool()> mayReplace) { m_mayReplace = std::move(mayReplace); }

    /// False, with failed() and nothing else changed, when the file is no plan.
    bool open(const QString& path);
    /// A plan that was read from there already. `mayMove`: to another GPU, where its own is not
    /// here.
    void adopt(const PartitionPlan& plan, const QString& path, bool mayMove = true);
    /// A plan that was not saved when the window that edited it ended: one edit, not saved yet.
    void recover(const PartitionPlan& plan, const QString& path);
    bool saveTo(const QString& path);
    void openAs();
    /// To where it came from; asks where if it came from nowhere.
    void save();
    void saveAs();

    /// The plan as it is saved: with the GPU that it is made for.
    PartitionPlan toSave() const;

signals:
    void pathChanged();
    void saved();
    void failed(const QString& sentence, const QString& details);
    /// The plan was made for another GPU and is shown fitted to one that is here.
    void fitted(const QString& sentence, const QString& details);

private:
    void setPath(const QString& path);
    void tellFitted(const QString& device, const QStringList& changes);

    Session& m_session;
    QWidget* m_window;
    PlanFitting* m_fitting;
    QString m_path;
    QString m_lastPath; ///< where file dialogs begin
    std::function<bool()> m_mayReplace;
};

} // namespace parterre::ui
