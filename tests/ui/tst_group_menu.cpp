// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/inspector/device_panel.h"
#include "ui/partition/group_actions.h"
#include "ui/partition/group_menu.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/plan_tree.h"
#include "ui/partition/preview_panel.h"
#include "ui/shell/message_bar.h"
#include "ui/throughput/curve_legend.h"
#include "ui/throughput/throughput_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QListView>
#include <QScrollArea>
#include <QToolBar>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::WindowFixture;

namespace {

constexpr int patience = 10'000;

/// Of the menu itself, or of a submenu: "Split in/2".
QAction* find(const QMenu& menu, const QString& path) {
    const QString start = path.section(QLatin1Char('/'), 0, 0);
    const QString rest = path.section(QLatin1Char('/'), 1);
    for (QAction* action : menu.actions())
        if (action->text().remove(QLatin1Char('&')).startsWith(start))
            return rest.isEmpty() ? action : find(*action->menu(), rest);
    return nullptr;
}

QStringList groups(const PlanEditor& editor) {
    QStringList groups;
    for (const PlanGroup& group : editor.plan().groups)
        groups
            << QStringLiteral("%1=%2").arg(QString::fromStdString(group.name)).arg(group.smCount);
    return groups;
}

/// As the plan's file has them, of those that have one: "A=#147bc2".
QStringList colours(const PlanEditor& editor) {
    QStringList colours;
    const Json plan = editor.plan();
    for (const Json& group : plan["groups"])
        if (group.contains("colour"))
            colours << QString::fromStdString(
                group["name"].get<std::string>() + '=' + group["colour"].get<std::string>());
    return colours;
}

/// Goes through a menu that is open, and its submenus, as a hand does.
bool choose(QMenu* menu, const QString& path, bool byKeys) {
    QAction* action = find(*menu, path.section(QLatin1Char('/'), 0, 0));
    if (!action || !QTest::qWaitForWindowExposed(menu))
        return false;
    if (byKeys) {
        for (int i = 0; menu->activeAction() != action; ++i) {
            if (i > 30)
                return false;
            QTest::keyClick(menu, Qt::Key_Down);
        }
        QTest::keyClick(menu, action->menu() ? Qt::Key_Right : Qt::Key_Return);
    } else {
        QTest::mouseMove(menu, menu->actionGeometry(action).center());
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    }
    const QString rest = path.section(QLatin1Char('/'), 1);
    return rest.isEmpty() || choose(action->menu(), rest, byKeys);
}

} // namespace

class TestGroupMenu : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void editsThePlan_data();
    void editsThePlan();
    void saysWhyNot();
    void choosesAWorkload();
    void runsAndStops();
    void opensByMouseAndKey_data();
    void opensByMouseAndKey();
    void worksByMouseAndKeys_data();
    void worksByMouseAndKeys();
    void aKeyThatCannotMoveSaysWhyInTheWindow();
    void aColourIsSeenEverywhere();
    void aColourIsNothingToApply();
    void whatHasTheFocusIsCopied_data();
    void whatHasTheFocusIsCopied();
};

void TestGroupMenu::editsThePlan_data() {
    QTest::addColumn<QString>("action");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("in two") << QStringLiteral("Split in/2 partitions: 32 and 32 SMs")
                            << QStringList{"A=32", "C=32", "B=32"};
    QTest::newRow("in three") << QStringLiteral("Split in/3 partitions: 24, 24 and 16 SMs")
                              << QStringList{"A=24", "C=24", "D=16", "B=32"};
    QTest::newRow("in four") << QStringLiteral("Split in/4 partitions: 16, 16, 16 and 16 SMs")
                             << QStringList{"A=16", "C=16", "D=16", "E=16", "B=32"};
    QTest::newRow("merge") << QStringLiteral("Merge with B") << QStringList{"A=96"};
    QTest::newRow("equalise") << QStringLiteral("Equalise with B") << QStringList{"A=48", "B=48"};
    QTest::newRow("remove") << QStringLiteral("Remove") << QStringList{"B=32"};
}

