// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a result, the list of results, and the fields that an experiment is told with.
#include "core/report/experiment_csv.h"
#include "core/report/experiment_report.h"
#include "tests/ui/support/experiment_results.h"
#include "tests/ui/support/ui_test.h"
#include "ui/experiments/experiment_export.h"
#include "ui/experiments/experiment_form.h"
#include "ui/experiments/experiment_results.h"
#include "ui/experiments/experiment_table_model.h"
#include "ui/experiments/sm_counts_field.h"
#include "ui/experiments/usual_box.h"
#include "ui/experiments/workload_fields.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalSpy>

using namespace parterre;
using namespace parterre::ui;
using test::someResult;

namespace {

std::vector<WorkloadInfo> catalogue() {
    WorkloadInfo copy{"copy", "Copy", "GB/s", "Copies."};
    copy.parameters = {
        {"working_set_mib", "MiB", "size of the buffer", 1, 1 << 20, 1, 512},
        {"block_size", "threads", "threads in a block", 32, 1024, 32, 256},
        {"blocks_per_sm", "blocks", "blocks on an SM", 1, 1024, 1, {}}};
    return {{"fma", "Multiply-add", "TFLOP/s", "Adds."}, copy};
}

ExperimentInfo takesAll() {
    return {
        "scaling",
        "rate",
        "How?",
        "So.",
        "the kernel measured",
        "the sizes of the partitions",
        "copy",
        {{"block_size", 128}},
        0.5,
        5};
}

} // namespace

class TestExperimentModels : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void tableShowsAResult();
    void tableAsText();
    void resultsAreKeptNewestFirst();
    void usualBox();
    void usualBoxTakesMultiples();
    void smCounts_data();
    void smCounts();
    void formShowsWhatAnExperimentTakes();
    void formTellsWhatIsWritten();
    void formFindsAField();
    void exportsAreTheCommandLines();
};

void TestExperimentModels::tableShowsAResult() {
    ExperimentTableModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(model.asText().isEmpty());
    model.setResult(someResult());
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.columnCount(), 4);
    QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("80.13"));
    QCOMPARE(model.index(0, 3).data().toString(), QString()); // not known
    QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), QStringLiteral("median, GB/s"));
    // Numbers under each other, words not.
    QVERIFY(model.index(0, 0).data(Qt::TextAlignmentRole).toInt() & Qt::AlignLeft);
    QVERIFY(model.index(0, 1).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
    model.setResult(ExperimentResult());
    QCOMPARE(model.columnCount(), 0);
}

void TestExperimentModels::tableAsText() {
    ExperimentTableModel model;
    model.setResult(someResult());
    QCOMPARE(
        model.asText(), QStringLiteral("It grows.\n\nkernel\tSMs\tmedian, GB/s\tother\n"
                                       "copy, \"fast\"\t8\t80.13\t\ncopy\t16\t160.00\t3\n"));
}

void TestExperimentModels::resultsAreKeptNewestFirst() {
    ExperimentResults results;
    const QAbstractItemModelTester tester(&results);
    for (int i = 0; i < ExperimentResults::mostKept + 2; ++i) {
        ExperimentResult result = someResult();
        result.sentence = std::to_string(i);
        results.add(result, QDateTime(QDate(2026, 12, 3), QTime(14, 5, i % 60)));
    }
    QCOMPARE(results.rowCount(), ExperimentResults::mostKept);
    QCOMPARE(results.at(0).sentence, std::to_string(ExperimentResults::mostKept + 1));
    QCOMPARE(results.at(results.rowCount() - 1).sentence, std::string("2"));
    const QString text = results.index(0).data().toString();
    for (const char* part : {"14:05:41", "rate by number of SMs", "sim:test"})
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
}

void TestExperimentModels::usualBox() {
    UsualBox box(1, 100, 1, 64);
    QVERIFY(!box.given());
    QCOMPARE(box.text(), QStringLiteral("64 (usual)"));
    box.setGiven(1);
    QCOMPARE(*box.given(), 1);
    box.stepDown();
    QVERIFY(!box.given());
    box.setGiven(1000);
    QCOMPARE(*box.given(), 100);
    box.setGiven({});
    QVERIFY(!box.given());
    QCOMPARE(UsualBox(1, 100, 1, {}).text(), QStringLiteral("as usual"));
}

void TestExperimentModels::usualBoxTakesMultiples() {
    UsualBox box(32, 1024, 32, 256);
    box.stepUp();
    QCOMPARE(*box.given(), 32);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("100"));
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(*box.given(), 96);
    box.selectAll();
    QTest::keyClicks(&box, QStringLiteral("7"));
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(*box.given(), 32);
}

void TestExperimentModels::smCounts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("counts");
    QTest::addColumn<QString>("problem"); // a part of it
    QTest::newRow("nothing") << QString() << QList<int>() << QString();
    QTest::newRow("one") << QStringLiteral("8") << QList<int>{8} << QString();
    QTest::newRow("commas") << QStringLiteral("8,16,132") << QList<int>{8, 16, 132} << QString();
    QTest::newRow("spaces") << QStringLiteral(" 8  16; 132, ") << QList<int>{8, 16, 132}
                            << QString();
    QTest::newRow("word") << QStringLiteral("8, many") << QList<int>() << QStringLiteral("commas");
    QTest::newRow("half") << QStringLiteral("8.5") << QList<int>() << QStringLiteral("Whole");
    QTest::newRow("none") << QStringLiteral("0") << QList<int>() << QStringLiteral("1 to 132");
    QTest::newRow("too many") << QStringLiteral("8, 133") << QList<int>()
                              << QStringLiteral("133: this GPU");
    QTest::newRow("beyond numbers")
        << QStringLiteral("99999999999") << QList<int>() << QStringLiteral("Whole");
}

