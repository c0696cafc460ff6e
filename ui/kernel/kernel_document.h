// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/compile_diagnostic.h"
#include "core/model/edited_kernel.h"

#include <QString>
#include <QTextDocument>

#include <vector>

namespace parterre::ui {

class CudaHighlighter;

/// The text of one workload's kernel, from the catalogue on through all edits; each has its own
/// undo history and, once it was opened or saved, its file.
class KernelDocument : public QTextDocument {
    Q_OBJECT
public:
    /// `original`: the catalogue's text, of the catalogue's file `file`.
    KernelDocument(
        std::string workload, const QString& file, const QString& original,
        QObject* parent = nullptr);

    const std::string& workload() const { return m_workload; }
    const QString& path() const { return m_path; } ///< of the user's file; empty: none
    QString fileName() const; ///< the path's last part; without one, the catalogue's file
    bool isOriginal() const { return toPlainText() == m_original; }
    bool isUnsaved() const { return isModified() && !isOriginal(); }
    /// As the engine takes it.
    EditedKernel kernel(std::chrono::seconds timeLimit) const;

    /// One edit, to be undone. It no longer belongs to its file.
    void reset();
    /// Takes a file's text, one edit. Returns why not, a sentence; empty when it did.
    QString open(const QString& path);
    /// Returns why not, a sentence; empty when it did.
    QString save(const QString& path);

    /// What was said of the text as it was compiled last.
    std::vector<CompileDiagnostic> diagnostics{};
    CudaHighlighter& highlighter() const { return *m_highlighter; }

private:
    void setText(const QString& text);

    std::string m_workload;
    QString m_file;
    QString m_original;
    QString m_path;
    CudaHighlighter* m_highlighter;
};

} // namespace parterre::ui
