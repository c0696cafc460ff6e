// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/partition_plan.h"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace parterre::ui {

class PlanDocument;
class PlanEditor;

/// Keeps edits that are not saved where a crash does not reach them. Each window writes a file of
/// its own and holds a lock beside it for as long as it lives; a file without a living owner was
/// left by a crash, and the next window that starts takes it over. Orderly ends remove the files.
class PlanRecovery : public QObject {
    Q_OBJECT
public:
    /// What a window that is no more left behind.
    struct Lost {
        QString file;                    ///< that keeps it
        PartitionPlan plan;              ///< as it was edited last
        QString path;                    ///< of the plan's own file; empty when it had none
        QDateTime time;                  ///< of the last edit kept
        std::shared_ptr<QLockFile> lock; ///< so that no other window offers the same

        /// "my plan.json, edited 3 Dec 12:03: A 64, B 32 SMs on sim:h200"
        QString summary() const;
    };

    /// Both must outlive it. `folder` is made when it is needed.
    PlanRecovery(PlanEditor& editor, PlanDocument& document, QString folder);
    /// An orderly end: what is unsaved was given up, and what was offered was seen.
    ~PlanRecovery() override;

    /// Where a program's own windows keep theirs.
    static QString usualFolder();

    /// What was lost and found when this started, the newest first. Others' windows don't see these
    /// any more.
    const std::vector<Lost>& lost() const { return m_lost; }
    /// Brings one back on screen, as an edit.
    void recover(std::size_t which);
    /// It is wanted no more.
    void giveUp(std::size_t which);

    /// Writes now what is not saved, rather than in a moment.
    void keep();

signals:
    void lostChanged();
    /// Edits are not kept, for that reason. Told once.
    void failed(const QString& sentence, const QString& details);

private:
    void take();
    void planChanged();
    QString ownFile() const;

    PlanEditor& m_editor;
    PlanDocument& m_document;
    QString m_folder;
    QString m_name;
    std::unique_ptr<QLockFile> m_lock; ///< from the first edit on
    QTimer m_timer;
    std::vector<Lost> m_lost;
    bool m_hasFailed = false;
};

} // namespace parterre::ui
