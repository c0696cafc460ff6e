// SPDX-License-Identifier: GPL-3.0-or-later
// What is wanted of two kernels: which goals and units there are, and what is wrong with them.
#include "tests/ui/support/choosing.h"
#include "tests/ui/support/ui_test.h"
#include "ui/experiments/goal_form.h"
#include "ui/experiments/goal_forms.h"
#include "ui/experiments/usual_box.h"
#include "ui/experiments/workload_fields.h"

#include <QSignalSpy>

using namespace parterre;
using namespace parterre::ui;
using Kind = WorkloadGoal::Kind;

namespace {

std::vector<WorkloadInfo> catalogue() {
    return {
        {"fma", "Multiply-add", "TFLOP/s", "Adds."},
        {"copy", "Copy", "GB/s", "Copies."},
        {"latency",
         "Small kernel",
         "µs",
         "Waits.",
         {{"blocks", "blocks", "blocks in the grid", 1, 4096, 1, 16}},
         false}};
}

struct Bench {
    Bench() {
        form.setCatalogue(catalogue());
        form.setGoal({"latency", {{"blocks", 528}}, Kind::p99, 400, "µs"});
    }
    bool show() {
        form.resize(320, 240);
        form.show();
        form.activateWindow();
        return QTest::qWaitForWindowActive(&form);
    }
    QStringList kinds() const { return wordsOf(form.kind()); }
    QStringList units() const { return wordsOf(form.unit()); }

    static QStringList wordsOf(const QComboBox& combo) {
        QStringList words;
        for (int i = 0; i < combo.count(); ++i)
            words << combo.itemText(i);
        return words;
    }

    GoalForm form{QStringLiteral("First kernel")};
};

QVariant dataOf(Kind kind) {
    return static_cast<int>(kind);
}

} // namespace

class TestGoalForm : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void showsTheGoal();
    void isFilledIn_data();
    void isFilledIn();
    void offersWhatTheKernelHas();
    void keepsWhatFits();
    void keepsAllWhenTheCatalogueGrows();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void showsNumbersPlainly();
    void onlyOneGetsAllTheRest();
    void findsAField();
};

void TestGoalForm::showsTheGoal() {
    Bench bench;
    QVERIFY(bench.show());
    QVERIFY(
        bench.form.goal() == (WorkloadGoal{"latency", {{"blocks", 528}}, Kind::p99, 400, "µs"}));
    QCOMPARE(*bench.form.workload().box("blocks")->given(), 528);
    QCOMPARE(bench.form.value().text(), QStringLiteral("400"));
    QVERIFY(bench.form.kind().currentText().contains(QLatin1String("p99")));
    bench.form.setGoal({"fma", {}, Kind::most});
    QVERIFY(bench.form.goal() == (WorkloadGoal{"fma", {}, Kind::most}));
    QVERIFY(!bench.form.value().isVisible() && !bench.form.unit().isVisible());
}

void TestGoalForm::isFilledIn_data() {
    test::addMouseAndKeyboard();
}

void TestGoalForm::isFilledIn() {
    QFETCH(bool, byKey);
    Bench bench;
    QVERIFY(bench.show());
    QSignalSpy changed(&bench.form, &GoalForm::changed);
    QVERIFY(test::choose(bench.form.kind(), dataOf(Kind::largest), byKey));
    QVERIFY(test::choose(bench.form.unit(), QStringLiteral("ms"), byKey));
    test::type(bench.form.value(), QStringLiteral("0.75"));
    QVERIFY(changed.count() >= 3);
    QVERIFY(
        bench.form.goal() ==
        (WorkloadGoal{"latency", {{"blocks", 528}}, Kind::largest, 0.75, "ms"}));
    QVERIFY(test::choose(bench.form.workload().choice(), QStringLiteral("copy"), byKey));
    QVERIFY(bench.form.goal() == (WorkloadGoal{"copy", {}, Kind::most}));
    QVERIFY(test::choose(bench.form.kind(), dataOf(Kind::rate), byKey));
    QVERIFY(bench.form.goal() == (WorkloadGoal{"copy", {}, Kind::rate, 50, "%"})); // as is usual
    QVERIFY(test::choose(bench.form.unit(), QStringLiteral("GB/s"), byKey));
    test::type(bench.form.value(), QStringLiteral("2000"));
    QVERIFY(bench.form.goal() == (WorkloadGoal{"copy", {}, Kind::rate, 2000, "GB/s"}));
    QVERIFY(bench.form.problem().isEmpty());
}

/// No goal that the engine would refuse because of the kernel.
void TestGoalForm::offersWhatTheKernelHas() {
    Bench bench;
    QCOMPARE(bench.kinds().size(), 3);
    QCOMPARE(bench.units(), (QStringList{QStringLiteral("µs"), QStringLiteral("ms")}));
    bench.form.workload().choose("fma", {});
    QCOMPARE(
        bench.kinds(),
        (QStringList{QStringLiteral("a rate of at least"), QStringLiteral("as much as possible")}));
    bench.form.kind().setCurrentIndex(0);
    QCOMPARE(bench.units(), (QStringList{QStringLiteral("% of alone"), QStringLiteral("TFLOP/s")}));
}

void TestGoalForm::keepsWhatFits() {
    Bench bench;
    bench.form.setGoal({"fma", {}, Kind::rate, 80, "%"});
    bench.form.workload().choose("copy", {});
    QVERIFY(bench.form.goal() == (WorkloadGoal{"copy", {}, Kind::rate, 80, "%"}));
    // What is a rate of one kernel is none of another.
    bench.form.setGoal({"fma", {}, Kind::rate, 30, "TFLOP/s"});
    bench.form.workload().choose("copy", {});
    QVERIFY(bench.form.goal() == (WorkloadGoal{"copy", {}, Kind::rate, 50, "%"}));
}

