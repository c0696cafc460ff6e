// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that are not saved outlive a crash: this test starts itself as the one that is killed.
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/plan_document.h"
#include "ui/shell/plan_recovery.h"

#include <QApplication>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

#include <cstdio>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::WindowFixture;

namespace {

constexpr int patience = 20'000;
constexpr const char* folderOfVictim = "PARTERRE_TEST_RECOVERY_FOLDER";

struct Bench : WindowFixture {
    explicit Bench(const QString& folder) {
        window.show();
        window.keepRecovery(folder);
    }
    PlanRecovery& recovery() const { return *window.recovery(); }
    QMenu* recoverMenu() const {
        QMenu* file = window.menuBar()->actions()[0]->menu();
        for (QAction* action : file->actions())
            if (action->text() == QLatin1String("Reco&ver"))
                return action->menu();
        return nullptr;
    }
};

/// Another window that is killed with edits which were not saved.
class Victim {
public:
    explicit Victim(const QString& folder) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QLatin1String(folderOfVictim), folder);
        m_process.setProcessEnvironment(environment);
        m_process.start(QCoreApplication::applicationFilePath(), QStringList());
    }
    bool hasEdited() {
        return m_process.waitForStarted(patience) && m_process.waitForReadyRead(patience);
    }
    void kill() {
        m_process.kill();
        m_process.waitForFinished(patience);
    }
    ~Victim() { kill(); }

private:
    QProcess m_process;
};

int beTheVictim(const QString& folder) {
    Bench bench(folder);
    bench.editor.setSmCount(0, 40);
    bench.recovery().keep();
    std::puts("edited");
    std::fflush(stdout);
    return QApplication::exec();
}

QStringList filesIn(const QTemporaryDir& folder) {
    return QDir(folder.path()).entryList({QStringLiteral("*.json")}, QDir::Files);
}

} // namespace

class TestPlanRecovery : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void aKilledWindowsPlanComesBack_data();
    void aKilledWindowsPlanComesBack();
    void isOfferedOnce();
    void aLivingWindowsIsItsOwn();
    void severalAreAllOffered();
    void onlyWhatIsNotSavedIsKept();
    void orderlyEndsLeaveNothing();
    void whatCannotBeReadIsLeftAlone();
    void saysWhenItCannotKeep();
};

void TestPlanRecovery::aKilledWindowsPlanComesBack_data() {
    test::addMouseAndKeyboard();
}

void TestPlanRecovery::aKilledWindowsPlanComesBack() {
    QFETCH(const bool, byKey);
    const QTemporaryDir folder;
    Victim victim(folder.path());
    QVERIFY(victim.hasEdited());
    victim.kill();

    Bench f(folder.path());
    const PartitionPlan before = f.editor.plan();
    MessageBar& bar = f.window.messageBar();
    QVERIFY(bar.isVisible());
    QVERIFY(bar.text().contains(QLatin1String("did not end in order")));
    QCOMPARE(bar.button().text(), QStringLiteral("Recover"));
    QVERIFY(f.start()); // the engine that is there now says nothing about that
    QVERIFY(bar.isVisible());
    if (byKey) {
        bar.button().setFocus();
        QTest::keyClick(&bar.button(), Qt::Key_Space);
    } else {
        QTest::mouseClick(&bar.button(), Qt::LeftButton);
    }
    QCOMPARE(f.editor.plan().groups[0].smCount, 40);
    QCOMPARE(f.editor.undoStack().count(), 1);
    QVERIFY(f.window.isWindowModified());
    QVERIFY(f.recovery().lost().empty());
    QCOMPARE(filesIn(folder).size(), 1); // this window's: it is not saved yet
    f.editor.undoStack().undo();
    QCOMPARE(f.editor.plan(), before);
}

void TestPlanRecovery::isOfferedOnce() {
    const QTemporaryDir folder;
    Victim victim(folder.path());
    QVERIFY(victim.hasEdited());
    victim.kill();
    {
        const Bench f(folder.path());
        QCOMPARE(f.recovery().lost().size(), std::size_t{1});
        const Bench other(folder.path()); // another window at the same time
        QVERIFY(other.recovery().lost().empty());
        QVERIFY(!other.window.messageBar().isVisible());
    }
    const Bench f(folder.path());
    QVERIFY(f.recovery().lost().empty());
    QVERIFY(filesIn(folder).isEmpty());
}

