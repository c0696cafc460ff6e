// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"
#include "ui/inspector/device_facts.h"
#include "ui/inspector/device_list.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/shell/english_plurals.h"
#include "ui/shell/partition_palette.h"
#include "ui/throughput/throughput_history.h"
#include "ui/throughput/throughput_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <set>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr auto strict = QAbstractItemModelTester::FailureReportingMode::QtTest;

/// A model that follows its editor, as in the window.
struct Bench {
    Bench() {
        QObject::connect(&editor, &PlanEditor::planChanged, &model, [this] {
            model.setContent(BarContent::make(editor.plan(), nullptr, 132));
        });
        editor.load(planOfCounts("sim:test", {64, 32}));
    }
    QModelIndex at(int row, int column) const { return model.index(row, column); }

    PlanEditor editor;
    PlanTableModel model{editor};
    QAbstractItemModelTester tester{&model, strict};
};

} // namespace

class TestModels : public QObject {
    Q_OBJECT
private slots:
    void observedSmIdsReplaceWhatIsNotKnown();
    void init() { test::failOnWarnings(); }
    void planTableReadsAsText();
    void planTableFollowsEveryEdit();
    void planTableEditsAreUndoable();
    void planTableRefusesWithASentence();
    void planTableLocksTheRemainder();
    void optionsAreEditedAndUndone();
    void optionsOutOfRangeAreRefusedWithFieldValueAndRange();
    void whatTheDriverCannotDoIsDisabledAndSaysWhy();
    void throughputTableShowsTheRun();
    void deviceListTellsSimulatedFromReal();
    void deviceTextHoldsFactsAndCapabilities();
    void paletteIsReadableOnLightAndDark();
    void countedTextsReadAsEnglish();
};

void TestModels::planTableReadsAsText() {
    Bench bench;
    bench.editor.setWorkload(0, QStringLiteral("fma"));
    QCOMPARE(
        bench.model.asText().split(QLatin1Char('\n')),
        (QStringList{
            QStringLiteral("Partition\tRequested\tGranted\tSM "
                           "ids\tWorkload\tOptions\tCo-scheduled\tPreferred\t"
                           "Backfill\tWork queues\tQueue limit\tNow"),
            QStringLiteral(
                "A\t64\t…\tknown once applied\tfma\tnone\tdefault\tsame\tno\tdefault\tdefault\t"),
            QStringLiteral(
                "B\t32\t…\tknown once applied\tnone\tnone\tdefault\tsame\tno\tdefault\tdefault\t"),
            QStringLiteral("Remainder\t–\t36\tknown once applied\t–\t–\t–\t–\t–\t–\t–\t"),
            QString()}));
}

void TestModels::planTableFollowsEveryEdit() {
    Bench bench;
    bench.editor.addGroup(8, {});
    QCOMPARE(bench.model.rowCount(), 4);
    bench.editor.moveGroup(2, 0);
    QCOMPARE(bench.at(0, PlanTableModel::nameColumn).data().toString(), QStringLiteral("C"));
    bench.editor.removeGroup(1);
    bench.editor.removeGroup(1);
    bench.editor.removeGroup(0);
    QCOMPARE(bench.model.rowCount(), 1);
    while (bench.editor.undoStack().canUndo())
        bench.editor.undoStack().undo();
    QCOMPARE(bench.model.rowCount(), 3);
    bench.editor.setSmCount(0, 100); // nothing is left over
    QCOMPARE(bench.model.rowCount(), 2);
}

void TestModels::planTableEditsAreUndoable() {
    Bench bench;
    QVERIFY(bench.model.setData(bench.at(0, PlanTableModel::requestedColumn), 40));
    QVERIFY(bench.model.setData(bench.at(1, PlanTableModel::nameColumn), QStringLiteral("batch")));
    QVERIFY(
        bench.model.setData(bench.at(1, PlanTableModel::workloadColumn), QStringLiteral("copy")));
    QCOMPARE(bench.editor.undoStack().count(), 3);
    QCOMPARE(bench.editor.plan().groups[0].smCount, 40);
    QCOMPARE(bench.editor.plan().groups[1].name, std::string("batch"));
    QCOMPARE(bench.editor.plan().groups[1].workload, std::string("copy"));
}

void TestModels::planTableRefusesWithASentence() {
    Bench bench;
    const QSignalSpy refused(&bench.model, &PlanTableModel::refused);
    QVERIFY(!bench.model.setData(bench.at(0, PlanTableModel::nameColumn), QStringLiteral("B")));
    QVERIFY(!bench.model.setData(bench.at(0, PlanTableModel::nameColumn), QString()));
    QVERIFY(!bench.model.setData(bench.at(0, PlanTableModel::requestedColumn), 133));
    QVERIFY(
        !bench.model.setData(bench.at(0, PlanTableModel::requestedColumn), QStringLiteral("many")));
    QCOMPARE(refused.count(), 4);
    QVERIFY(refused[2][0].toString().contains(QLatin1String("132")));
    QCOMPARE(bench.editor.undoStack().count(), 0);
}

