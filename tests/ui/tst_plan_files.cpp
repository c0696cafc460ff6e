// SPDX-License-Identifier: GPL-3.0-or-later
// Plans as files: recent ones, dropped ones, those of another GPU.
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/shell/message_bar.h"
#include "ui/shell/plan_document.h"
#include "ui/shell/plan_file.h"
#include "ui/shell/recent_files.h"
#include "ui/shell/recent_menu.h"

#include <QDropEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::WindowFixture;

namespace {

constexpr int patience = 10'000;

struct Bench : WindowFixture {
    Bench() {
        window.setAskToClose([this](const CloseQuestion& question) {
            asked << question.title;
            return answer;
        });
    }

    bool show() {
        if (!WindowFixture::show())
            return false;
        window.activateWindow();
        return QTest::qWaitForWindowActive(&window) &&
               QTest::qWaitFor([this] { return session.device() != nullptr; }, patience);
    }
    QString file(const QString& name, const PartitionPlan& plan) const {
        const QString path = folder.filePath(name);
        return plan_file::write(path, plan).isEmpty() ? path : QString();
    }
    RecentMenu* recent() const { return window.findChild<RecentMenu*>(); }
    QMenu* fileMenu() const { return window.menuBar()->actions()[0]->menu(); }
    /// What Qt does with a file dragged from elsewhere; whether the window takes it.
    bool drop(const QList<QUrl>& urls) {
        QMimeData dragged;
        dragged.setUrls(urls);
        QDragEnterEvent enter(
            {200, 200}, Qt::CopyAction | Qt::MoveAction, &dragged, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent event({200, 200}, Qt::CopyAction | Qt::MoveAction, &dragged, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&window, &event);
        QCoreApplication::processEvents();
        return event.isAccepted() && event.dropAction() == Qt::CopyAction;
    }
    std::vector<int> counts() const {
        std::vector<int> counts;
        for (const PlanGroup& group : editor.plan().groups)
            counts.push_back(group.smCount);
        return counts;
    }

    QTemporaryDir folder;
    QStringList asked;
    CloseQuestion::Answer answer = CloseQuestion::Answer::stay;
};

PartitionPlan elsewhere(const std::vector<int>& counts, int madeFor) {
    PartitionPlan plan = planOfCounts("gpu:GPU-11111111-2222-3333-4444-555555555555", counts);
    plan.madeFor = PlanOrigin{"Far GPU", madeFor};
    return plan;
}

} // namespace

class TestPlanFiles : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QCoreApplication::setOrganizationName(QStringLiteral("parterre-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_plan_files"));
    }
    void init() {
        test::failOnWarnings();
        recent_files::clear();
    }
    void cleanup() { recent_files::clear(); }
    void recentOnesAreOffered_data();
    void recentOnesAreOffered();
    void thoseThatAreGoneSaySo();
    void onlySoManyAreRemembered();
    void aDroppedPlanIsOpened();
    void whatIsNoPlanIsNotTaken();
    void unsavedEditsAreAskedAbout_data();
    void unsavedEditsAreAskedAbout();
    void aPlanOfAnotherGpuIsFitted_data();
    void aPlanOfAnotherGpuIsFitted();
    void aGpuThatIsAnotherOneNow();
    void aPlanOfThisGpuIsLeftAlone();
    void aPlanOpenedBeforeTheEngineIsThere();
    void savingTellsTheGpu();
    void errorsTellTheLine();
};

void TestPlanFiles::recentOnesAreOffered_data() {
    test::addMouseAndKeyboard();
}

void TestPlanFiles::recentOnesAreOffered() {
    QFETCH(const bool, byKey);
    Bench f;
    QVERIFY(f.show());
    QVERIFY(!f.recent()->actions()[0]->isEnabled()); // none yet
    const QString first = f.file(QStringLiteral("first.json"), planOfCounts("sim:test", {40}));
    QVERIFY(f.window.document().open(first));
    QVERIFY(f.window.document().saveTo(f.folder.filePath(QStringLiteral("second.json"))));
    QCOMPARE(recent_files::list().size(), 2);
    QVERIFY(f.window.document().open(
        f.file(QStringLiteral("third.json"), planOfCounts("sim:test", {24, 24}))));
    f.recent()->popup(f.window.mapToGlobal(QPoint(20, 20)));
    QCOMPARE(f.recent()->actions()[0]->text(), QStringLiteral("&1  third.json"));
    QAction* wanted = f.recent()->actions()[2];
    QCOMPARE(wanted->text(), QStringLiteral("&3  first.json"));
    QCOMPARE(wanted->toolTip(), first);
    if (byKey)
        QTest::keyClick(f.recent(), Qt::Key_3);
    else
        QTest::mouseClick(
            f.recent(), Qt::LeftButton, {}, f.recent()->actionGeometry(wanted).center());
    QCOMPARE(f.counts(), std::vector{40});
    QCOMPARE(f.window.document().path(), first);
    QCOMPARE(recent_files::list().front(), first); // the newest now
    QCOMPARE(recent_files::list().size(), 3);
}