void TestPlanRecovery::aLivingWindowsIsItsOwn() {
    const QTemporaryDir folder;
    Victim victim(folder.path());
    QVERIFY(victim.hasEdited());
    Bench f(folder.path());
    QVERIFY(f.recovery().lost().empty());
    QVERIFY(!f.window.messageBar().isVisible());
    f.editor.setSmCount(0, 48);
    f.recovery().keep();
    QCOMPARE(filesIn(folder).size(), 2); // neither overwrote the other's
}

void TestPlanRecovery::severalAreAllOffered() {
    const QTemporaryDir folder;
    Victim one(folder.path());
    Victim other(folder.path());
    QVERIFY(one.hasEdited() && other.hasEdited());
    one.kill();
    other.kill();
    Bench f(folder.path());
    QCOMPARE(f.recovery().lost().size(), std::size_t{2});
    QVERIFY(f.recovery().lost()[0].time >= f.recovery().lost()[1].time);
    QMenu* file = f.window.menuBar()->actions()[0]->menu();
    emit file->aboutToShow();
    QCOMPARE(f.recoverMenu()->actions().size(), 2);
    QVERIFY(f.recoverMenu()->actions()[1]->text().contains(QLatin1String("A 40, B 32 SMs")));
    f.recoverMenu()->actions()[1]->trigger();
    QCOMPARE(f.editor.plan().groups[0].smCount, 40);
    QCOMPARE(f.recovery().lost().size(), std::size_t{1});
    f.recovery().giveUp(0);
    emit file->aboutToShow();
    QVERIFY(!f.recoverMenu()->isEnabled());
}

void TestPlanRecovery::onlyWhatIsNotSavedIsKept() {
    const QTemporaryDir folder;
    const QTemporaryDir plans;
    Bench f(folder.path());
    f.recovery().keep();
    QVERIFY(filesIn(folder).isEmpty());
    f.editor.setSmCount(0, 40);
    QTRY_COMPARE_WITH_TIMEOUT(filesIn(folder).size(), 1, patience); // by itself, in a moment
    f.editor.undoStack().undo();
    QVERIFY(filesIn(folder).isEmpty());
    f.editor.undoStack().redo();
    f.recovery().keep();
    QCOMPARE(filesIn(folder).size(), 1);
    QVERIFY(f.window.document().saveTo(plans.filePath(QStringLiteral("a.json"))));
    QVERIFY(filesIn(folder).isEmpty());
}

void TestPlanRecovery::orderlyEndsLeaveNothing() {
    const QTemporaryDir folder;
    {
        Bench f(folder.path());
        f.editor.setSmCount(0, 40);
        f.recovery().keep();
        QCOMPARE(filesIn(folder).size(), 1);
    }
    QVERIFY(QDir(folder.path()).isEmpty()); // no lock either
}

void TestPlanRecovery::whatCannotBeReadIsLeftAlone() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("newer.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"parterre_recovery\": 2}");
    file.close();
    {
        const Bench f(folder.path());
        QVERIFY(f.recovery().lost().empty());
    }
    QVERIFY(QFile::exists(path));
}

void TestPlanRecovery::saysWhenItCannotKeep() {
    const QTemporaryDir folder;
    QFile inTheWay(folder.filePath(QStringLiteral("file")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    Bench f(inTheWay.fileName()); // no folder
    f.editor.setSmCount(0, 40);
    f.recovery().keep();
    QVERIFY(f.window.messageBar().isVisible());
    QVERIFY(f.window.messageBar().text().contains(QLatin1String("would be lost in a crash")));
    f.window.messageBar().hide();
    f.editor.setSmCount(0, 48);
    f.recovery().keep();
    QVERIFY(!f.window.messageBar().isVisible()); // once
}

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    const QString folder = qEnvironmentVariable(folderOfVictim);
    if (!folder.isEmpty())
        return beTheVictim(folder);
    TestPlanRecovery test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_plan_recovery.moc"
