// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kernel/kernel_document.h"

#include "ui/kernel/cuda_highlighter.h"
#include "ui/shell/text.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QPlainTextDocumentLayout>
#include <QSaveFile>
#include <QTextCursor>

#include <utility>

namespace parterre::ui {

KernelDocument::KernelDocument(
    std::string workload, const QString& file, const QString& original, QObject* parent)
    : QTextDocument(parent)
    , m_workload(std::move(workload))
    , m_file(file)
    , m_original(original) {
    setDocumentLayout(new QPlainTextDocumentLayout(this));
    setPlainText(original);
    setModified(false);
    m_original = toPlainText(); // as the document tells it: line ends are \n
    m_highlighter = new CudaHighlighter(this, QApplication::palette());
}

QString KernelDocument::fileName() const {
    return m_path.isEmpty() ? m_file : QFileInfo(m_path).fileName();
}

EditedKernel KernelDocument::kernel(std::chrono::seconds timeLimit) const {
    return {m_workload, fromQt(fileName()), fromQt(toPlainText()), timeLimit};
}

void KernelDocument::setText(const QString& text) {
    QTextCursor all(this);
    all.select(QTextCursor::Document);
    all.insertText(text);
}

void KernelDocument::reset() {
    setText(m_original);
    m_path.clear();
    setModified(false);
}

QString KernelDocument::open(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tr("%1 can't be read: %2.").arg(path, file.errorString());
    const QByteArray bytes = file.read(static_cast<qint64>(EditedKernel::mostBytes) + 1);
    if (bytes.size() > static_cast<qsizetype>(EditedKernel::mostBytes) || bytes.contains('\0'))
        return tr("%1 is no source: a text of at most %2 KiB is.")
            .arg(path)
            .arg(EditedKernel::mostBytes >> 10);
    setText(QString::fromUtf8(bytes));
    m_path = path;
    setModified(false);
    return {};
}

QString KernelDocument::save(const QString& path) {
    QSaveFile file(path);
    const QByteArray bytes = toPlainText().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return tr("%1 could not be saved: %2.").arg(path, file.errorString());
    m_path = path;
    setModified(false);
    return {};
}

} // namespace parterre::ui
