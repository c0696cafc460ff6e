// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel editor on the engine it ships with, which runs on a simulated GPU behind libcuda's
// name.
#include "tests/support/fake_gpu_folder.h"
#include "tests/ui/support/ui_test.h"
#include "ui/engine/session.h"
#include "ui/kernel/code_editor.h"
#include "ui/kernel/cuda_highlighter.h"
#include "ui/kernel/kernel_document.h"
#include "ui/kernel/kernel_window.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/workload_menu.h"
#include "ui/shell/main_window.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/partition_palette.h"
#include "ui/shell/theme.h"

#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolButton>

#include <optional>
#include <utility>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr int patience = 60'000;

struct Bench {
    explicit Bench(const std::string& device = "gpu:0") {
        editor.load(planOfCounts(device, {64, 32}));
        editor.setWorkload(0, QStringLiteral("copy"));
        editor.setWorkload(1, QStringLiteral("fma"));
        window.setAskToClose([this](const CloseQuestion& question) {
            questions << question.text;
            return answer;
        });
    }
    bool start(bool applies) {
        window.show();
        client.start();
        if (!QTest::qWaitFor([this] { return session.isPreviewCurrent(); }, patience))
            return false;
        if (applies)
            session.apply();
        if (applies && !QTest::qWaitFor([this] { return session.applied() != nullptr; }, patience))
            return false;
        window.editKernel("fma");
        kernels = window.kernelWindow();
        kernels->activateWindow();
        return QTest::qWaitForWindowActive(kernels) &&
               QTest::qWaitFor([this] { return kernels->document() != nullptr; }, patience);
    }
    void type(const QString& text) {
        kernels->editor().selectAll();
        bool isFirst = true;
        for (const QString& line : text.split('\n')) {
            if (!std::exchange(isFirst, false))
                QTest::keyClick(&kernels->editor(), Qt::Key_Return);
            QTest::keyClicks(&kernels->editor(), line);
        }
    }
    QToolButton* buttonOf(const QAction* action) const {
        for (auto* button : kernels->findChildren<QToolButton*>())
            if (button->defaultAction() == action)
                return button;
        return nullptr;
    }
    /// By mouse on its button, or by its key.
    void press(QAction* action, bool byKey) {
        if (byKey) {
            const QKeyCombination key = action->shortcut()[0];
            QTest::keyClick(&kernels->editor(), key.key(), key.keyboardModifiers());
        } else {
            QTest::mouseClick(buttonOf(action), Qt::LeftButton);
        }
    }

    EngineClient client{{QStringLiteral(PARTERRE_CLI), QStringLiteral("serve")}};
    PlanEditor editor;
    Session session{client, editor};
    MainWindow window{session};
    KernelWindow* kernels = nullptr;
    QStringList questions;
    CloseQuestion::Answer answer = CloseQuestion::Answer::stay;
};

QColor colourAt(const QTextDocument& document, int position) {
    const QTextBlock block = document.findBlock(position);
    for (const QTextLayout::FormatRange& range : block.layout()->formats())
        if (position - block.position() >= range.start &&
            position - block.position() < range.start + range.length)
            return range.format.foreground().color();
    return {};
}

} // namespace

class TestKernelWindow : public QObject {
    Q_OBJECT
    std::optional<parterre::test::FakeGpuFolder> m_gpu;

private slots:
    void initTestCase() {
        m_gpu.emplace(QStringLiteral(SIMULATED_LIBCUDA), QStringLiteral(FAKE_LIBNVRTC));
    }
    void cleanupTestCase() { m_gpu.reset(); }
    void init() { ui::test::failOnWarnings(); }

    void coloursTheLanguage_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void coloursTheLanguage() {
        using Kind = CudaHighlighter::Kind;
        QFETCH(bool, dark);
        theme::install(dark ? theme::Choice::dark : theme::Choice::light);
        const QPalette palette = QApplication::palette();
        const QString text = QStringLiteral("#include \"x\" // no\n/* a\nint */ int b = 0x1fU;\n"
                                            "__global__ '\\'' threadIdx intern");
        KernelDocument document("fma", QStringLiteral("fma.cu"), text);
        const auto colourOf = [&](const char* word) {
            return colourAt(document, static_cast<int>(text.indexOf(QLatin1String(word))));
        };
        const std::vector<std::pair<const char*, Kind>> expected{
            {"#include", Kind::preprocessor}, {"\"x\"", Kind::text},    {"// no", Kind::comment},
            {"int */", Kind::comment},        {"int b", Kind::keyword}, {"0x1fU", Kind::number},
            {"__global__", Kind::cuda},       {"'\\''", Kind::text},    {"threadIdx", Kind::cuda}};
        for (const auto& [word, kind] : expected)
            QVERIFY2(colourOf(word) == CudaHighlighter::colour(kind, palette), word);
        QVERIFY(!colourOf("intern").isValid());
        for (const Kind kind :
             {Kind::keyword, Kind::cuda, Kind::preprocessor, Kind::number, Kind::text,
              Kind::comment})
            QVERIFY(
                partition_palette::contrast(
                    CudaHighlighter::colour(kind, palette), palette.color(QPalette::Base)) >= 4.5);
        theme::install(theme::Choice::light);
    }

