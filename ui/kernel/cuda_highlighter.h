// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSyntaxHighlighter>
#include <QTextCharFormat>

#include <map>

class QPalette;

namespace parterre::ui {

/// Colours CUDA C++. Our own, since no release of KSyntaxHighlighting for Qt 6 is packaged where
/// Parterre has to build (Debian 12 has one for Qt 5 only).
class CudaHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    enum class Kind { keyword, cuda, preprocessor, number, text, comment };

    CudaHighlighter(QTextDocument* document, const QPalette& palette);

    void setPalette(const QPalette& palette);
    /// Its contrast on the palette's base is 4.5:1 or more.
    static QColor colour(Kind kind, const QPalette& palette);

protected:
    void highlightBlock(const QString& line) override;

private:
    void mark(qsizetype from, qsizetype to, Kind kind);

    std::map<Kind, QTextCharFormat> m_formats;
};

} // namespace parterre::ui
