// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kernel/kernel_window.h"

#include "ui/engine/session.h"
#include "ui/kernel/code_editor.h"
#include "ui/kernel/cuda_highlighter.h"
#include "ui/kernel/kernel_compiler.h"
#include "ui/kernel/kernel_document.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/compact_button.h"
#include "ui/shell/file_suffix.h"
#include "ui/shell/glyph.h"
#include "ui/shell/text.h"
#include "ui/shell/theme.h"
#include "ui/shell/wrapped_label.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QShortcut>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace parterre::ui {
namespace {

using Severity = CompileDiagnostic::Severity;
constexpr int lineRole = Qt::UserRole;
constexpr int columnRole = Qt::UserRole + 1;

QIcon iconOf(Severity severity) {
    switch (severity) {
    case Severity::error:
        return glyph(Glyph::error);
    case Severity::warning:
        return glyph(Glyph::warning);
    case Severity::note:
        break;
    }
    return glyph(Glyph::info);
}

QString wordOf(Severity severity) {
    switch (severity) {
    case Severity::error:
        return KernelWindow::tr("Error");
    case Severity::warning:
        return KernelWindow::tr("Warning");
    case Severity::note:
        break;
    }
    return KernelWindow::tr("Note");
}

} // namespace

KernelWindow::KernelWindow(Session& session)
    : m_session(session)
    , m_compiler(new KernelCompiler(session, this))
    , m_editor(new CodeEditor)
    , m_problems(new QListWidget)
    , m_kernels(new QComboBox)
    , m_partitions(new QComboBox)
    , m_limit(new QSpinBox)
    , m_whyNot(wrappedLabel({}))
    , m_state(wrappedLabel({})) {
    makeActions();
    layOut();
    connect(m_compiler, &KernelCompiler::offerChanged, this, &KernelWindow::takeOffer);
    connect(m_compiler, &KernelCompiler::compilingChanged, this, &KernelWindow::showActions);
    connect(m_compiler, &KernelCompiler::failed, this, &KernelWindow::tell);
    connect(
        m_compiler, &KernelCompiler::compiled, this,
        [this](const std::string& workload, const CompileReport& report) {
            const auto found = m_documents.find(workload);
            if (found == m_documents.end())
                return;
            found->second->diagnostics = report.diagnostics;
            if (found->second.get() == document())
                showProblems();
            const auto errors = std::count_if(
                report.diagnostics.begin(), report.diagnostics.end(),
                [](const auto& one) { return one.severity == Severity::error; });
            QStringList made;
            for (const CompileReport::Kernel& kernel : report.kernels)
                made << tr("%1: %2 registers, %3 bytes shared, %4 local")
                            .arg(toQt(kernel.name))
                            .arg(kernel.registers)
                            .arg(kernel.sharedBytes)
                            .arg(kernel.localBytes);
            tell(
                errors > 0 ? tr("%n error(s)", nullptr, static_cast<int>(errors))
                           : tr("Compiled. %1").arg(made.join(QStringLiteral("; "))));
        });
    connect(m_kernels, &QComboBox::currentIndexChanged, this, &KernelWindow::showDocument);
    connect(&m_session, &Session::appliedChanged, this, &KernelWindow::showPartitions);
    connect(&m_session, &Session::runningChanged, this, &KernelWindow::showActions);
    connect(
        &m_session, &Session::failed, this, [this](const QString& what, const EngineError& error) {
            if (isVisible())
                tell(tr("%1 failed: %2").arg(what, error.message));
            const Json& more = error.data;
            if (!more.is_object() || !more.contains("diagnostics") || document() == nullptr)
                return;
            try { // of a run, compiled anew
                document()->diagnostics =
                    compileReportFromJson(JsonReader(more, "run answer")).diagnostics;
                showProblems();
            } catch (const InputError&) { // a plan's diagnostics, which are others
            }
        });
    connect(&m_session, &Session::engineLost, this, [this](const QString& reason) {
        if (isVisible())
            tell(reason);
    });
    connect(m_problems, &QListWidget::itemActivated, this, &KernelWindow::goTo);
    connect(m_problems, &QListWidget::itemClicked, this, &KernelWindow::goTo);
    takeOffer();
    showPartitions();
    resize(900, 700);
}

