// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments of the window on the engine it ships with, on its simulated GPU.
#include "core/model/protocol.h"
#include "tests/ui/support/ui_test.h"
#include "ui/engine/session.h"
#include "ui/experiments/experiment_chart.h"
#include "ui/experiments/experiment_export.h"
#include "ui/experiments/experiment_form.h"
#include "ui/experiments/experiment_runs.h"
#include "ui/experiments/experiment_view.h"
#include "ui/experiments/experiment_window.h"
#include "ui/experiments/goal_form.h"
#include "ui/experiments/goal_forms.h"
#include "ui/experiments/plan_offer.h"
#include "ui/experiments/sm_counts_field.h"
#include "ui/experiments/usual_box.h"
#include "ui/experiments/workload_fields.h"
#include "ui/partition/plan_editor.h"
#include "ui/shell/main_window.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QProcess>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>

#include <csignal>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr int patience = 60'000;

struct Bench {
    Bench() { editor.load(planOfCounts("sim:h200", {64, 32})); }

    bool show() {
        window.show();
        client.start();
        return QTest::qWaitFor(
            [this] { return window.startButton().isEnabled() && session.isPreviewCurrent(); },
            patience);
    }
    void choose(const QString& experiment, double seconds, int runs) {
        window.choice().setCurrentIndex(window.choice().findData(experiment));
        window.form().seconds().setValue(seconds);
        window.form().runs().setGiven(runs);
    }
    bool isDone() {
        return QTest::qWaitFor([this] { return !window.runs().isRunning(); }, patience);
    }

    EngineClient client{{QStringLiteral(PARTERRE_CLI), QStringLiteral("serve")}};
    PlanEditor editor;
    Session session{client, editor};
    MainWindow main{session};
    ExperimentWindow& window = main.experiments();
};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestRealExperiments : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void listsAllOfThem();
    void measuresAndCompares();
    void measuresConnections();
    void findsASplitAndUsesItsPlan();
    void cancelsHalfWay();
    void survivesTheEnginesDeath();
    void exportsWhatTheCommandLineWrites();
};

void TestRealExperiments::listsAllOfThem() {
    Bench bench;
    QVERIFY(bench.show());
    QVERIFY(bench.window.choice().count() >= 6);
    for (int i = 0; i < bench.window.choice().count(); ++i) {
        bench.window.choice().setCurrentIndex(i);
        QVERIFY(!bench.window.question().isEmpty());
        QVERIFY(bench.window.startButton().isEnabled());
        const ExperimentInfo* info =
            bench.window.runs().find(bench.window.choice().currentData().toString().toStdString());
        QVERIFY(info);
        QCOMPARE(bench.window.form().workload().isHidden(), info->workloadRole.empty());
        // The usual choice is in the catalogue, with all that it is told.
        const ExperimentParameters shown = bench.window.form().parameters();
        QCOMPARE(shown.workload, info->workload);
        QVERIFY(shown.workloadParameters == info->workloadParameters);
        QVERIFY(shown.goals == info->goals);
    }
    QVERIFY(bench.window.simulated().contains(QLatin1String("Recorded on an NVIDIA H200")));
}

void TestRealExperiments::measuresAndCompares() {
    Bench bench;
    QVERIFY(bench.show());
    bench.choose(QStringLiteral("bandwidth"), 0.1, 2);
    bench.window.startButton().click();
    QVERIFY(bench.isDone());
    QVERIFY2(bench.window.view().result(), qPrintable(bench.window.error()));
    const ExperimentResult& result = *bench.window.view().result();
    QVERIFY(result.provenance.starts_with("Simulated"));
    QCOMPARE(result.parameters.runs, 2);
    QCOMPARE(bench.window.view().chart().pointCount(0), 3);
    QCOMPARE(bench.window.view().table().model()->rowCount(), 6);
    QVERIFY(bench.window.view().sentence().contains(QLatin1String("memory bandwidth is not")));
}

/// Which starts processes of its own.
void TestRealExperiments::measuresConnections() {
    Bench bench;
    QVERIFY(bench.show());
    bench.choose(QStringLiteral("connections"), 0.1, 1);
    bench.window.form().smCounts().setText(QStringLiteral("32"));
    bench.window.startButton().click();
    QVERIFY(bench.isDone());
    QVERIFY2(bench.window.view().result(), qPrintable(bench.window.error()));
    QCOMPARE(bench.window.view().chart().pointCount(0), 6);
}