void TestExperimentModels::smCounts() {
    QFETCH(QString, text);
    QFETCH(QString, problem);
    SmCountsField field;
    field.setSmCount(132);
    field.setText(text);
    const std::vector<int> counts = field.counts();
    const QList<int> found(counts.begin(), counts.end());
    QTEST(found, "counts");
    QCOMPARE(field.problem().isEmpty(), problem.isEmpty());
    QVERIFY2(field.problem().contains(problem), qPrintable(field.problem()));
}

void TestExperimentModels::formShowsWhatAnExperimentTakes() {
    ExperimentForm form;
    form.setCatalogue(catalogue());
    form.setExperiment(takesAll());
    for (const QWidget* field : std::initializer_list<const QWidget*>{
             &form.workload(), &form.smCounts(), &form.seconds(), &form.runs()}) {
        QVERIFY(!field->isHidden());
        QVERIFY(!field->accessibleName().isEmpty());
    }
    QCOMPARE(form.workload().choice().currentData().toString(), QStringLiteral("copy"));
    QCOMPARE(*form.workload().box("block_size")->given(), 128);
    QVERIFY(!form.workload().box("working_set_mib")->given());
    QCOMPARE(form.seconds().value(), 0.5);
    QCOMPARE(form.runs().text(), QStringLiteral("5 (usual)"));

    form.setExperiment({"creation-cost", "cost", "What?", "So.", "", "", "", {}, 0, 3});
    QVERIFY(form.workload().isHidden() && form.smCounts().isHidden() && form.seconds().isHidden());
    QVERIFY(!form.runs().isHidden());
    QVERIFY(form.parameters() == ExperimentParameters()); // all as is usual
}

void TestExperimentModels::formTellsWhatIsWritten() {
    ExperimentForm form;
    form.setExperiment(takesAll());
    form.setCatalogue(catalogue()); // may come later
    form.setSmCount(132);
    QSignalSpy changed(&form, &ExperimentForm::changed);
    form.workload().choose("copy", {});
    form.workload().box("working_set_mib")->setGiven(64);
    form.smCounts().setText(QStringLiteral("8, 16"));
    form.seconds().setValue(0.25);
    form.runs().setGiven(2);
    QVERIFY(changed.count() >= 5);
    ExperimentParameters wanted;
    wanted.workload = "copy";
    wanted.workloadParameters = {{"working_set_mib", 64}};
    wanted.smCounts = {8, 16};
    wanted.seconds = 0.25;
    wanted.runs = 2;
    QVERIFY(form.parameters() == wanted);
    // Another kernel has other parameters.
    form.workload().choice().setCurrentIndex(form.workload().choice().findData("fma"));
    QCOMPARE(form.parameters().workload, std::string("fma"));
    QVERIFY(form.parameters().workloadParameters.empty());
    QVERIFY(form.problem().isEmpty());
    form.smCounts().setText(QStringLiteral("133"));
    QVERIFY(form.problem().contains(QLatin1String("133")));
    // What an experiment does not take is no problem of it.
    form.setExperiment({"creation-cost", "cost", "What?", "So.", "", "", "", {}, 0, 3});
    QVERIFY(form.problem().isEmpty());
}

void TestExperimentModels::formFindsAField() {
    ExperimentForm form;
    form.setCatalogue(catalogue());
    form.setExperiment(takesAll());
    form.show();
    form.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&form));
    form.focusField(QStringLiteral("sm_counts"));
    QTRY_VERIFY(form.smCounts().hasFocus());
    form.focusField(QStringLiteral("workload_parameters.block_size"));
    QTRY_VERIFY(form.workload().box("block_size")->hasFocus());
    form.focusField(QStringLiteral("workload"));
    QTRY_VERIFY(form.workload().choice().hasFocus());
    form.focusField(QStringLiteral("nothing"));
    QVERIFY(form.workload().choice().hasFocus());
}

void TestExperimentModels::exportsAreTheCommandLines() {
    using Format = ExperimentExport::Format;
    const ExperimentResult result = someResult();
    QCOMPARE(
        ExperimentExport::contentOf(result, Format::report),
        QByteArray::fromStdString(reportOf(result)));
    const QByteArray csv = ExperimentExport::contentOf(result, Format::table);
    QCOMPARE(
        csv, QByteArray("kernel,sm_count,rate (GB/s),other\n"
                        "\"copy, \"\"fast\"\"\",8,80.126,\ncopy,16,160,3\n"));
    const Json json =
        parseJson(ExperimentExport::contentOf(result, Format::result).toStdString(), "result");
    QVERIFY(experimentResultFromJson(JsonReader(json, "result")) == result);
}

QTEST_MAIN(TestExperimentModels)
#include "tst_experiment_models.moc"
