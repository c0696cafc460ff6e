// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/compile_diagnostic.h"

#include <QPlainTextEdit>
#include <QTextCursor>

#include <vector>

namespace parterre::ui {

/// Source code with line numbers, and what a compiler said beside the lines that it is about. Tab
/// indents; Shift+Tab leaves for the widget before.
class CodeEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit CodeEditor(QWidget* parent = nullptr);

    /// Those of the text's own lines; they stay with their lines while these are edited.
    void setDiagnostics(const std::vector<CompileDiagnostic>& diagnostics);
    /// What is said at a line, from 0; empty where there is nothing.
    QString messageAt(int line) const;
    /// Puts the cursor there, from 1, and takes the focus. A column of 0 is the line's beginning.
    void goTo(int line, int column);
    int numbersWidth() const; ///< of the strip with the line numbers, in pixels

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    bool event(QEvent* event) override;

private:
    struct Mark {
        QTextCursor place;
        CompileDiagnostic::Severity severity;
        QString message;
    };
    const Mark* markOf(const QTextBlock& block) const; ///< the worst one
    QColor colourOf(CompileDiagnostic::Severity severity) const;
    void paintNumbers(QWidget& strip);
    void placeNumbers();
    void showMarks();
    template <typename Each>
    void forVisibleBlocks(Each each) const;

    class Numbers;
    Numbers* m_numbers;
    std::vector<Mark> m_marks;
};

} // namespace parterre::ui
