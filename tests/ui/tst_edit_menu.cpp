// SPDX-License-Identifier: GPL-3.0-or-later
// Every edit from the Edit menu and by its key; undo and redo around an apply.
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/partition/group_actions.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_tree.h"
#include "ui/partition/preview_panel.h"
#include "ui/partition/workload_menu.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QSet>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::WindowFixture;

namespace {

constexpr int patience = 10'000;

/// The plan in a line: names and sizes, then the options that are on.
QString words(const PartitionPlan& plan) {
    QStringList words;
    for (const PlanGroup& group : plan.groups)
        words << QStringLiteral("%1=%2").arg(QString::fromStdString(group.name)).arg(group.smCount);
    if (plan.ignoreCoscheduling)
        words << QStringLiteral("units");
    if (plan.maxCluster)
        words << QStringLiteral("clusters");
    if (plan.partitionRemainder)
        words << QStringLiteral("remainder");
    return words.join(QLatin1Char(' '));
}

struct Bench : WindowFixture {
    Bench()
        : WindowFixture({64, 32, 16}) {}

    bool show() {
        if (!WindowFixture::show())
            return false;
        window.activateWindow();
        return QTest::qWaitForWindowActive(&window);
    }
    QMenu* menu() const {
        for (QAction* action : window.menuBar()->actions())
            if (action->text() == QLatin1String("&Edit"))
                return action->menu();
        return nullptr;
    }
    /// Of the menu itself, or of "Split in".
    QAction* find(const QString& start) const {
        QList<QAction*> all = menu()->actions();
        for (const QAction* action : menu()->actions())
            if (action->menu() && action->text() == QLatin1String("&Split in"))
                all << action->menu()->actions();
        for (QAction* action : all)
            if (action->text().remove(QLatin1Char('&')).startsWith(start))
                return action;
        return nullptr;
    }
    QString plan() const { return words(editor.plan()); }
};

} // namespace

class TestEditMenu : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void everyActionHasAKeyOfItsOwn();
    void noKeyIsTakenTwiceInTheWindow();
    void everyEditHasAnActionAndAKey_data();
    void everyEditHasAnActionAndAKey();
    void whatCannotBeDoneSaysWhy();
    void noKeyChangesWhatIsDragged();
    void undoAndRevertAroundAnApply();
    void thePanelReverts_data();
    void thePanelReverts();
    void whatHadTheFocusIsCopied();
    void theWorkloadIsChosen();
    void aWindowThatGoesTakesWhatIsBeingTyped();
};

void TestEditMenu::everyActionHasAKeyOfItsOwn() {
    Bench f;
    QVERIFY(f.show());
    QSet<QString> keys;
    for (const QAction* action : f.menu()->actions()) {
        if (action->isSeparator() || action->menu())
            continue;
        const QString key = action->shortcut().isEmpty()
                                ? action->text().section(QLatin1Char('\t'), 1)
                                : action->shortcut().toString();
        QVERIFY2(!key.isEmpty(), qPrintable(action->text()));
        QVERIFY2(!keys.contains(key), qPrintable(key));
        keys.insert(key);
    }
    QVERIFY(keys.size() >= 15);
}

void TestEditMenu::noKeyIsTakenTwiceInTheWindow() {
    Bench f;
    QVERIFY(f.show());
    QHash<QKeySequence, QString> keys;
    for (const QAction* action : f.window.findChildren<QAction*>()) {
        if (action->shortcutContext() != Qt::WindowShortcut)
            continue;
        for (const QKeySequence& key : action->shortcuts()) {
            QVERIFY2(
                !keys.contains(key), qPrintable(
                                         key.toString() + QStringLiteral(": ") + keys[key] +
                                         QStringLiteral(", ") + action->text()));
            keys.insert(key, action->text());
        }
    }
    QVERIFY(keys.size() >= 20);
}

void TestEditMenu::everyEditHasAnActionAndAKey_data() {
    QTest::addColumn<QString>("action");
    QTest::addColumn<QKeySequence>("key");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* action, const QKeySequence& key, const char* expected) {
        QTest::newRow(action) << action << key << expected;
    };
    // On the second of A=64 B=32 C=16, with 20 SMs left over.
    row("Add", Qt::CTRL | Qt::Key_N, "A=64 B=32 C=16 D=16");
    row("Make a partition", Qt::CTRL | Qt::SHIFT | Qt::Key_N, "A=64 B=32 C=16 D=16");
    row("2 partitions: 16 and 16 SMs", Qt::CTRL | Qt::Key_2, "A=64 B=16 D=16 C=16");
    row("3 partitions: 16, 8 and 8 SMs", Qt::CTRL | Qt::Key_3, "A=64 B=16 D=8 E=8 C=16");
    row("4 partitions: 8, 8, 8 and 8 SMs", Qt::CTRL | Qt::Key_4, "A=64 B=8 D=8 E=8 F=8 C=16");
    row("As many SMs as fit", Qt::CTRL | Qt::SHIFT | Qt::Key_F, "A=64 B=0 C=16");
    row("Merge with C", Qt::CTRL | Qt::Key_M, "A=64 B=48");
    row("Equalise with C", Qt::Key_Equal, "A=64 B=24 C=24");
    row("Move to the left", Qt::ALT | Qt::Key_Up, "B=32 A=64 C=16");
    row("Move to the right", Qt::ALT | Qt::Key_Down, "A=64 C=16 B=32");
    row("Remove", Qt::Key_Delete, "A=64 C=16");
    row("Smallest units", Qt::CTRL | Qt::Key_U, "A=64 B=32 C=16 units");
    row("Largest clusters", Qt::CTRL | Qt::Key_L, "A=64 B=32 C=16 clusters");
    row("Use remainder", Qt::CTRL | Qt::Key_R, "A=64 B=32 C=16 remainder");
    row("Rename", Qt::Key_F2, "A=64 new=32 C=16");
}