/// What was measured is what is granted: the plan on screen needs nothing more done to it.
void TestRealExperiments::findsASplitAndUsesItsPlan() {
    Bench bench;
    QVERIFY(bench.show());
    bench.choose(QStringLiteral("find-split"), 0.1, 1);
    // By rates, that a simulated GPU tells whatever else this machine has to do.
    bench.window.form().goals().form(0).setGoal({"copy", {}, WorkloadGoal::Kind::rate, 50, "%"});
    const PartitionPlan before = bench.editor.plan();
    bench.window.startButton().click();
    QVERIFY(bench.isDone());
    QVERIFY2(bench.window.view().result(), qPrintable(bench.window.error()));
    const ExperimentResult& result = *bench.window.view().result();
    QVERIFY2(result.plan, result.sentence.c_str());
    const PartitionPlan& plan = *result.plan;
    const int first = plan.groups.at(0).smCount;
    QVERIFY2(
        result.sentence.starts_with(
            "Give copy " + std::to_string(first) + " SMs and fma the other " +
            std::to_string(132 - first)),
        result.sentence.c_str());
    bench.window.planOffer().button().click();
    QVERIFY(bench.editor.plan() == plan);
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.isPreviewCurrent(), patience);
    const Preview& preview = *bench.session.preview();
    QCOMPARE(preview.groups.size(), std::size_t{1});
    QCOMPARE(preview.groups[0].smCount, first);
    QCOMPARE(preview.remainder.smCount, 132 - first);
    QVERIFY(!preview.hasErrors());
    // And it can be had at once.
    QVERIFY(bench.session.canApply());
    bench.session.apply();
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.applied(), patience);
    bench.editor.undoStack().undo();
    QVERIFY(bench.editor.plan() == before);
}

void TestRealExperiments::cancelsHalfWay() {
    Bench bench;
    QVERIFY(bench.show());
    bench.choose(QStringLiteral("scaling"), 2, 100);
    bench.window.startButton().click();
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.runs().fraction() > 0, patience);
    bench.window.cancelButton().click();
    QVERIFY(bench.isDone());
    QVERIFY(!bench.window.view().result());
    QVERIFY(bench.window.error().isEmpty());
    // Nothing of it is in the way of the plan.
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.canApply(), patience);
    bench.session.apply();
    QTRY_VERIFY_WITH_TIMEOUT(bench.session.applied(), patience);
}

void TestRealExperiments::survivesTheEnginesDeath() {
    Bench bench;
    QVERIFY(bench.show());
    bench.choose(QStringLiteral("scaling"), 2, 100);
    bench.window.startButton().click();
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.runs().fraction() > 0, patience);
    const qint64 killed = bench.client.processId();
    QVERIFY(killed > 0); // 0 would be this very test
    ::kill(static_cast<pid_t>(killed), SIGKILL);
    QVERIFY(bench.isDone());
    QVERIFY(bench.window.error().contains(QLatin1String("signal 9")));
    QVERIFY(bench.window.isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(bench.window.startButton().isEnabled(), patience);
    bench.choose(QStringLiteral("creation-cost"), 1, 1);
    bench.window.startButton().click();
    QVERIFY(bench.isDone());
    QVERIFY2(bench.window.view().result(), qPrintable(bench.window.error()));
}

/// The same numbers both times, because no rate in them is measured: where kernels run.
void TestRealExperiments::exportsWhatTheCommandLineWrites() {
    using Format = ExperimentExport::Format;
    Bench bench;
    QVERIFY(bench.show());
    bench.choose(QStringLiteral("placement"), 1, 2);
    bench.window.form().smCounts().setText(QStringLiteral("64, 16"));
    bench.window.startButton().click();
    QVERIFY(bench.isDone());
    QVERIFY2(bench.window.view().result(), qPrintable(bench.window.error()));
    const QTemporaryDir folder;
    const auto fileOf = [&](const char* name) { return folder.filePath(QLatin1String(name)); };
    QString error;
    const ExperimentExport& exports = bench.window.view().exports();
    QVERIFY(exports.save(fileOf("window.html"), Format::report, &error));
    QVERIFY(exports.save(fileOf("window.csv"), Format::table, &error));
    QVERIFY(exports.save(fileOf("window.json"), Format::result, &error));
    const QStringList same{QStringLiteral("experiment"), QStringLiteral("placement"),
                           QStringLiteral("--device"),   QStringLiteral("sim:h200"),
                           QStringLiteral("--sms"),      QStringLiteral("64,16"),
                           QStringLiteral("--runs"),     QStringLiteral("2")};
    const QString cli = QStringLiteral(PARTERRE_CLI);
    QCOMPARE(
        QProcess::execute(
            cli, same +
                     QStringList{
                         QStringLiteral("--json"), QStringLiteral("--output"), fileOf("cli.json"),
                         QStringLiteral("--report"), fileOf("cli.html")}),
        0);
    QCOMPARE(
        QProcess::execute(
            cli, same +
                     QStringList{
                         QStringLiteral("--csv"), QStringLiteral("--output"), fileOf("cli.csv")}),
        0);
    for (const char* ending : {"html", "csv", "json"}) {
        const QByteArray wanted =
            contentOf(folder.filePath(QLatin1String("cli.") + QLatin1String(ending)));
        QVERIFY2(wanted.size() > 100, ending);
        QCOMPARE(
            contentOf(folder.filePath(QLatin1String("window.") + QLatin1String(ending))), wanted);
    }
}

QTEST_MAIN(TestRealExperiments)
#include "tst_real_experiments.moc"