void TestGoalForm::keepsAllWhenTheCatalogueGrows() {
    Bench bench;
    bench.form.setGoal({"copy", {}, Kind::rate, 2000, "GB/s"});
    auto more = catalogue();
    more.insert(more.begin(), {"edited", "Own kernel", "launches/s", "Whatever it does."});
    bench.form.setCatalogue(more);
    QVERIFY(bench.form.goal() == (WorkloadGoal{"copy", {}, Kind::rate, 2000, "GB/s"}));
    QCOMPARE(bench.form.workload().choice().count(), 4);
}

void TestGoalForm::saysWhatIsWrong_data() {
    QTest::addColumn<QString>("workload");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("problem"); // a part of it
    const QString latency = QStringLiteral("latency");
    const QString copy = QStringLiteral("copy");
    QTest::newRow("fine") << latency << QStringLiteral("µs") << QStringLiteral("60") << QString();
    QTest::newRow("no time") << latency << QStringLiteral("µs") << QStringLiteral("0")
                             << QStringLiteral("more than 0");
    QTest::newRow("beyond measure") << latency << QStringLiteral("ms") << QStringLiteral("1000001")
                                    << QStringLiteral("1000000");
    QTest::newRow("just measured")
        << latency << QStringLiteral("ms") << QStringLiteral("1000000") << QString();
    QTest::newRow("more than all")
        << copy << QStringLiteral("%") << QStringLiteral("101") << QStringLiteral("100 %");
    QTest::newRow("all") << copy << QStringLiteral("%") << QStringLiteral("100") << QString();
    QTest::newRow("no rate") << copy << QStringLiteral("GB/s") << QStringLiteral("0")
                             << QStringLiteral("more than 0");
    QTest::newRow("any rate") << copy << QStringLiteral("GB/s") << QStringLiteral("101")
                              << QString();
}

void TestGoalForm::saysWhatIsWrong() {
    QFETCH(QString, workload);
    QFETCH(QString, unit);
    QFETCH(QString, text);
    QFETCH(QString, problem);
    Bench bench;
    QVERIFY(bench.show());
    bench.form.workload().choose(workload.toStdString(), {});
    bench.form.kind().setCurrentIndex(0);
    bench.form.unit().setCurrentIndex(bench.form.unit().findData(unit));
    test::type(bench.form.value(), text);
    QCOMPARE(bench.form.value().text(), text); // what was written stays to be seen
    QCOMPARE(bench.form.problem().isEmpty(), problem.isEmpty());
    QVERIFY2(bench.form.problem().contains(problem), qPrintable(bench.form.problem()));
    QCOMPARE(bench.form.note(), bench.form.problem());
    QCOMPARE(bench.form.value().accessibleDescription(), bench.form.problem());
    // A goal without a value has none that is wrong.
    if (workload == QLatin1String("copy")) {
        bench.form.kind().setCurrentIndex(bench.form.kind().findData(dataOf(Kind::most)));
        QVERIFY(bench.form.problem().isEmpty() && bench.form.note().isEmpty());
    }
}

void TestGoalForm::showsNumbersPlainly() {
    Bench bench;
    for (const double value : {0.125, 60.0, 52.25, 123456.0, 1e9}) {
        bench.form.setGoal({"latency", {}, Kind::p50, value, "µs"});
        QCOMPARE(bench.form.goal().value, value);
        QCOMPARE(
            bench.form.value().text(), QString::number(value, 'f', QLocale::FloatingPointShortest));
    }
}

void TestGoalForm::onlyOneGetsAllTheRest() {
    GoalForms forms;
    forms.setCatalogue(catalogue());
    forms.setGoals({{"latency", {}, Kind::p99, 60, "µs"}, {"fma", {}, Kind::most}});
    QVERIFY(forms.problem().isEmpty());
    QSignalSpy changed(&forms, &GoalForms::changed);
    forms.form(0).workload().choose("copy", {});
    QVERIFY(!changed.isEmpty());
    QVERIFY2(forms.problem().contains(QLatin1String("Only one")), qPrintable(forms.problem()));
    forms.form(0).kind().setCurrentIndex(0);
    QVERIFY(forms.problem().isEmpty());
    QVERIFY(
        forms.goals() ==
        (std::vector<WorkloadGoal>{{"copy", {}, Kind::rate, 50, "%"}, {"fma", {}, Kind::most}}));
    forms.form(0).value().setValue(0);
    QCOMPARE(forms.problem(), forms.form(0).problem());
    QVERIFY(!forms.problem().isEmpty());
}

void TestGoalForm::findsAField() {
    GoalForms forms;
    forms.setCatalogue(catalogue());
    forms.setGoals({{"latency", {}, Kind::p99, 60, "µs"}, {"latency", {}, Kind::p50, 30, "µs"}});
    forms.show();
    forms.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&forms));
    for (int i = 0; i < 2; ++i) {
        const GoalForm& form = forms.form(i);
        const std::vector<std::pair<const char*, const QWidget*>> fields{
            {"goal", &form.kind()},
            {"value", &form.value()},
            {"unit", &form.unit()},
            {"workload", &form.workload().choice()},
            {"workload_parameters.blocks", form.workload().box("blocks")}};
        for (const auto& [name, field] : fields) {
            forms.focusField(QStringLiteral("goals[%1].%2").arg(i).arg(QLatin1String(name)));
            QVERIFY2(field->hasFocus(), name);
        }
    }
}

QTEST_MAIN(TestGoalForm)
#include "tst_goal_form.moc"
