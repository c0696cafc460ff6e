// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kernel/cuda_highlighter.h"

#include "ui/shell/theme.h"

#include <QSet>

namespace parterre::ui {
namespace {

const QSet<QString>& keywords() {
    static const QSet<QString> all = [] {
        const QString words = QStringLiteral(
            "alignas alignof asm auto bool break case char class const constexpr continue decltype "
            "default delete do double else enum explicit extern false float for friend if inline "
            "int long mutable namespace new noexcept nullptr operator private protected public "
            "register return short signed sizeof static static_assert static_cast "
            "reinterpret_cast const_cast struct switch template this true typedef typename union "
            "unsigned using virtual void volatile wchar_t while __restrict__");
        const QStringList list = words.split(QLatin1Char(' '));
        return QSet<QString>(list.begin(), list.end());
    }();
    return all;
}

/// What CUDA adds to C++.
bool isCuda(const QString& word) {
    static const QSet<QString> all{
        QStringLiteral("__global__"),      QStringLiteral("__device__"),
        QStringLiteral("__host__"),        QStringLiteral("__shared__"),
        QStringLiteral("__constant__"),    QStringLiteral("__managed__"),
        QStringLiteral("__forceinline__"), QStringLiteral("__noinline__"),
        QStringLiteral("threadIdx"),       QStringLiteral("blockIdx"),
        QStringLiteral("blockDim"),        QStringLiteral("gridDim"),
        QStringLiteral("warpSize"),        QStringLiteral("__launch_bounds__"),
        QStringLiteral("__syncthreads"),   QStringLiteral("__syncwarp"),
        QStringLiteral("__cluster_dims__")};
    return all.contains(word) || word.startsWith(QLatin1String("atomic")) ||
           word.startsWith(QLatin1String("__shfl_")) || word.startsWith(QLatin1String("PARTERRE_"));
}

bool isWordCharacter(QChar character) {
    return character.isLetterOrNumber() || character == QLatin1Char('_');
}

/// The end of what begins at `from` and goes on as long as `belongs`.
template <typename Belongs>
qsizetype endOf(const QString& line, qsizetype from, Belongs belongs) {
    while (from < line.size() && belongs(line[from]))
        ++from;
    return from;
}

qsizetype endOfText(const QString& line, qsizetype from) {
    const QChar quote = line[from++];
    while (from < line.size() && line[from] != quote)
        from += line[from] == QLatin1Char('\\') ? 2 : 1;
    return std::min(from + 1, line.size());
}

} // namespace

CudaHighlighter::CudaHighlighter(QTextDocument* document, const QPalette& palette)
    : QSyntaxHighlighter(document) {
    setPalette(palette);
}

QColor CudaHighlighter::colour(Kind kind, const QPalette& palette) {
    const bool dark = theme::isDark(palette);
    switch (kind) {
    case Kind::keyword:
        return dark ? QColor(0x7f, 0xb2, 0xf0) : QColor(0x1f, 0x5a, 0xa6);
    case Kind::cuda:
        return dark ? QColor(0x8c, 0xcf, 0x6a) : QColor(0x3f, 0x6b, 0x14);
    case Kind::preprocessor:
        return dark ? QColor(0xd6, 0x9a, 0xe0) : QColor(0x85, 0x36, 0x93);
    case Kind::number:
        return dark ? QColor(0xe0, 0xb0, 0x60) : QColor(0x8a, 0x52, 0x00);
    case Kind::text:
        return dark ? QColor(0xf0, 0x9a, 0x80) : QColor(0xa3, 0x33, 0x1c);
    case Kind::comment:
        break;
    }
    return theme::quietText(palette);
}

void CudaHighlighter::setPalette(const QPalette& palette) {
    for (const Kind kind :
         {Kind::keyword, Kind::cuda, Kind::preprocessor, Kind::number, Kind::text, Kind::comment})
        m_formats[kind].setForeground(colour(kind, palette));
    m_formats[Kind::cuda].setFontWeight(QFont::DemiBold);
    m_formats[Kind::comment].setFontItalic(true);
    rehighlight();
}

void CudaHighlighter::mark(qsizetype from, qsizetype to, Kind kind) {
    setFormat(static_cast<int>(from), static_cast<int>(to - from), m_formats[kind]);
}

void CudaHighlighter::highlightBlock(const QString& line) {
    enum State { code = 0, inComment = 1 };
    qsizetype at = 0;
    const auto skipComment = [&](qsizetype from, qsizetype searchFrom) {
        const qsizetype end = line.indexOf(QLatin1String("*/"), searchFrom);
        setCurrentBlockState(end < 0 ? inComment : code);
        at = end < 0 ? line.size() : end + 2;
        mark(from, at, Kind::comment);
    };
    setCurrentBlockState(code);
    if (previousBlockState() == inComment)
        skipComment(0, 0);
    while (at < line.size()) {
        const QChar character = line[at];
        const QStringView rest = QStringView(line).mid(at);
        if (rest.startsWith(QLatin1String("//"))) {
            mark(at, line.size(), Kind::comment);
            return;
        }
        if (rest.startsWith(QLatin1String("/*"))) {
            skipComment(at, at + 2);
            continue;
        }
        qsizetype end = at + 1;
        if (character == QLatin1Char('#')) {
            end = endOf(line, at + 1, [](QChar c) { return c.isSpace(); });
            end = endOf(line, end, isWordCharacter);
            mark(at, end, Kind::preprocessor);
        } else if (character == QLatin1Char('"') || character == QLatin1Char('\'')) {
            end = endOfText(line, at);
            mark(at, end, Kind::text);
        } else if (character.isDigit()) {
            end = endOf(line, at, [](QChar c) {
                return isWordCharacter(c) || c == QLatin1Char('.') || c == QLatin1Char('\'');
            });
            mark(at, end, Kind::number);
        } else if (isWordCharacter(character)) {
            end = endOf(line, at, isWordCharacter);
            const QString word = line.mid(at, end - at);
            if (isCuda(word))
                mark(at, end, Kind::cuda);
            else if (keywords().contains(word))
                mark(at, end, Kind::keyword);
        }
        at = end;
    }
}

} // namespace parterre::ui