KernelWindow::~KernelWindow() {
    m_editor->setDocument(nullptr); // ours go before it does
}

void KernelWindow::makeActions() {
    const auto make = [this](
                          const QIcon& icon, const QString& text, const QKeySequence& key,
                          const QString& tip, void (KernelWindow::*slot)()) {
        auto* action = new QAction(icon, text, this);
        action->setShortcut(key);
        const QString keyText = key.toString(QKeySequence::NativeText);
        action->setToolTip(keyText.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keyText));
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
        return action;
    };
    m_open = make(
        {}, tr("Open…"), QKeySequence::Open, tr("Put a file's text here"), &KernelWindow::openAs);
    m_save = make(
        {}, tr("Save"), QKeySequence::Save, tr("Save the text as a .cu file"), &KernelWindow::save);
    m_reset =
        make({}, tr("Reset"), {}, tr("Back to the catalogue's text, which can be undone"), nullptr);
    disconnect(m_reset, &QAction::triggered, nullptr, nullptr);
    connect(m_reset, &QAction::triggered, this, [this] {
        document()->reset();
        showTitle();
    });
    m_compile = make(
        glyph(Glyph::check), tr("Compile"), QKeySequence(Qt::CTRL | Qt::Key_B),
        tr("Compile it and say what is wrong; runs nothing"), &KernelWindow::compile);
    m_run = make(
        glyph(Glyph::run), tr("Run"), QKeySequence(Qt::CTRL | Qt::Key_R),
        tr("Run it in this partition in place of the catalogue's kernel"), &KernelWindow::run);
    // Tab is a character in the text: this is how keys get out of it, and back.
    auto* pane = new QShortcut(QKeySequence(Qt::Key_F6), this);
    connect(pane, &QShortcut::activated, this, [this] {
        (m_editor->hasFocus() ? static_cast<QWidget*>(m_problems) : m_editor)->setFocus();
    });
    auto* close = new QShortcut(QKeySequence::Close, this);
    connect(close, &QShortcut::activated, this, &QWidget::close);
}

void KernelWindow::layOut() {
    m_kernels->setAccessibleName(tr("Kernel"));
    m_kernels->setToolTip(tr("Whose kernel is edited; \"custom\" is for one of your own"));
    m_kernels->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kernels->setMinimumContentsLength(16);
    m_partitions->setAccessibleName(tr("Partition to run it in"));
    m_partitions->setToolTip(tr("Where it runs; the plan then gives the partition this workload"));
    m_partitions->setMinimumContentsLength(6);
    m_limit->setRange(
        static_cast<int>(EditedKernel::leastLimit.count()),
        static_cast<int>(EditedKernel::mostLimit.count()));
    m_limit->setValue(static_cast<int>(EditedKernel::usualLimit.count()));
    m_limit->setPrefix(tr("limit "));
    m_limit->setSuffix(tr(" s"));
    m_limit->setAccessibleName(tr("Time limit in seconds"));
    m_limit->setToolTip(tr("Where nothing of it has come to an end for so long, the engine is "
                           "ended, and with it what is applied; the plan stays"));
    m_problems->setAccessibleName(tr("What the compiler said"));
    m_problems->setToolTip(tr("Click, or press Enter, to go there (F6: to the text and back)"));
    m_problems->setWordWrap(true);
    m_problems->hide();
    m_state->setAccessibleName(tr("State"));
    m_whyNot->setAccessibleName(tr("Why it can't be compiled"));

    const auto row = [](std::initializer_list<QWidget*> widgets) {
        auto* made = new QHBoxLayout;
        made->setSpacing(theme::grid);
        for (QWidget* widget : widgets)
            made->addWidget(widget);
        return made;
    };
    QHBoxLayout* files = row(
        {m_kernels, new CompactButton(m_open), new CompactButton(m_save),
         new CompactButton(m_reset)});
    files->setStretch(0, 1);
    auto* in = new QLabel(tr("in"));
    QHBoxLayout* tools =
        row({new CompactButton(m_compile), new CompactButton(m_run), in, m_partitions, m_limit});
    tools->addStretch(1);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(m_editor);
    split->addWidget(m_problems);
    split->setStretchFactor(0, 1);
    split->setSizes({400, 110});
    split->setChildrenCollapsible(false);
    m_editor->setMinimumHeight(80);
    m_problems->setMinimumHeight(48);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid);
    column->setSpacing(theme::grid);
    column->addLayout(files);
    column->addLayout(tools);
    column->addWidget(m_whyNot);
    column->addWidget(split, 1);
    column->addWidget(m_state);
    setMinimumWidth(480);
}

