// SPDX-License-Identifier: GPL-3.0-or-later
// The preview pane: what is left over is one click away, and what Apply would change is listed.
#include "tests/ui/support/ui_test.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/partition/preview_panel.h"

#include <QPushButton>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::WindowFixture;

namespace {

constexpr int patience = 10'000;

} // namespace

class TestPreviewPanel : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void usesWhatIsLeftOver_data();
    void usesWhatIsLeftOver();
    void nothingLeftNothingOffered();
    void applyTellsWhatItCreates();
    void applyTellsWhatItChanges();
};

void TestPreviewPanel::usesWhatIsLeftOver_data() {
    test::addMouseAndKeyboard();
}

void TestPreviewPanel::usesWhatIsLeftOver() {
    QFETCH(const bool, byKey);
    WindowFixture f;
    QVERIFY(f.show());
    QPushButton& button = f.window.previewPanel().remainderButton();
    QVERIFY(button.isVisible());
    QCOMPARE(button.text(), QStringLiteral("Use the 36 left over"));
    if (byKey) {
        f.window.activateWindow();
        button.setFocus();
        QTRY_VERIFY(button.hasFocus());
        QTest::keyClick(&button, Qt::Key_Space);
    } else {
        QTest::mouseClick(&button, Qt::LeftButton);
    }
    QVERIFY(f.editor.plan().partitionRemainder);
    QCOMPARE(f.editor.undoStack().count(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QVERIFY(!button.isVisible());
    f.editor.undoStack().undo();
    QTRY_VERIFY_WITH_TIMEOUT(button.isVisible(), patience);
}

void TestPreviewPanel::nothingLeftNothingOffered() {
    WindowFixture f({132});
    QVERIFY(f.show());
    const QPushButton& button = f.window.previewPanel().remainderButton();
    f.editor.setIgnoreCoscheduling(true); // so that all of it is granted
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QCOMPARE(f.session.preview()->remainder.smCount, 0);
    QVERIFY(!button.isVisible());
    f.editor.setSmCount(0, 134); // an error: nothing would be left over of nothing
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QVERIFY(f.session.preview()->hasErrors());
    QVERIFY(!button.isVisible());
}

void TestPreviewPanel::applyTellsWhatItCreates() {
    WindowFixture f({64, 32, 8, 8, 8, 8});
    QVERIFY(f.show());
    const PreviewPanel& panel = f.window.previewPanel();
    QCOMPARE(
        panel.changesText(), QStringLiteral("A is new, with 64 SMs\nB is new, with 32 SMs\n"
                                            "C is new, with 8 SMs\nD is new, with 8 SMs\n"
                                            "… and 2 more"));
    const QStringList tip = panel.applyButton().toolTip().split(QLatin1Char('\n'));
    QCOMPARE(tip.size(), 7); // all of them
    QCOMPARE(tip[6], QStringLiteral("F is new, with 8 SMs"));
    QCOMPARE(panel.applyButton().accessibleDescription(), panel.applyButton().toolTip());
}

void TestPreviewPanel::applyTellsWhatItChanges() {
    WindowFixture f;
    QVERIFY(f.show());
    QVERIFY(f.apply());
    const PreviewPanel& panel = f.window.previewPanel();
    QTRY_VERIFY_WITH_TIMEOUT(panel.changesText().isEmpty(), patience);
    QCOMPARE(panel.applyButton().toolTip(), QStringLiteral("This plan is applied."));
    f.editor.setSmCount(0, 40);
    f.editor.setPartitionRemainder(true);
    QTRY_VERIFY_WITH_TIMEOUT(f.session.isPreviewCurrent(), patience);
    QCOMPARE(
        panel.changesText(), QStringLiteral("A: 64 → 40 SMs\nThe remainder becomes a partition"));
    QVERIFY(panel.applyButton().isEnabled());
    QVERIFY(panel.applyButton().toolTip().endsWith(panel.changesText()));
}

QTEST_MAIN(TestPreviewPanel)
#include "tst_preview_panel.moc"