void TestPlanFiles::thoseThatAreGoneSaySo() {
    Bench f;
    QVERIFY(f.show());
    const QString path = f.file(QStringLiteral("gone.json"), planOfCounts("sim:test", {40}));
    QVERIFY(f.window.document().open(path));
    QVERIFY(QFile::remove(path));
    f.recent()->popup({});
    const QAction* gone = f.recent()->actions()[0];
    QVERIFY(!gone->isEnabled());
    QCOMPARE(gone->text(), QStringLiteral("&1  gone.json (not there any more)"));
    f.recent()->actions().last()->trigger(); // clear
    QVERIFY(recent_files::list().isEmpty());
    f.recent()->hide();
}

void TestPlanFiles::onlySoManyAreRemembered() {
    for (int i = 0; i < 20; ++i)
        recent_files::remember(QStringLiteral("/somewhere/%1.json").arg(i));
    QCOMPARE(recent_files::list().size(), recent_files::most);
    QCOMPARE(recent_files::list().front(), QStringLiteral("/somewhere/19.json"));
}

void TestPlanFiles::aDroppedPlanIsOpened() {
    Bench f;
    QVERIFY(f.show());
    const QString path = f.file(QStringLiteral("a.json"), planOfCounts("sim:test", {40, 8}));
    QVERIFY(f.drop({QUrl::fromLocalFile(path)}));
    QTRY_COMPARE(f.counts(), (std::vector{40, 8}));
    QCOMPARE(f.window.document().path(), path);
    QVERIFY(QFile::exists(path));
}

void TestPlanFiles::whatIsNoPlanIsNotTaken() {
    Bench f;
    QVERIFY(f.show());
    const PartitionPlan before = f.editor.plan();
    QVERIFY(!f.drop({}));
    QVERIFY(!f.drop({QUrl(QStringLiteral("https://example.org/a.json"))}));
    const QUrl one = QUrl::fromLocalFile(f.folder.filePath(QStringLiteral("no.json")));
    QVERIFY(!f.drop({one, one}));
    QVERIFY(f.drop({one})); // which is not there: told, and nothing lost
    QTRY_VERIFY(f.window.messageBar().isVisible());
    QVERIFY(f.window.messageBar().text().contains(QLatin1String("no.json could not be opened")));
    QCOMPARE(f.editor.plan(), before);
}

void TestPlanFiles::unsavedEditsAreAskedAbout_data() {
    QTest::addColumn<int>("answer");
    QTest::addColumn<bool>("opens");
    QTest::newRow("stay") << int(CloseQuestion::Answer::stay) << false;
    QTest::newRow("go on") << int(CloseQuestion::Answer::close) << true;
    QTest::newRow("save") << int(CloseQuestion::Answer::save) << true;
}

void TestPlanFiles::unsavedEditsAreAskedAbout() {
    QFETCH(const int, answer);
    QFETCH(const bool, opens);
    Bench f;
    QVERIFY(f.show());
    const QString mine = f.folder.filePath(QStringLiteral("mine.json"));
    QVERIFY(f.window.document().saveTo(mine));
    const QString other = f.file(QStringLiteral("other.json"), planOfCounts("sim:test", {24}));
    QVERIFY(f.window.document().open(mine)); // nothing to lose: not asked
    QVERIFY(f.asked.isEmpty());
    f.editor.setSmCount(0, 40);
    f.answer = static_cast<CloseQuestion::Answer>(answer);
    QCOMPARE(f.window.document().open(other), opens);
    QCOMPARE(f.asked, QStringList{QStringLiteral("Open another plan?")});
    QCOMPARE(f.editor.plan().groups[0].smCount, opens ? 24 : 40);
    const bool saved = f.answer == CloseQuestion::Answer::save;
    QCOMPARE(plan_file::read(mine).groups[0].smCount, saved ? 40 : 64);
}

void TestPlanFiles::aPlanOfAnotherGpuIsFitted_data() {
    test::addMouseAndKeyboard();
}