void TestModels::optionsAreEditedAndUndone() {
    Bench bench;
    PlanTableModel& model = bench.model;
    QVERIFY(model.setData(bench.at(0, PlanTableModel::coscheduledColumn), 16));
    QVERIFY(model.setData(bench.at(0, PlanTableModel::preferredColumn), QStringLiteral("32")));
    QVERIFY(model.setData(bench.at(0, PlanTableModel::backfillColumn), true));
    QVERIFY(model.setData(
        bench.at(0, PlanTableModel::queueScopeColumn), QStringLiteral("green_ctx_balanced")));
    QVERIFY(model.setData(bench.at(0, PlanTableModel::queueLimitColumn), 4));
    QVERIFY(model.setData(
        bench.at(0, PlanTableModel::requestedColumn), QStringLiteral("all that fit")));
    const PlanGroup& group = bench.editor.plan().groups[0];
    QCOMPARE(group.smCount, 0);
    QCOMPARE(group.coscheduledSmCount, 16);
    QCOMPARE(group.preferredCoscheduledSmCount, 32);
    QVERIFY(group.backfill);
    QCOMPARE(*group.workqueue, (WorkqueueDescription{4, WorkqueueScope::greenContextBalanced}));
    QCOMPARE(
        bench.at(0, PlanTableModel::optionsColumn).data().toString(),
        QStringLiteral("Co-scheduled 16, Preferred 32, Backfill, Work queues balanced, "
                       "Queue limit 4"));
    QCOMPARE(bench.editor.undoStack().count(), 6);
    model.clearOptions(0);
    QVERIFY(!model.hasOptions(0));
    QCOMPARE(bench.editor.undoStack().count(), 7);
    while (bench.editor.undoStack().canUndo())
        bench.editor.undoStack().undo();
    QCOMPARE(bench.editor.plan(), planOfCounts("sim:test", {64, 32}));
}

void TestModels::optionsOutOfRangeAreRefusedWithFieldValueAndRange() {
    Bench bench;
    const QSignalSpy refused(&bench.model, &PlanTableModel::refused);
    QVERIFY(!bench.model.setData(
        bench.at(1, PlanTableModel::coscheduledColumn), QStringLiteral("133")));
    QCOMPARE(
        refused.last()[0].toString(),
        QStringLiteral("Co-scheduled SMs of B cannot be \"133\"; allowed: 0 (default) to 132."));
    QVERIFY(
        !bench.model.setData(bench.at(1, PlanTableModel::queueLimitColumn), QStringLiteral("-1")));
    QVERIFY(!bench.model.setData(
        bench.at(1, PlanTableModel::queueScopeColumn), QStringLiteral("mine")));
    QVERIFY(!bench.model.setData(
        bench.at(1, PlanTableModel::backfillColumn), QStringLiteral("perhaps")));
    QCOMPARE(refused.count(), 4);
    QCOMPARE(bench.editor.plan(), planOfCounts("sim:test", {64, 32}));
}

void TestModels::whatTheDriverCannotDoIsDisabledAndSaysWhy() {
    Bench bench;
    const QString sentence = QStringLiteral("work queues need driver 13.1, this one is 13.0");
    bench.model.setWhyNot([&](std::string_view capability) {
        return capability == "workqueues" ? sentence : QString();
    });
    const QModelIndex limit = bench.at(0, PlanTableModel::queueLimitColumn);
    QVERIFY(!(limit.flags() & (Qt::ItemIsEnabled | Qt::ItemIsEditable)));
    QCOMPARE(limit.data(Qt::ToolTipRole).toString(), sentence);
    QCOMPARE(limit.data(Qt::AccessibleDescriptionRole).toString(), sentence);
    QVERIFY(!bench.model.setData(limit, 4));
    QVERIFY(!bench.editor.plan().groups[0].workqueue);
    QVERIFY(bench.at(0, PlanTableModel::backfillColumn).flags() & Qt::ItemIsEditable);
}

void TestModels::planTableLocksTheRemainder() {
    Bench bench;
    for (int column = 0; column < PlanTableModel::columnCount_; ++column)
        QVERIFY(!(bench.at(2, column).flags() & Qt::ItemIsEditable));
    bench.editor.setPartitionRemainder(true);
    QVERIFY(bench.at(2, PlanTableModel::workloadColumn).flags() & Qt::ItemIsEditable);
    QVERIFY(
        bench.model.setData(bench.at(2, PlanTableModel::workloadColumn), QStringLiteral("fill")));
    QCOMPARE(bench.editor.plan().remainderWorkload, std::string("fill"));
}

void TestModels::throughputTableShowsTheRun() {
    ThroughputHistory history;
    ThroughputTableModel model(history);
    const QAbstractItemModelTester tester(&model, strict);
    history.setSeries(
        {{QStringLiteral("A"), QStringLiteral("fma"), QStringLiteral("TFLOP/s"),
          partition_palette::look(0), true},
         {QStringLiteral("B"), QStringLiteral("copy"), QStringLiteral("GB/s"),
          partition_palette::look(1), false}});
    history.append({{0, 1, 1, 10}, {0, 3, 1, 20}}, 3);
    QCOMPARE(
        model.asText().split(QLatin1Char('\n')),
        (QStringList{
            QStringLiteral("Partition\tNow\tMean\tMin\tMax\tUnit"),
            QStringLiteral("A\t20.0\t15.0\t10.0\t20.0\tTFLOP/s"),
            QStringLiteral("B\t–\t–\t–\t–\tGB/s"), QString()}));
    history.setSeries({});
    QCOMPARE(model.rowCount(), 0);
}