void KernelWindow::edit(const std::string& workload, const GroupPath& group) {
    if (!workload.empty())
        m_wanted = workload;
    takeOffer();
    const Applied* applied = m_session.applied();
    for (int i = 0; applied && !group.isNone() && i < m_partitions->count(); ++i) {
        const auto at = static_cast<std::size_t>(m_partitions->itemData(i).toInt());
        if (placeOf(m_session.editor().plan(), applied->partitions[at]) == group)
            m_partitions->setCurrentIndex(i);
    }
    m_editor->setFocus();
}

void KernelWindow::takeOffer() {
    const auto& offer = m_compiler->offer();
    if (offer) {
        const QSignalBlocker quiet(m_kernels);
        for (const KernelOffer::Home& home : offer->workloads) {
            const KernelFile* file = offer->find(home.file);
            if (file == nullptr || m_documents.contains(home.workload))
                continue; // a text that is there is the user's
            auto made =
                std::make_unique<KernelDocument>(home.workload, toQt(file->name), toQt(file->text));
            connect(made.get(), &QTextDocument::contentsChanged, this, &KernelWindow::showTitle);
            connect(
                made.get(), &QTextDocument::modificationChanged, this, &KernelWindow::showTitle);
            m_documents.emplace(home.workload, std::move(made));
            QString title = toQt(home.workload);
            for (const WorkloadInfo& info : m_session.workloads())
                if (info.name == home.workload)
                    title += QStringLiteral(" – ") + toQt(info.title);
            m_kernels->addItem(title, toQt(home.workload));
        }
        if (const int at = m_kernels->findData(toQt(m_wanted)); at >= 0) {
            m_kernels->setCurrentIndex(at);
            m_wanted.clear();
        }
    }
    m_whyNot->setText(m_compiler->whyNot());
    m_whyNot->setVisible(!m_whyNot->text().isEmpty());
    showDocument();
}

KernelDocument* KernelWindow::document() const {
    const auto found = m_documents.find(fromQt(m_kernels->currentData().toString()));
    return found == m_documents.end() ? nullptr : found->second.get();
}

void KernelWindow::showDocument() {
    KernelDocument* shown = document();
    if (shown != nullptr && m_editor->document() != shown) {
        shown->setDefaultFont(m_editor->font());
        m_editor->setDocument(shown);
        showProblems();
    }
    m_editor->setReadOnly(shown == nullptr);
    showTitle();
    showActions();
}

void KernelWindow::showTitle() {
    const KernelDocument* shown = document();
    setWindowTitle(
        shown != nullptr ? tr("%1[*] – Kernel editor").arg(shown->fileName())
                         : tr("Kernel editor"));
    setWindowModified(shown != nullptr && shown->isUnsaved());
    m_reset->setEnabled(shown != nullptr && !shown->isOriginal());
    m_save->setEnabled(shown != nullptr);
    m_open->setEnabled(shown != nullptr);
}

void KernelWindow::showPartitions() {
    const QString before = m_partitions->currentText();
    const QSignalBlocker quiet(m_partitions);
    m_partitions->clear();
    if (const Applied* applied = m_session.applied())
        for (std::size_t i = 0; i < applied->partitions.size(); ++i) {
            const PartitionReport& report = applied->partitions[i];
            if (!report.isSplit)
                m_partitions->addItem(toQt(report.name), static_cast<int>(i));
        }
    m_partitions->setCurrentIndex(std::max(0, m_partitions->findText(before)));
    m_partitions->setEnabled(m_partitions->count() > 0);
    showActions();
}

int KernelWindow::partition() const {
    return m_partitions->currentIndex() < 0 ? -1 : m_partitions->currentData().toInt();
}

