// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/protocol.h"
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/inspector/device_panel.h"
#include "ui/shell/english_plurals.h"
#include "ui/shell/plan_document.h"

#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::WindowFixture;

namespace {

struct Bench : WindowFixture {
    Bench() {
        window.setAskToClose([this](const CloseQuestion& question) {
            asked << question.text;
            details << question.details;
            return answer;
        });
    }

    QStringList asked;
    QStringList details;
    CloseQuestion::Answer answer = CloseQuestion::Answer::stay;
};

} // namespace

class TestClosing : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QApplication::installTranslator(&m_plurals); }
    void init() { test::failOnWarnings(); }
    void nothingToLoseIsNotAsked();
    void unsavedEditsAreAskedOnceWithTheirNumber();
    void savingClosesAndCanFail();
    void unappliedChangesAreCounted();
    void theTitleTellsDeviceFileAndEdits();
    void undoAndRedoSayWhat();
    void f5RescansAndKeepsWhatIsApplied_data();
    void f5RescansAndKeepsWhatIsApplied();

private:
    EnglishPlurals m_plurals;
};

void TestClosing::nothingToLoseIsNotAsked() {
    Bench f;
    QVERIFY(f.show());
    QVERIFY(f.window.close());
    QVERIFY(f.asked.isEmpty());
}

void TestClosing::unsavedEditsAreAskedOnceWithTheirNumber() {
    Bench f;
    QVERIFY(f.show());
    f.editor.setSmCount(0, 40);
    f.editor.removeGroup(1);
    QVERIFY(!f.window.close());
    QVERIFY(f.window.isVisible());
    QCOMPARE(f.asked, QStringList{QStringLiteral("2 changes of the plan not saved.")});
    QCOMPARE(f.details[0], QStringLiteral("Resize A\nRemove B"));
    f.answer = CloseQuestion::Answer::close;
    QVERIFY(f.window.close());
    QCOMPARE(f.asked.size(), 2);
}

void TestClosing::savingClosesAndCanFail() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plan.json"));
    Bench f;
    QVERIFY(f.show());
    QVERIFY(f.window.document().saveTo(path));
    f.editor.setSmCount(0, 40);
    f.answer = CloseQuestion::Answer::save;
    QVERIFY(f.window.close());
    Bench again;
    QVERIFY(again.show());
    QVERIFY(again.window.document().open(path));
    QCOMPARE(again.editor.plan().groups[0].smCount, 40);
}

void TestClosing::unappliedChangesAreCounted() {
    const QTemporaryDir folder;
    Bench f;
    QVERIFY(f.show());
    QVERIFY(f.apply());
    f.editor.setSmCount(0, 40);
    QVERIFY(f.window.document().saveTo(folder.filePath(QStringLiteral("plan.json"))));
    QVERIFY(!f.window.close());
    QCOMPARE(f.asked, QStringList{QStringLiteral("1 change not applied.")});
    QCOMPARE(f.details[0], QStringLiteral("A: 64 → 40 SMs"));
}

void TestClosing::theTitleTellsDeviceFileAndEdits() {
    const QTemporaryDir folder;
    Bench f;
    QVERIFY(f.show());
    QCOMPARE(
        f.window.windowTitle(), QStringLiteral("New plan[*] – Test GPU (sim:test) – Parterre"));
    f.editor.setSmCount(0, 40);
    QVERIFY(f.window.isWindowModified());
    QVERIFY(f.window.document().saveTo(folder.filePath(QStringLiteral("my plan.json"))));
    QVERIFY(!f.window.isWindowModified());
    QVERIFY(f.window.windowTitle().startsWith(QLatin1String("my plan.json[*]")));
}

void TestClosing::undoAndRedoSayWhat() {
    Bench f;
    QVERIFY(f.show());
    QMenu* edit = nullptr;
    for (QAction* action : f.window.menuBar()->actions())
        if (action->text() == QLatin1String("&Edit"))
            edit = action->menu();
    QVERIFY(edit);
    QAction* undo = edit->actions()[0];
    QAction* redo = edit->actions()[1];
    QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    f.editor.setSmCount(0, 40);
    QCOMPARE(undo->text(), QStringLiteral("&Undo Resize A"));
    QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(f.editor.plan().groups[0].smCount, 64);
    QCOMPARE(redo->text(), QStringLiteral("&Redo Resize A"));
    QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(f.editor.plan().groups[0].smCount, 40);
}

void TestClosing::f5RescansAndKeepsWhatIsApplied_data() {
    QTest::addColumn<QString>("device");
    QTest::newRow("listed") << "sim:test";
    QTest::newRow("named in another way") << "sim:test@12.4";
}

void TestClosing::f5RescansAndKeepsWhatIsApplied() {
    QFETCH(QString, device);

    Bench f;
    QVERIFY(f.show());
    f.editor.setDevice(device);
    QTRY_VERIFY_WITH_TIMEOUT(f.session.canApply() && f.session.device(), 10'000);
    QVERIFY(f.apply());
    const QSignalSpy rescanned(&f.session, &Session::rescanned);
    // Nothing is drawn anew where nothing is another than before: it would flicker.
    const QSignalSpy devices(&f.session, &Session::devicesChanged);
    const QSignalSpy shown(&f.session, &Session::deviceChanged);
    const QSignalSpy preview(&f.session, &Session::previewChanged);
    const auto* facts = f.window.devicePanel().findChild<QScrollArea*>()->widget();
    QTest::keyClick(&f.window, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(rescanned.count(), 1, 10'000);
    QVERIFY(rescanned[0][0].toInt() > 0);
    // The engine answers in order: after this, it has answered the rescan's last question.
    bool answered = false;
    f.client.request(
        protocol::method::status, Json::object(), this, [&](const Json&) { answered = true; },
        [&](const EngineError&) { answered = true; });
    QTRY_VERIFY_WITH_TIMEOUT(answered, 10'000);
    QVERIFY(f.session.applied());
    QCOMPARE(devices.count() + shown.count() + preview.count(), 0);
    QCOMPARE(f.window.devicePanel().findChild<QScrollArea*>()->widget(), facts);
}

QTEST_MAIN(TestClosing)
#include "tst_closing.moc"