void TestGroupMenu::editsThePlan() {
    QFETCH(QString, action);
    QFETCH(QStringList, expected);
    WindowFixture f;
    QVERIFY(f.show());
    const QStringList before = groups(f.editor);
    f.window.partitionEditor().table().select(0);
    GroupMenu menu(f.window.partitionEditor(), f.session);
    QVERIFY(find(menu, action));
    find(menu, action)->trigger();
    QCOMPARE(groups(f.editor), expected);
    QCOMPARE(f.editor.undoStack().count(), 1);
    f.editor.undoStack().undo();
    QCOMPARE(groups(f.editor), before);
}

void TestGroupMenu::saysWhyNot() {
    WindowFixture f({8});
    QVERIFY(f.show());
    f.window.partitionEditor().table().select(0);
    const GroupMenu menu(f.window.partitionEditor(), f.session);
    for (const char* text : {"Split in/2", "Split in/4", "Merge", "Equalise", "Run"}) {
        QAction* action = find(menu, QLatin1String(text));
        QVERIFY(action && !action->isEnabled());
        QVERIFY(!action->toolTip().isEmpty());
    }
    f.window.partitionEditor().table().select(1);
    const GroupMenu remainder(f.window.partitionEditor(), f.session);
    QVERIFY(!find(remainder, QStringLiteral("Remove")));
    QVERIFY(find(remainder, QStringLiteral("Use remainder"))->isEnabled());
    f.editor.load(planOfCounts("sim:test", {64, 64}));
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    const QAction* take = find(remainder, QStringLiteral("Make a partition"));
    QVERIFY(!take->isEnabled());
    QVERIFY2(take->toolTip().contains(QLatin1String("at least 8")), qPrintable(take->toolTip()));
}

void TestGroupMenu::choosesAWorkload() {
    WindowFixture f;
    QVERIFY(f.show());
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.workloads().empty(), patience);
    f.window.partitionEditor().table().select(1);
    const GroupMenu menu(f.window.partitionEditor(), f.session);
    QMenu* workloads = find(menu, QStringLiteral("Workload"))->menu();
    QVERIFY(find(*workloads, QStringLiteral("none"))->isChecked());
    find(*workloads, QStringLiteral("copy"))->trigger();
    QCOMPARE(f.editor.plan().groups[1].workload, std::string("copy"));
}

void TestGroupMenu::runsAndStops() {
    WindowFixture f;
    QVERIFY(f.show());
    f.editor.setWorkload(0, QStringLiteral("fma"));
    QVERIFY(f.apply());
    f.window.partitionEditor().table().select(0);
    GroupMenu run(f.window.partitionEditor(), f.session);
    find(run, QStringLiteral("Run A"))->trigger();
    QVERIFY(f.session.isRunning(0));
    f.window.partitionEditor().table().select(0);
    GroupMenu stop(f.window.partitionEditor(), f.session);
    find(stop, QStringLiteral("Stop A"))->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!f.session.isRunning(0), patience);
}

void TestGroupMenu::opensByMouseAndKey_data() {
    QTest::addColumn<bool>("onBar");
    QTest::addColumn<int>("reason");
    QTest::newRow("bar, mouse") << true << int(QContextMenuEvent::Mouse);
    QTest::newRow("bar, key") << true << int(QContextMenuEvent::Keyboard);
    QTest::newRow("table, mouse") << false << int(QContextMenuEvent::Mouse);
    QTest::newRow("table, key") << false << int(QContextMenuEvent::Keyboard);
}

