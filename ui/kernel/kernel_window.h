// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/partition/group_path.h"
#include "ui/shell/close_question.h"

#include <QWidget>

#include <map>
#include <memory>

class QComboBox;
class QLabel;
class QListWidget;
class QListWidgetItem;
class QSpinBox;

namespace parterre::ui {

class CodeEditor;
class KernelCompiler;
class KernelDocument;
class Session;

/// The kernel editor, a window of its own: code wants height, and Ctrl+S is the plan's in the main
/// one. Each kernel keeps its text and its undo history while another one is shown.
class KernelWindow : public QWidget {
    Q_OBJECT
public:
    /// `session` must outlive the window.
    explicit KernelWindow(Session& session);
    ~KernelWindow() override;

    /// Shows a workload's kernel, now or once the engine told it, to be run in the partition of
    /// that group; neither need be given.
    void edit(const std::string& workload, const GroupPath& group);

    CodeEditor& editor() const { return *m_editor; }
    QListWidget& problems() const { return *m_problems; }
    QComboBox& kernelChoice() const { return *m_kernels; }
    QComboBox& partitionChoice() const { return *m_partitions; }
    QSpinBox& timeLimit() const { return *m_limit; }
    QAction* compileAction() const { return m_compile; }
    QAction* runAction() const { return m_run; }
    QAction* resetAction() const { return m_reset; }
    QAction* openAction() const { return m_open; }
    QAction* saveAction() const { return m_save; }
    /// What the line at the bottom says.
    QString state() const;
    /// The kernel that is shown; null until the engine told what there is.
    KernelDocument* document() const;

    void openFile(const QString& path);
    void saveFile(const QString& path);
    /// What to ask before all texts are given up; without a text when nothing would be lost.
    CloseQuestion aboutClosing() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void makeActions();
    void layOut();
    void takeOffer();
    void showDocument();
    void showPartitions();
    void showTitle();
    void showActions();
    void showProblems();
    void tell(const QString& sentence);
    void compile();
    void run();
    void openAs();
    void save();
    void goTo(const QListWidgetItem* item);
    int partition() const; ///< -1: none

    Session& m_session;
    KernelCompiler* m_compiler;
    CodeEditor* m_editor;
    QListWidget* m_problems;
    QComboBox* m_kernels;
    QComboBox* m_partitions;
    QSpinBox* m_limit;
    QLabel* m_whyNot;
    QLabel* m_state;
    QAction* m_compile;
    QAction* m_run;
    QAction* m_reset;
    QAction* m_open;
    QAction* m_save;
    std::map<std::string, std::unique_ptr<KernelDocument>> m_documents; ///< by workload
    std::string m_wanted; ///< workload to be shown once it is there
};

} // namespace parterre::ui
