// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kernel/code_editor.h"

#include "ui/shell/text.h"
#include "ui/shell/theme.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>

namespace parterre::ui {
namespace {

constexpr int indentation = 4;
using Severity = CompileDiagnostic::Severity;

} // namespace

class CodeEditor::Numbers : public QWidget {
public:
    explicit Numbers(CodeEditor& editor)
        : QWidget(&editor)
        , m_editor(editor) {}

protected:
    void paintEvent(QPaintEvent* /*event*/) override { m_editor.paintNumbers(*this); }

private:
    CodeEditor& m_editor;
};

CodeEditor::CodeEditor(QWidget* parent)
    : QPlainTextEdit(parent)
    , m_numbers(new Numbers(*this)) {
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    setFont(fixed);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabStopDistance(indentation * fontMetrics().horizontalAdvance(QLatin1Char(' ')));
    setAccessibleName(tr("Kernel source"));
    connect(this, &QPlainTextEdit::blockCountChanged, this, &CodeEditor::placeNumbers);
    connect(this, &QPlainTextEdit::updateRequest, m_numbers, qOverload<>(&QWidget::update));
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &CodeEditor::showMarks);
    placeNumbers();
}

template <typename Each>
void CodeEditor::forVisibleBlocks(Each each) const {
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > viewport()->height())
            return;
        each(block, place);
    }
}

int CodeEditor::numbersWidth() const {
    const auto digits = QString::number(std::max(blockCount(), 999)).size();
    return fontMetrics().horizontalAdvance(QLatin1Char('9')) * static_cast<int>(digits) +
           3 * theme::grid;
}

void CodeEditor::placeNumbers() {
    setViewportMargins(numbersWidth(), 0, 0, 0);
    const QRect inside = contentsRect();
    m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    placeNumbers();
}

void CodeEditor::setDiagnostics(const std::vector<CompileDiagnostic>& diagnostics) {
    m_marks.clear();
    for (const CompileDiagnostic& diagnostic : diagnostics) {
        const QTextBlock block = document()->findBlockByNumber(diagnostic.line - 1);
        if (diagnostic.line > 0 && block.isValid())
            m_marks.push_back({QTextCursor(block), diagnostic.severity, toQt(diagnostic.message)});
    }
    showMarks();
}

const CodeEditor::Mark* CodeEditor::markOf(const QTextBlock& block) const {
    const Mark* worst = nullptr;
    for (const Mark& mark : m_marks)
        if (mark.place.block() == block && (worst == nullptr || mark.severity > worst->severity))
            worst = &mark;
    return worst;
}

QString CodeEditor::messageAt(int line) const {
    const Mark* mark = markOf(document()->findBlockByNumber(line));
    return mark != nullptr ? mark->message : QString();
}

void CodeEditor::goTo(int line, int column) {
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (block.isValid()) {
        QTextCursor cursor(block);
        const auto bytes = block.text().toUtf8().left(std::max(column - 1, 0));
        cursor.setPosition(block.position() + static_cast<int>(QString::fromUtf8(bytes).size()));
        setTextCursor(cursor);
        centerCursor();
    }
    setFocus();
}

QColor CodeEditor::colourOf(Severity severity) const {
    switch (severity) {
    case Severity::error:
        return theme::bad(palette());
    case Severity::warning:
        return theme::caution(palette());
    case Severity::note:
        break;
    }
    return theme::quietText(palette());
}

void CodeEditor::showMarks() {
    QList<QTextEdit::ExtraSelection> selections;
    const auto add = [&](const QTextCursor& place, const QColor& ground) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = place;
        selection.cursor.clearSelection();
        selection.format.setBackground(ground);
        selection.format.setProperty(QTextFormat::FullWidthSelection, true);
        selections.append(selection);
    };
    add(textCursor(), palette().color(QPalette::AlternateBase));
    for (const Mark& mark : m_marks)
        add(mark.place,
            theme::mixed(palette().color(QPalette::Base), colourOf(mark.severity), 0.12));
    setExtraSelections(selections);
    m_numbers->update();
}

void CodeEditor::paintNumbers(QWidget& strip) {
    QPainter painter(&strip);
    painter.fillRect(strip.rect(), palette().color(QPalette::Window));
    painter.setFont(font());
    forVisibleBlocks([&](const QTextBlock& block, const QRectF& place) {
        const QRect row(
            0, static_cast<int>(place.top()), strip.width() - theme::grid, fontMetrics().height());
        const bool isHere = block == textCursor().block();
        if (const Mark* mark = markOf(block)) {
            // A square for an error, a circle for the rest: not by colour alone.
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(Qt::NoPen);
            painter.setBrush(colourOf(mark->severity));
            const QRectF sign(
                theme::grid / 2.0, row.center().y() - theme::grid / 2.0, theme::grid, theme::grid);
            if (mark->severity == Severity::error)
                painter.drawRect(sign);
            else
                painter.drawEllipse(sign);
        }
        painter.setPen(
            isHere ? palette().color(QPalette::WindowText) : theme::quietText(palette()));
        painter.drawText(
            row, Qt::AlignRight | Qt::AlignVCenter, QString::number(block.blockNumber() + 1));
    });
}

void CodeEditor::paintEvent(QPaintEvent* event) {
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    QFont quiet = font();
    quiet.setItalic(true);
    painter.setFont(quiet);
    forVisibleBlocks([&](const QTextBlock& block, const QRectF& place) {
        const Mark* mark = markOf(block);
        if (mark == nullptr)
            return;
        const qreal begin = place.left() + block.layout()->lineAt(0).naturalTextWidth() +
                            document()->documentMargin() + 2 * theme::grid;
        painter.setPen(colourOf(mark->severity));
        painter.drawText(
            QRectF(begin, place.top(), viewport()->width() - begin, fontMetrics().height()),
            Qt::AlignLeft | Qt::AlignVCenter, mark->message.section(QLatin1Char('\n'), 0, 0));
    });
}

void CodeEditor::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Tab && event->modifiers() == Qt::NoModifier) {
        const int column = textCursor().positionInBlock();
        insertPlainText(QString(indentation - column % indentation, QLatin1Char(' ')));
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
}

bool CodeEditor::focusNextPrevChild(bool next) {
    return !next && QWidget::focusNextPrevChild(false); // Tab is a character here
}

bool CodeEditor::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint inside = viewport()->mapFrom(this, help->pos());
        QToolTip::showText(
            help->globalPos(), messageAt(cursorForPosition(inside).blockNumber()), this);
        return true;
    }
    if (event->type() == QEvent::PaletteChange)
        showMarks();
    return QPlainTextEdit::event(event);
}

} // namespace parterre::ui