void TestGroupMenu::opensByMouseAndKey() {
    QFETCH(bool, onBar);
    QFETCH(int, reason);
    WindowFixture f;
    QVERIFY(f.show());
    PartitionEditor& editor = f.window.partitionEditor();
    editor.bar().setFocusPart({PartitionBar::Part::Kind::segment, 1});
    editor.table().setCurrentIndex(editor.table().model()->index(1, 0));
    QWidget* target = onBar ? static_cast<QWidget*>(&editor.bar()) : editor.table().viewport();
    const QPoint at = onBar ? editor.bar().partRect(editor.bar().focusPart()).center()
                            : editor.table().visualRect(editor.table().currentIndex()).center();
    QContextMenuEvent event(
        static_cast<QContextMenuEvent::Reason>(reason), at, target->mapToGlobal(at));
    QApplication::sendEvent(target, &event);
    auto* menu = editor.findChild<GroupMenu*>();
    QVERIFY(menu && menu->isVisible());
    find(*menu, QStringLiteral("Remove"))->trigger();
    menu->close();
    QCOMPARE(groups(f.editor), QStringList{"A=64"});
}

void TestGroupMenu::worksByMouseAndKeys_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("row");
    QTest::addColumn<bool>("byKeys");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* path, int on, const QStringList& expected) {
        QTest::addRow("%s, mouse", path) << QString::fromUtf8(path) << on << false << expected;
        QTest::addRow("%s, keys", path) << QString::fromUtf8(path) << on << true << expected;
    };
    row("Split in/2", 0, {"A=32", "C=32", "B=32"});
    row("Split in/3", 0, {"A=24", "C=24", "D=16", "B=32"});
    row("Split in/4", 0, {"A=16", "C=16", "D=16", "E=16", "B=32"});
    row("Merge", 0, {"A=96"});
    row("Equalise", 0, {"A=48", "B=48"});
    row("As many", 1, {"A=64", "B=0"});
    row("Remove", 0, {"B=32"});
    row("Make a partition", 2, {"A=64", "B=32", "C=32"}); // of 36 SMs
    row("Colour/Green", 1, {"A=64", "B=32", "B=#00936b"});
}

void TestGroupMenu::worksByMouseAndKeys() {
    QFETCH(QString, path);
    QFETCH(int, row);
    QFETCH(bool, byKeys);
    QFETCH(QStringList, expected);
    WindowFixture f;
    QVERIFY(f.show());
    const QStringList before = groups(f.editor);
    PartitionBar& bar = f.window.partitionEditor().bar();
    bar.setFocusPart({PartitionBar::Part::Kind::segment, row});
    const QPoint at = bar.partRect(bar.focusPart()).center();
    QContextMenuEvent event(
        byKeys ? QContextMenuEvent::Keyboard : QContextMenuEvent::Mouse, at, bar.mapToGlobal(at));
    QApplication::sendEvent(&bar, &event);
    auto* menu = f.window.partitionEditor().findChild<GroupMenu*>();
    QVERIFY(menu);
    QVERIFY(choose(menu, path, byKeys));
    QCOMPARE(groups(f.editor) + colours(f.editor), expected);
    QCOMPARE(f.editor.undoStack().count(), 1);
    QTRY_VERIFY(f.window.partitionEditor().findChild<GroupMenu*>() == nullptr);
    f.editor.undoStack().undo();
    QCOMPARE(groups(f.editor) + colours(f.editor), before);
}

void TestGroupMenu::aKeyThatCannotMoveSaysWhyInTheWindow() {
    WindowFixture f({64, 8});
    QVERIFY(f.show());
    PartitionBar& bar = f.window.partitionEditor().bar();
    bar.setFocusPart({PartitionBar::Part::Kind::handle, 0});
    QTest::keyClick(&bar, Qt::Key_Right);
    QVERIFY(f.window.messageBar().isVisible());
    QVERIFY(f.window.messageBar().text().startsWith(
        QLatin1String("A cannot be larger: B has the least already, 8 SM")));
}