void TestEditMenu::everyEditHasAnActionAndAKey() {
    QFETCH(QString, action);
    QFETCH(QKeySequence, key);
    QFETCH(QString, expected);
    for (const char* way : {"menu", "bar", "table"}) {
        Bench f;
        QVERIFY(f.show());
        PartitionEditor& editor = f.window.partitionEditor();
        QWidget* focus = QLatin1String(way) == QLatin1String("bar")
                             ? static_cast<QWidget*>(&editor.bar())
                             : &editor.table();
        focus->setFocus();
        QTRY_VERIFY(focus->hasFocus());
        if (focus == &editor.bar())
            editor.bar().setFocusPart({PartitionBar::Part::Kind::segment, 1});
        else
            editor.table().select(1);
        QAction* found = f.find(action);
        QVERIFY(found && found->isEnabled());
        if (QLatin1String(way) == QLatin1String("menu"))
            found->trigger();
        else
            QTest::keySequence(focus, key);
        if (action == QLatin1String("Rename")) { // goes on in the table
            auto* line = editor.table().findChild<QLineEdit*>();
            QVERIFY2(line, way);
            line->setText(QStringLiteral("new"));
            QTest::keyClick(line, Qt::Key_Return);
        }
        QTRY_VERIFY2(f.plan() == expected, qPrintable(f.plan() + QStringLiteral(" by ") + way));
        QCOMPARE(f.editor.undoStack().count(), 1);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.plan(), QStringLiteral("A=64 B=32 C=16"));
    }
}

void TestEditMenu::whatCannotBeDoneSaysWhy() {
    Bench f;
    QVERIFY(f.show());
    const QStringList ofAGroup{QStringLiteral("Rename"),       QStringLiteral("2 partitions"),
                               QStringLiteral("4 partitions"), QStringLiteral("Merge"),
                               QStringLiteral("Equalise"),     QStringLiteral("Move to the left"),
                               QStringLiteral("Remove")};
    f.window.partitionEditor().table().select(3); // the remainder
    for (const QString& action : ofAGroup) {
        QVERIFY2(!f.find(action)->isEnabled(), qPrintable(action));
        QCOMPARE(f.find(action)->toolTip(), QStringLiteral("Choose a partition first."));
    }
    f.window.partitionEditor().table().select(2);
    QVERIFY(f.find(QStringLiteral("Remove"))->isEnabled());
    QCOMPARE(f.find(QStringLiteral("Merge"))->toolTip(), QStringLiteral("It is the last one."));
    f.editor.setSmCount(0, 84); // nothing is left over
    QTRY_VERIFY_WITH_TIMEOUT(!f.find(QStringLiteral("Add"))->isEnabled(), patience);
    QVERIFY(f.find(QStringLiteral("Add"))->toolTip().contains(QLatin1String("left over")));
}

void TestEditMenu::noKeyChangesWhatIsDragged() {
    Bench f;
    QVERIFY(f.show());
    f.editor.setSmCount(2, 8);
    PartitionBar& bar = f.window.partitionEditor().bar();
    bar.setFocus();
    QTRY_VERIFY(bar.hasFocus());
    const QPoint from = bar.partRect({PartitionBar::Part::Kind::handle, 0}).center();
    test::drag(&bar, from, from - QPoint(bar.width() / 4, 0), 20, false);
    const QString dragged = f.plan();
    for (const QKeySequence& key :
         {QKeySequence(Qt::CTRL | Qt::Key_Z), QKeySequence(Qt::Key_Delete),
          QKeySequence(Qt::CTRL | Qt::Key_N), QKeySequence(Qt::Key_Equal)})
        QTest::keySequence(&bar, key);
    QCOMPARE(f.plan(), dragged);
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, from - QPoint(bar.width() / 4, 0));
    QCOMPARE(f.editor.undoStack().count(), 2);
    QTest::keyClick(&bar, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(f.plan(), QStringLiteral("A=64 B=32 C=8"));
}