void TestModels::deviceListTellsSimulatedFromReal() {
    DeviceListModel model;
    const QAbstractItemModelTester tester(&model, strict);
    DeviceDescription real;
    real.id = "gpu:0";
    real.name = "NVIDIA H200";
    real.pciAddress = "0000:1b:00.0";
    DeviceDescription simulated;
    simulated.id = "sim:h200";
    simulated.name = "NVIDIA H200";
    simulated.simulated = true;
    model.setDevices({real, simulated});
    QVERIFY(model.index(0).data().toString().contains(QLatin1String("0000:1b:00.0")));
    QVERIFY(!model.index(0).data().toString().contains(QLatin1String("simulated")));
    QVERIFY(model.index(1).data().toString().contains(QLatin1String("simulated")));
    QCOMPARE(model.rowOf(QStringLiteral("sim:h200")), 1);
    QCOMPARE(model.rowOf(QStringLiteral("gpu:7")), -1);
}

void TestModels::deviceTextHoldsFactsAndCapabilities() {
    DeviceDescription device;
    device.id = "sim:h200";
    device.name = "NVIDIA H200";
    device.simulated = true;
    device.provenance = "recorded";
    device.profile = ProfileProvenance();
    device.profile->kind = ProfileProvenance::Kind::recorded;
    device.profile->date = "2026-12-01";
    device.profile->driverVersion = 13000;
    device.profile->source = "Measured on one.";
    device.profile->guesses = {"the order of the TPCs"};
    device.gpcs = {{{0, 1}, {4, 5}}, {{2, 3}, {6, 7}}, {{8, 9}}};
    device.smCount = 132;
    device.driverVersion = 13010;
    device.capabilities = {
        {"a", "Green contexts", true, ""}, {"b", "Locality", false, "Needs driver 13.4."}};
    const QString text = deviceText(device);
    for (const char* part :
         {"Simulated: recorded", "Figures: Recorded 2026-12-01, driver 13.0",
          "Source: Measured on one.", "Guessed: the order of the TPCs", "GPCs: 2 + 1 lone TPC",
          "SMs: 132", "13.1", "✓ Green contexts", "✗ Locality: Needs driver 13.4."})
        QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    QVERIFY(!text.contains(QLatin1String("UUID"))); // not known, so not shown
}

void TestModels::paletteIsReadableOnLightAndDark() {
    std::set<QRgb> different;
    for (int i = 0; i < partition_palette::size; ++i) {
        const QColor colour = partition_palette::colour(i);
        different.insert(colour.rgb());
        for (const QColor& ground : {QColor(0xff, 0xff, 0xff), QColor(0x24, 0x2a, 0x31)}) {
            const double contrast = partition_palette::contrast(colour, ground);
            QVERIFY2(
                contrast >= 3, qPrintable(QStringLiteral("%1 on %2: %3")
                                              .arg(colour.name(), ground.name())
                                              .arg(contrast)));
        }
        // Neighbours, and those that share a colour, differ by the second cue.
        QVERIFY(partition_palette::pattern(i) != partition_palette::pattern(i + 1));
        QVERIFY(
            partition_palette::pattern(i) !=
            partition_palette::pattern(i + partition_palette::size));
    }
    QCOMPARE(different.size(), static_cast<std::size_t>(partition_palette::size));
}

void TestModels::countedTextsReadAsEnglish() {
    EnglishPlurals plurals;
    QVERIFY(QCoreApplication::installTranslator(&plurals));
    const auto text = [](int n) {
        return QCoreApplication::translate("any", "%n partition(s)", nullptr, n);
    };
    QCOMPARE(text(0), QStringLiteral("0 partitions"));
    QCOMPARE(text(1), QStringLiteral("1 partition"));
    QCOMPARE(text(2), QStringLiteral("2 partitions"));
    QCOMPARE(QCoreApplication::translate("any", "Apply (now)"), QStringLiteral("Apply (now)"));
    QCoreApplication::removeTranslator(&plurals);
}

void TestModels::observedSmIdsReplaceWhatIsNotKnown() {
    // On a real GPU a preview knows no SM ids: the table went on saying "known once applied".
    Bench bench;
    BarContent content = BarContent::make(bench.editor.plan(), nullptr, 132);
    QVERIFY(!content.segments[0].smIds);
    PartitionReport report;
    report.name = bench.editor.plan().groups[0].name;
    report.observedSmIds = {0, 1, 16, 17};
    content.takeObserved({report});
    QCOMPARE(*content.segments[0].smIds, (std::vector<int>{0, 1, 16, 17}));
    QVERIFY(!content.segments[1].smIds);
}

QTEST_MAIN(TestModels)
#include "tst_models.moc"