void TestGroupMenu::aColourIsSeenEverywhere() {
    WindowFixture f;
    QVERIFY(f.show());
    QVERIFY(f.apply());
    PartitionEditor& editor = f.window.partitionEditor();
    const QColor chosen(QStringLiteral("#7a72c8"));
    const auto strip = [&] {
        const QRect part = editor.bar().partRect({PartitionBar::Part::Kind::segment, 0});
        const QImage picture = editor.bar().grab().toImage();
        int found = 0;
        for (int x = 0; x < picture.width(); ++x)
            for (int y = 0; y < picture.height(); ++y)
                if (picture.pixelColor(x, y) == chosen)
                    ++found;
        return found > part.width();
    };
    const auto legend = [&] {
        return f.window.throughputPanel().legend().actions()[0]->icon().pixmap(22, 14).toImage();
    };
    const QImage before = legend();
    QVERIFY(!strip());
    editor.table().select(0);
    GroupMenu menu(editor, f.session);
    QVERIFY(find(menu, QStringLiteral("Colour/By position"))->isChecked());
    find(menu, QStringLiteral("Colour/Violet"))->trigger();
    QVERIFY(strip());
    QCOMPARE(editor.model().index(0, 0).data(PlanTableModel::colourRole).value<QColor>(), chosen);
    QVERIFY(legend() != before);
    QVERIFY(find(GroupMenu(editor, f.session), QStringLiteral("Colour/Violet"))->isChecked());
    // A colour of somebody's own, out of a file, is offered too.
    f.editor.setColour(0, QStringLiteral("#12aBcD"));
    QVERIFY(find(GroupMenu(editor, f.session), QStringLiteral("Colour/#12aBcD"))->isChecked());
}

void TestGroupMenu::aColourIsNothingToApply() {
    WindowFixture f;
    QVERIFY(f.show());
    QVERIFY(f.apply());
    f.editor.setColour(1, QStringLiteral("#7a72c8"));
    QCOMPARE(f.session.pendingChanges(), QStringList());
    f.editor.setSmCount(0, 40);
    f.session.revert();
    QCOMPARE(groups(f.editor) + colours(f.editor), (QStringList{"A=64", "B=32", "B=#7a72c8"}));
}

void TestGroupMenu::whatHasTheFocusIsCopied_data() {
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("inText");
    QTest::addColumn<QString>("inJson");
    QTest::newRow("table") << "table"
                           << "Partition\tRequested"
                           << "\"requested_sm_count\": 64";
    QTest::newRow("numbers") << "numbers"
                             << "Partition\tNow"
                             << "[";
    QTest::newRow("preview") << "preview"
                             << "A: 64 of 64 SMs"
                             << "\"groups\"";
    QTest::newRow("inspector") << "inspector"
                               << "Test GPU"
                               << "\"name\": \"Test GPU\"";
}

void TestGroupMenu::whatHasTheFocusIsCopied() {
    QFETCH(QString, where);
    QFETCH(QString, inText);
    QFETCH(QString, inJson);
    WindowFixture f;
    QVERIFY(f.show());
    QWidget* target = &f.window.devicePanel().list();
    if (where == QLatin1String("table"))
        target = &f.window.partitionEditor().table();
    else if (where == QLatin1String("numbers"))
        target = &f.window.throughputPanel().numbers();
    else if (where == QLatin1String("preview"))
        target = f.window.previewPanel().findChild<QScrollArea*>();
    f.window.activateWindow();
    target->setFocus();
    QTRY_VERIFY(target->hasFocus());
    QTest::keyClick(target, Qt::Key_C, Qt::ControlModifier);
    const QString text = QApplication::clipboard()->text();
    QVERIFY2(text.contains(inText), qPrintable(text));
    QTest::keyClick(target, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QString json = QApplication::clipboard()->text();
    QVERIFY2(json.contains(inJson), qPrintable(json));
    QVERIFY(Json::accept(json.toStdString()));
}

QTEST_MAIN(TestGroupMenu)
#include "tst_group_menu.moc"