void TestPlanFiles::aPlanOfAnotherGpuIsFitted() {
    QFETCH(const bool, byKey);
    Bench f;
    QVERIFY(f.show());
    const PartitionPlan original = elsewhere({32, 16}, 66); // half the size of the one here
    const QString path = f.file(QStringLiteral("far.json"), original);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(f.window.document().open(path));
    QCOMPARE(f.counts(), (std::vector{64, 32}));
    QCOMPARE(f.editor.plan().device, std::string("sim:test"));
    QCOMPARE(f.editor.undoStack().count(), 1);
    QVERIFY(f.window.messageBar().isVisible());
    const QString told = f.window.messageBar().text();
    for (const char* words : {"far.json was made for Far GPU with 66 SMs", "Test GPU (sim:test"})
        QVERIFY2(told.contains(QLatin1String(words)), qPrintable(told));
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QVERIFY(!f.session.preview()->hasErrors());
    QVERIFY(f.window.document().path().isEmpty()); // Save asks where: the file is another's
    file.seek(0);
    QCOMPARE(file.readAll(), bytes);
    // What the engine had to say about the GPU that is not here is nobody's business any more.
    QTest::qWait(50);
    QCOMPARE(f.window.messageBar().text(), told);
    QPushButton& button = f.window.messageBar().button();
    QCOMPARE(button.text(), QStringLiteral("As it was saved"));
    if (byKey) {
        button.setFocus();
        QTest::keyClick(&button, Qt::Key_Space);
    } else {
        QTest::mouseClick(&button, Qt::LeftButton);
    }
    QCOMPARE(f.editor.plan(), original);
}

void TestPlanFiles::aGpuThatIsAnotherOneNow() {
    Bench f;
    QVERIFY(f.show());
    PartitionPlan plan = elsewhere({32, 16}, 66);
    plan.device = "sim:test"; // as gpu:0 is another one in another machine
    QVERIFY(f.window.document().open(f.file(QStringLiteral("a.json"), plan)));
    QCOMPARE(f.counts(), (std::vector{64, 32}));
    QCOMPARE(f.editor.undoStack().count(), 1);
}

void TestPlanFiles::aPlanOfThisGpuIsLeftAlone() {
    Bench f;
    QVERIFY(f.show());
    PartitionPlan plan = elsewhere({30, 16}, 132);
    plan.device = "sim:test";
    for (const bool tells : {true, false}) {
        if (!tells)
            plan.madeFor.reset();
        QVERIFY(f.window.document().open(f.file(QStringLiteral("a.json"), plan)));
        QCOMPARE(f.editor.plan(), plan);
        QCOMPARE(f.editor.undoStack().count(), 0);
        QVERIFY(!f.window.messageBar().isVisible());
    }
}

void TestPlanFiles::aPlanOpenedBeforeTheEngineIsThere() {
    Bench f;
    f.window.document().adopt(elsewhere({32, 16}, 66), QStringLiteral("/far.json"));
    QCOMPARE(f.counts(), (std::vector{32, 16}));
    f.window.show();
    f.client.start();
    QTRY_COMPARE_WITH_TIMEOUT(f.counts(), (std::vector{64, 32}), patience);
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QVERIFY(f.window.messageBar().text().startsWith(QLatin1String("far.json was made for")));

    // Who named the GPU gets that one or is told that it is not here.
    Bench named;
    const PartitionPlan wanted = elsewhere({32, 16}, 132);
    named.window.document().adopt(wanted, {}, false);
    named.window.show();
    named.client.start();
    QTRY_VERIFY_WITH_TIMEOUT(named.session.isPreviewCurrent(), patience);
    QCOMPARE(named.editor.plan(), wanted);
}

void TestPlanFiles::savingTellsTheGpu() {
    Bench f;
    QVERIFY(f.show());
    const QString path = f.folder.filePath(QStringLiteral("a.json"));
    QVERIFY(f.window.document().saveTo(path));
    const PartitionPlan saved = plan_file::read(path);
    QVERIFY(saved.madeFor);
    QCOMPARE(saved.madeFor->name, std::string("Test GPU"));
    QCOMPARE(saved.madeFor->smCount, 132);
    QVERIFY(!f.window.isWindowModified());
}

void TestPlanFiles::errorsTellTheLine() {
    Bench f;
    QVERIFY(f.show());
    QFile file(f.folder.filePath(QStringLiteral("broken.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "{\"parterre_plan\": 1,\n \"groups\": [\n  {\"name\": \"A\",\n   \"sm_count\": -4}]}");
    file.close();
    QString told;
    connect(
        &f.window.document(), &PlanDocument::failed, this,
        [&](const QString&, const QString& details) { told = details; });
    QVERIFY(!f.window.document().open(file.fileName()));
    QCOMPARE(
        told, QStringLiteral("broken.json, line 4: groups[0].sm_count is -4; allowed: a whole "
                             "number from 0 to 4096"));
    QVERIFY(recent_files::list().isEmpty());
}

QTEST_MAIN(TestPlanFiles)
#include "tst_plan_files.moc"