void KernelWindow::showActions() {
    QString whyNot = m_compiler->whyNot();
    if (whyNot.isEmpty() && m_compiler->isCompiling())
        whyNot = tr("It is being compiled.");
    m_compile->setEnabled(whyNot.isEmpty() && document() != nullptr);
    if (whyNot.isEmpty() && partition() < 0)
        whyNot = tr("Nothing is applied: a kernel runs in a partition.");
    m_run->setEnabled(whyNot.isEmpty() && document() != nullptr);
    m_run->setStatusTip(whyNot);
    if (partition() < 0 && m_compiler->whyNot().isEmpty() && m_state->text().isEmpty())
        tell(whyNot);
}

void KernelWindow::showProblems() {
    m_problems->clear();
    const KernelDocument* shown = document();
    std::vector<CompileDiagnostic> own;
    for (const CompileDiagnostic& diagnostic : shown->diagnostics) {
        const bool isOwn = diagnostic.line > 0 && toQt(diagnostic.file) == shown->fileName();
        QString place;
        if (isOwn)
            place = tr("line %1: ").arg(diagnostic.line);
        else if (diagnostic.line > 0)
            place = tr("%1, line %2: ").arg(toQt(diagnostic.file)).arg(diagnostic.line);
        auto* item = new QListWidgetItem(
            iconOf(diagnostic.severity),
            QStringLiteral("%1, %2%3")
                .arg(wordOf(diagnostic.severity), place, toQt(diagnostic.message)));
        if (place.isEmpty())
            item->setText(QStringLiteral("%1: %2").arg(
                wordOf(diagnostic.severity), toQt(diagnostic.message)));
        item->setData(lineRole, isOwn ? diagnostic.line : 0);
        item->setData(columnRole, diagnostic.column);
        m_problems->addItem(item);
        if (isOwn)
            own.push_back(diagnostic);
    }
    m_problems->setVisible(m_problems->count() > 0);
    m_editor->setDiagnostics(own);
}

void KernelWindow::goTo(const QListWidgetItem* item) {
    if (const int line = item->data(lineRole).toInt(); line > 0)
        m_editor->goTo(line, item->data(columnRole).toInt());
}

QString KernelWindow::state() const {
    return m_state->text();
}

void KernelWindow::tell(const QString& sentence) {
    m_state->setText(sentence);
}

void KernelWindow::compile() {
    tell(tr("Compiling…"));
    m_compiler->compile(document()->kernel(std::chrono::seconds(m_limit->value())));
}

void KernelWindow::run() {
    const int where = partition();
    const QString name = m_partitions->currentText();
    const QString refused =
        m_session.runKernel(where, document()->kernel(std::chrono::seconds(m_limit->value())));
    tell(
        refused.isEmpty() ? tr("%1 was started in %2.").arg(document()->fileName(), name)
                          : refused);
}

void KernelWindow::openAs() {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a kernel"), document()->path(), tr("CUDA C++ (*.cu *.cuh);;All files (*)"));
    if (!path.isEmpty())
        openFile(path);
}

void KernelWindow::openFile(const QString& path) {
    tell(document()->open(path));
    showTitle();
}

void KernelWindow::save() {
    QString path = document()->path();
    if (path.isEmpty())
        path = withSuffix(
            QFileDialog::getSaveFileName(
                this, tr("Save the kernel"), document()->fileName(), tr("CUDA C++ (*.cu)")),
            QStringLiteral(".cu"));
    if (!path.isEmpty())
        saveFile(path);
}

void KernelWindow::saveFile(const QString& path) {
    const QString problem = document()->save(path);
    tell(problem.isEmpty() ? tr("Saved %1").arg(path) : problem);
    showTitle();
}

CloseQuestion KernelWindow::aboutClosing() const {
    QStringList names;
    for (const auto& [workload, text] : m_documents)
        if (text->isUnsaved())
            names << text->fileName();
    CloseQuestion question;
    if (names.isEmpty())
        return question;
    question.title = tr("Close Parterre?");
    question.text = tr("%n edited kernel(s) not saved.", nullptr, static_cast<int>(names.size()));
    question.details = names.join(QLatin1Char('\n'));
    question.goOn = tr("Close without saving");
    return question;
}

void KernelWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange)
        for (const auto& [workload, text] : m_documents)
            text->highlighter().setPalette(palette());
    QWidget::changeEvent(event);
}

} // namespace parterre::ui