    void showsErrorsAtTheirLines_data() { ui::test::addMouseAndKeyboard(); }
    void showsErrorsAtTheirLines() {
        QFETCH(bool, byKey);
        Bench bench;
        QVERIFY(bench.start(false));
        KernelWindow& kernels = *bench.kernels;
        QVERIFY(!kernels.runAction()->isEnabled()); // nothing is applied
        bench.type(QStringLiteral("one\n#error wrong\nthree\n#error also"));
        bench.press(kernels.compileAction(), byKey);
        QTRY_COMPARE_WITH_TIMEOUT(kernels.problems().count(), 2, patience);
        QCOMPARE(kernels.problems().item(0)->text(), QStringLiteral("Error, line 2: #error wrong"));
        QVERIFY(kernels.state().startsWith(QLatin1String("2 error")));
        QCOMPARE(kernels.editor().messageAt(1), QStringLiteral("#error wrong"));
        QVERIFY(kernels.editor().messageAt(0).isEmpty());

        QListWidget& problems = kernels.problems();
        if (byKey) {
            QTest::keyClick(&kernels.editor(), Qt::Key_F6);
            QTRY_VERIFY(problems.hasFocus());
            problems.setCurrentRow(0);
            QTest::keyClick(&problems, Qt::Key_Down);
            QTest::keyClick(&problems, Qt::Key_Return);
        } else {
            QTest::mouseClick(
                problems.viewport(), Qt::LeftButton, {},
                problems.visualItemRect(problems.item(1)).center());
        }
        QVERIFY(kernels.editor().hasFocus());
        QCOMPARE(kernels.editor().textCursor().blockNumber(), 3);

        // Marks go with their lines.
        QTest::keyClick(&kernels.editor(), Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(&kernels.editor(), Qt::Key_Return);
        QCOMPARE(kernels.editor().messageAt(2), QStringLiteral("#error wrong"));

        bench.type(QStringLiteral("fine"));
        bench.press(kernels.compileAction(), byKey);
        QTRY_VERIFY_WITH_TIMEOUT(kernels.state().contains(QLatin1String("registers")), patience);
        QCOMPARE(kernels.problems().count(), 0);
    }

    void runsInAPartition_data() { ui::test::addMouseAndKeyboard(); }
    void runsInAPartition() {
        QFETCH(bool, byKey);
        Bench bench;
        QVERIFY(bench.start(true));
        KernelWindow& kernels = *bench.kernels;
        bench.type(QStringLiteral("harmless"));
        QCOMPARE(kernels.partitionChoice().count(), 2);
        int samples = 0;
        connect(&bench.session, &Session::samplesArrived, this, [&samples] { ++samples; });
        bench.press(kernels.runAction(), byKey); // in A, whose workload is another one
        QCOMPARE(bench.editor.plan().groups[0].workload, std::string("fma"));
        QTRY_VERIFY_WITH_TIMEOUT(samples > 3, patience);
        QVERIFY(bench.session.isRunning(0));
        QVERIFY(!bench.session.isRunning(1));

        // One with an error is refused, at its line, and leaves the window as it is.
        bench.type(QStringLiteral("\n#error no"));
        bench.press(kernels.runAction(), byKey);
        QTRY_COMPARE_WITH_TIMEOUT(kernels.problems().count(), 1, patience);
        QCOMPARE(kernels.editor().messageAt(1), QStringLiteral("#error no"));
        QTRY_VERIFY(!bench.session.isRunning(0));
    }

    void anEndlessOneCostsTheEngineOnly() {
        Bench bench;
        QVERIFY(bench.start(true));
        KernelWindow& kernels = *bench.kernels;
        bench.type(QStringLiteral("ENDLESS"));
        kernels.partitionChoice().setCurrentIndex(1);
        kernels.timeLimit().setValue(1);
        const PartitionPlan plan = bench.editor.plan();
        const qint64 before = bench.client.processId();
        bench.press(kernels.runAction(), true);
        MessageBar& bar = bench.window.messageBar();
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible() && bar.button().isVisible(), patience);
        for (const char* word : {"fma.cu", "partition B", "1 s"})
            QVERIFY2(bar.text().contains(QLatin1String(word)), qPrintable(bar.text()));
        QCOMPARE(kernels.state(), bar.text());
        QVERIFY(bench.client.processId() != before);
        QCOMPARE(bench.editor.plan(), plan);
        QCOMPARE(kernels.document()->toPlainText(), QStringLiteral("ENDLESS"));
        QVERIFY(!bench.session.applied());

        QCOMPARE(bar.button().text(), QStringLiteral("Apply again"));
        bar.button().click();
        QTRY_VERIFY_WITH_TIMEOUT(bench.session.applied(), patience);
        QVERIFY(!bench.session.isAnyRunning()); // least of all that one
        int samples = 0;
        connect(&bench.session, &Session::samplesArrived, this, [&samples] { ++samples; });
        bench.session.runAll();
        QTRY_VERIFY_WITH_TIMEOUT(samples > 3, patience);
        QVERIFY(bench.session.isRunning(1));
    }

