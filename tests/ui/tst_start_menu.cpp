// SPDX-License-Identifier: GPL-3.0-or-later
// The library of starting points in the window.
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/partition/start_menu.h"

#include <QMenuBar>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::WindowFixture;

namespace {

constexpr int patience = 10'000;

struct Bench : WindowFixture {
    bool show() {
        if (!WindowFixture::show())
            return false;
        window.activateWindow();
        return QTest::qWaitForWindowActive(&window) &&
               QTest::qWaitFor([this] { return session.device() != nullptr; }, patience);
    }
    StartMenu* menu() const { return window.findChild<StartMenu*>(); }
    QAction* find(const QString& title) const {
        for (QAction* action : menu()->actions())
            if (action->text().startsWith(title))
                return action;
        return nullptr;
    }
    std::vector<int> counts() const {
        std::vector<int> counts;
        for (const PlanGroup& group : editor.plan().groups)
            counts.push_back(group.smCount);
        return counts;
    }
};

} // namespace

class TestStartMenu : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void isChosen_data();
    void isChosen();
    void tellsWhatItIsForOrWhyNot();
    void keepsWhatANewerVersionWrote();
};

void TestStartMenu::isChosen_data() {
    test::addMouseAndKeyboard();
}

void TestStartMenu::isChosen() {
    QFETCH(const bool, byKey);
    Bench f;
    QVERIFY(f.show());
    const PartitionPlan before = f.editor.plan();
    if (byKey) {
        QTest::keyClick(&f.window, Qt::Key_N, Qt::ControlModifier | Qt::AltModifier);
        QTRY_VERIFY(f.menu()->isVisible());
        QTest::keyClick(f.menu(), Qt::Key_Down); // the second entry
        QTest::keyClick(f.menu(), Qt::Key_Return);
    } else {
        QMenu* file = f.window.menuBar()->actions()[0]->menu();
        file->popup(f.window.mapToGlobal(QPoint(0, 20)));
        QTest::mouseClick(
            file, Qt::LeftButton, {}, file->actionGeometry(f.menu()->menuAction()).center());
        QTRY_VERIFY(f.menu()->isVisible());
        QTest::mouseClick(
            f.menu(), Qt::LeftButton, {},
            f.menu()->actionGeometry(f.find(QStringLiteral("Halves"))).center());
    }
    QCOMPARE(f.counts(), (std::vector<int>{64, 64}));
    QCOMPARE(f.editor.undoStack().count(), 1);
    QCOMPARE(f.editor.undoStack().text(0), QStringLiteral("Start from \"Halves\""));
    f.editor.undoStack().undo();
    QCOMPARE(f.editor.plan(), before);
}

void TestStartMenu::tellsWhatItIsForOrWhyNot() {
    Bench f;
    QVERIFY(f.show());
    QCOMPARE(f.menu()->actions().size(), 7);
    const QAction* quarters = f.find(QStringLiteral("Quarters"));
    QVERIFY(quarters->isEnabled());
    QCOMPARE(quarters->text(), QStringLiteral("Quarters: 4 × 32 SMs"));
    QVERIFY(quarters->toolTip().contains(QLatin1String("Four equal partitions")));
    QCOMPARE(
        f.find(QStringLiteral("One small"))->text(),
        QStringLiteral("One small, and the rest: 16 SMs and the rest"));
    const QAction* gpcs = f.find(QStringLiteral("One per GPC"));
    QVERIFY(!gpcs->isEnabled());
    QVERIFY(gpcs->toolTip().contains(QLatin1String("Find the SMs")));
    QVERIFY(gpcs->statusTip().contains(QLatin1String("Find the SMs")));
    QVERIFY(f.menu()->toolTipsVisible());
}

void TestStartMenu::keepsWhatANewerVersionWrote() {
    Bench f;
    PartitionPlan plan = planOfCounts("sim:test", {64, 32});
    plan.unknown["from_a_newer_version"] = 1;
    f.editor.load(plan);
    QVERIFY(f.show());
    f.find(QStringLiteral("Halves"))->trigger();
    QCOMPARE(f.counts(), (std::vector<int>{64, 64}));
    QCOMPARE(f.editor.plan().unknown, plan.unknown);
}

QTEST_MAIN(TestStartMenu)
#include "tst_start_menu.moc"