void TestEditMenu::undoAndRevertAroundAnApply() {
    Bench f;
    QVERIFY(f.show());
    QAction* revert = f.find(QStringLiteral("Revert"));
    QVERIFY(!revert->isEnabled());
    f.editor.setSmCount(0, 40);
    QTRY_VERIFY_WITH_TIMEOUT(f.session.canApply(), patience);
    QVERIFY(f.apply());
    // Undo reaches behind the apply: the plan changes, the GPU does not.
    QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(f.plan(), QStringLiteral("A=64 B=32 C=16"));
    QCOMPARE(words(f.session.applied()->plan), QStringLiteral("A=40 B=32 C=16"));
    QCOMPARE(f.session.pendingChanges(), QStringList{QStringLiteral("A: 40 → 64 SMs")});
    QVERIFY(revert->isEnabled());
    QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(f.session.pendingChanges().isEmpty() && !revert->isEnabled());
    // To revert is one edit more, and takes the workload as it is now.
    f.editor.removeGroup(1);
    f.editor.setSmCount(0, 8);
    f.editor.setWorkload(0, QStringLiteral("fma"));
    const PartitionPlan edited = f.editor.plan();
    const int before = f.editor.undoStack().count();
    QTest::keyClick(&f.window, Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(f.plan(), QStringLiteral("A=40 B=32 C=16"));
    QCOMPARE(f.editor.plan().groups[0].workload, std::string("fma"));
    QVERIFY(f.session.pendingChanges().isEmpty() && !revert->isEnabled());
    QCOMPARE(f.editor.undoStack().count(), before + 1);
    QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(f.editor.plan(), edited);
    // And back to the very beginning, with what is applied gone.
    f.session.release();
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.applied(), patience);
    while (f.editor.undoStack().canUndo())
        f.editor.undoStack().undo();
    QCOMPARE(f.plan(), QStringLiteral("A=64 B=32 C=16"));
}

void TestEditMenu::thePanelReverts_data() {
    test::addMouseAndKeyboard();
}

void TestEditMenu::thePanelReverts() {
    QFETCH(bool, byKey);
    Bench f;
    QVERIFY(f.show());
    QPushButton& button = f.window.previewPanel().revertButton();
    QVERIFY(!button.isEnabled());
    QCOMPARE(button.toolTip(), QStringLiteral("Nothing is applied."));
    QVERIFY(f.apply());
    QVERIFY(!button.isEnabled());
    QVERIFY(button.toolTip().startsWith(QLatin1String("Nothing differs")));
    f.editor.setSmCount(0, 40);
    QVERIFY(button.isEnabled());
    if (byKey) {
        QWidget& apply = f.window.previewPanel().applyButton();
        QTRY_VERIFY(apply.isEnabled());
        apply.setFocus();
        QTest::keyClick(&apply, Qt::Key_Tab);
        QTRY_VERIFY(button.hasFocus());
        QTest::keyClick(&button, Qt::Key_Space);
    } else {
        QTest::mouseClick(&button, Qt::LeftButton);
    }
    QCOMPARE(f.plan(), QStringLiteral("A=64 B=32 C=16"));
    QVERIFY(!button.isEnabled());
    QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(f.plan(), QStringLiteral("A=40 B=32 C=16"));
}

void TestEditMenu::whatHadTheFocusIsCopied() {
    Bench f;
    QVERIFY(f.show());
    f.window.partitionEditor().table().setFocus();
    QTRY_VERIFY(f.window.partitionEditor().table().hasFocus());
    emit f.menu()->aboutToShow();
    f.find(QStringLiteral("Copy as text"))->trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith(QLatin1String("Partition\tRequested")));
    f.find(QStringLiteral("Copy as JSON"))->trigger();
    QVERIFY(Json::accept(QApplication::clipboard()->text().toStdString()));
    f.window.partitionEditor().bar().setFocus(); // has nothing to copy
    emit f.menu()->aboutToShow();
    QVERIFY(!f.find(QStringLiteral("Copy as text"))->isEnabled());
}

void TestEditMenu::theWorkloadIsChosen() {
    Bench f;
    QVERIFY(f.show());
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.workloads().empty(), patience);
    f.window.partitionEditor().table().select(1);
    emit f.menu()->aboutToShow();
    auto* workloads = f.menu()->findChild<WorkloadMenu*>();
    QVERIFY(workloads && workloads->isEnabled());
    QCOMPARE(workloads->actions().size(), 5 + 2); // none, and four; a line, and to edit its kernel
    workloads->actions()[3]->trigger();
    QCOMPARE(f.editor.plan().groups[1].workload, std::string("fill"));
    f.window.partitionEditor().table().select(3); // a remainder that is no partition
    emit f.menu()->aboutToShow();
    QVERIFY(!workloads->isEnabled());
}

void TestEditMenu::aWindowThatGoesTakesWhatIsBeingTyped() {
    test::EngineFixture engine;
    engine.editor.load(planOfCounts("sim:test", {64, 32}));
    {
        MainWindow window(engine.session);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window) && engine.start());
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.partitionEditor().table().editName(0);
        auto* line = window.partitionEditor().table().findChild<QLineEdit*>();
        QVERIFY(line);
        line->setText(QStringLiteral("new"));
    }
    QCOMPARE(words(engine.editor.plan()), QStringLiteral("new=64 B=32"));
}

QTEST_MAIN(TestEditMenu)
#include "tst_edit_menu.moc"