    void keepsEveryText() {
        Bench bench;
        QVERIFY(bench.start(false));
        KernelWindow& kernels = *bench.kernels;
        const QString original = kernels.document()->toPlainText();
        QVERIFY(original.contains(QLatin1String("PARTERRE_KERNEL")));
        QVERIFY(!kernels.isWindowModified() && !kernels.resetAction()->isEnabled());
        bench.type(QStringLiteral("mine"));
        QVERIFY(kernels.isWindowModified());
        bench.window.editKernel("custom", 0);
        QVERIFY(kernels.document()->toPlainText() != QLatin1String("mine"));
        bench.window.editKernel("fma", 0);
        QCOMPARE(kernels.document()->toPlainText(), QStringLiteral("mine"));

        bench.editor.undoStack().setClean(); // of the plan nothing would be lost
        bench.window.close();
        QCOMPARE(bench.questions.size(), 1);
        QVERIFY(bench.questions[0].startsWith(QLatin1String("1 edited kernel")));
        QVERIFY(bench.window.isVisible());

        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.cu"));
        kernels.saveFile(path);
        QVERIFY(!kernels.isWindowModified());
        QVERIFY(kernels.windowTitle().startsWith(QLatin1String("mine.cu")));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("mine"));

        kernels.resetAction()->trigger();
        QCOMPARE(kernels.document()->toPlainText(), original);
        QTest::keyClick(&kernels.editor(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(kernels.document()->toPlainText(), QStringLiteral("mine"));
        kernels.openFile(folder.filePath(QStringLiteral("nothing.cu")));
        QVERIFY(kernels.state().contains(QLatin1String("nothing.cu")));
        QCOMPARE(kernels.document()->toPlainText(), QStringLiteral("mine"));
        bench.type(QStringLiteral("other"));
        kernels.openFile(path);
        QCOMPARE(kernels.document()->toPlainText(), QStringLiteral("mine"));
        bench.window.close();
        QVERIFY(!kernels.isVisible());
    }

    void aSimulatedGpuSaysWhyNot() {
        Bench bench("sim:h200");
        QVERIFY(bench.start(true));
        KernelWindow& kernels = *bench.kernels;
        QVERIFY(!kernels.compileAction()->isEnabled() && !kernels.runAction()->isEnabled());
        bool isSaid = false;
        for (const QLabel* label : kernels.findChildren<QLabel*>())
            isSaid = isSaid || (label->isVisible() &&
                                label->text().contains(QLatin1String("catalogue's kernels only")));
        QVERIFY(isSaid);
        QVERIFY(kernels.document()->toPlainText().contains(QLatin1String("PARTERRE_KERNEL")));
    }

    void isReachedFromAGroupsMenu() {
        Bench bench;
        QVERIFY(bench.start(true));
        bench.kernels->close();
        WorkloadMenu menu(bench.session);
        menu.offerFor(0);
        menu.actions().last()->trigger();
        QVERIFY(bench.kernels->isVisible());
        QCOMPARE(bench.kernels->document()->workload(), std::string("copy"));
        QCOMPARE(bench.kernels->partitionChoice().currentText(), QStringLiteral("A"));
    }

    void indentsByTab() {
        CodeEditor editor;
        QTest::keyClicks(&editor, QStringLiteral("a"));
        QTest::keyClick(&editor, Qt::Key_Tab);
        QTest::keyClicks(&editor, QStringLiteral("b"));
        QCOMPARE(editor.toPlainText(), QStringLiteral("a   b"));
        QVERIFY(editor.numbersWidth() > 0);
    }
};

QTEST_MAIN(TestKernelWindow)
#include "tst_kernel_window.moc"
