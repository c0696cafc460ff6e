// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace parterre::ui {

class PlanEditor;

/// The plan that is edited, as a file: which one it came from, opening and saving.
class PlanDocument : public QObject {
    Q_OBJECT
public:
    /// `window` owns it, and is what file dialogs stand over. `editor` must outlive it.
    PlanDocument(PlanEditor& editor, QWidget* window);

    /// Empty for a plan that was never saved.
    const QString& path() const { return m_path; }

    /// False, with failed() and nothing else changed, when the file is no plan.
    bool open(const QString& path);
    bool saveTo(const QString& path);
    void openAs();
    /// To where it came from; asks where if it came from nowhere.
    void save();
    void saveAs();

signals:
    void pathChanged();
    void saved();
    void failed(const QString& sentence, const QString& details);

private:
    void setPath(const QString& path);

    PlanEditor& m_editor;
    QWidget* m_window;
    QString m_path;
};

} // namespace parterre::ui
