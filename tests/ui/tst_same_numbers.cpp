// SPDX-License-Identifier: GPL-3.0-or-later
// Bar, map, table, preview pane and the command line's preview --json say the same of a plan: 500
// random ones, through the real engine.
#include "core/model/plan_text.h"
#include "tests/ui/support/ui_test.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/session.h"
#include "ui/map/sm_map.h"
#include "ui/map/sm_map_panel.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"
#include "ui/partition/plan_editor.h"
#include "ui/partition/plan_table_model.h"
#include "ui/partition/preview_panel.h"
#include "ui/shell/id_ranges.h"
#include "ui/shell/main_window.h"
#include "ui/shell/text.h"

#include <QProcess>
#include <QTemporaryDir>

#include <random>

using namespace parterre;
using namespace parterre::ui;

namespace {

constexpr int patience = 60'000;
constexpr int plansPerGpu = 100;

/// The same plans every time.
class RandomPlans {
public:
    RandomPlans(const DeviceDescription& device, unsigned seed)
        : m_device(device)
        , m_random(seed) {}

    PartitionPlan next() {
        PartitionPlan plan;
        plan.device = m_device.id;
        const int parts = oneIn(8) ? 1 + upTo(69) : 1 + upTo(7);
        const bool equal = oneIn(3);
        // Now and then more than there is.
        const int most = std::max(1, m_device.smCount * (oneIn(6) ? 2 : 1) / parts);
        std::vector<int> counts;
        for (int part = 0; part < parts; ++part)
            counts.push_back(equal && part > 0 ? counts[0] : 1 + upTo(most - 1));
        plan = planOfCounts(m_device.id, counts);
        plan.strategy = static_cast<Strategy>(upTo(3));
        plan.ignoreCoscheduling = oneIn(3);
        plan.maxCluster = !plan.ignoreCoscheduling && oneIn(5);
        plan.partitionRemainder = oneIn(3);
        for (PlanGroup& group : plan.groups) {
            if (oneIn(12))
                group.smCount = 0; // as many as fit
            group.backfill = oneIn(15);
            group.coscheduledSmCount = oneIn(15) ? 2 * (1 + upTo(7)) : 0;
            if (oneIn(10))
                group.name += "\u00e9 & <b>";
        }
        if (oneIn(5))
            paint(plan);
        for (PlanGroup& group : plan.groups)
            if (parts <= 8 && oneIn(3))
                splitWithin(group, 2);
        return plan;
    }

private:
    int upTo(int most) { return static_cast<int>(m_random() % static_cast<unsigned>(most + 1)); }
    bool oneIn(int times) { return upTo(times - 1) == 0; }

    void splitWithin(PlanGroup& group, int level) {
        PlanSplit split;
        const int parts = 1 + upTo(3);
        for (int part = 0; part < parts; ++part) {
            PlanGroup one;
            one.name = std::to_string(part + 1);
            // Now and then more than there is.
            const int most = std::max(1, group.smCount * (oneIn(12) ? 2 : 1) / parts);
            one.smCount = oneIn(8) ? 0 : 1 + upTo(most - 1);
            if (level < PartitionPlan::mostLevels && oneIn(5))
                splitWithin(one, level + 1);
            split.groups.push_back(std::move(one));
        }
        split.strategy = oneIn(4) ? static_cast<Strategy>(upTo(3)) : Strategy::automatic;
        split.ignoreCoscheduling = oneIn(3);
        split.partitionRemainder = oneIn(3);
        group.split = std::move(split);
    }

    void paint(PartitionPlan& plan) {
        const SplitUnits& units = m_device.units[static_cast<std::size_t>(
            plan.ignoreCoscheduling ? static_cast<int>(m_device.units.size()) - 1 : 0)];
        plan.strategy = Strategy::combined;
        plan.maxCluster = false;
        plan.ignoreCoscheduling = units.ignoreCoscheduling;
        int next = upTo(2);
        for (PlanGroup& group : plan.groups) {
            for (int i = 1 + upTo(2); i > 0 && next < static_cast<int>(units.smCounts.size());
                 --i) {
                group.units.push_back(next);
                next += 1 + upTo(1);
            }
            group.smCount = 0;
            for (const int unit : group.units)
                group.smCount += units.smCounts[static_cast<std::size_t>(unit)];
        }
    }

    const DeviceDescription& m_device;
    std::mt19937 m_random;
};

/// What parterre-cli preview --json prints of that plan.
class CommandLine {
public:
    explicit CommandLine(const QString& planFile) {
        m_process.start(
            QStringLiteral(PARTERRE_CLI), {QStringLiteral("preview"), QStringLiteral("--plan"),
                                           planFile, QStringLiteral("--json")});
    }
    Json document() {
        if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(patience))
            return {};
        return Json::parse(m_process.readAllStandardOutput().toStdString(), nullptr, false);
    }

private:
    QProcess m_process;
};

struct Bench {
    explicit Bench(const QString& device) {
        PartitionPlan plan = planOfCounts(fromQt(device), {8});
        editor.load(plan);
        window.resize(1280, 800);
        window.show();
        client.start();
    }
    bool isReady() {
        return QTest::qWaitFor(
            [this] { return session.isPreviewCurrent() && session.device(); }, patience);
    }
    /// True once the driver's answer to it is on screen.
    bool show(const PartitionPlan& plan) {
        editor.replace(QStringLiteral("Another"), plan);
        return QTest::qWaitFor([this] { return session.isPreviewCurrent(); }, patience);
    }

    EngineClient client{{QStringLiteral(PARTERRE_CLI), QStringLiteral("serve")}};
    PlanEditor editor;
    Session session{client, editor};
    MainWindow window{session};
};

} // namespace

class TestSameNumbers : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void everywhere_data();
    void everywhere();

private:
    void compareBar(const Json& told, const BarContent& content);
    void compareTable(const Json& told, const PlanTableModel& table);
    void compareNested(const Json& told, const PartitionEditor& editor);
    void compareMap(const Json& told, const SmMapContent& map);
    void comparePane(const Json& told, const PreviewPanel& pane);
};

void TestSameNumbers::everywhere_data() {
    QTest::addColumn<QString>("device");
    for (const char* device :
         {"sim:h200", "sim:h200@13.0", "sim:b200", "sim:a100@12.4", "sim:l40s"})
        QTest::newRow(device) << device;
}

/// The groups that the driver makes; of a plan that it refuses, all, with nothing granted.
void TestSameNumbers::compareBar(const Json& told, const BarContent& content) {
    const Json& groups = told["groups"];
    QVERIFY(static_cast<std::size_t>(content.groupCount) >= groups.size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(content.groupCount); ++i) {
        const BarSegment& segment = content.segments[i];
        const int granted = i < groups.size() ? groups[i]["sm_count"].get<int>() : 0;
        QCOMPARE(segment.granted, std::optional(granted));
        if (i < groups.size()) {
            QCOMPARE(segment.name, toQt(groups[i]["name"].get<std::string>()));
            QCOMPARE(segment.requested, groups[i]["requested_sm_count"].get<int>());
        }
        QCOMPARE(segment.isMade, granted > 0);
    }
    const int left = told["remainder"]["sm_count"];
    const bool hasRemainder =
        content.segments.size() > static_cast<std::size_t>(content.groupCount);
    QCOMPARE(hasRemainder, left > 0);
    if (left > 0)
        QCOMPARE(content.segments.back().granted, std::optional(left));
    QCOMPARE(Json(content.grantable), told["grantable_sm_counts"]);
}

void TestSameNumbers::compareTable(const Json& told, const PlanTableModel& table) {
    const Json& groups = told["groups"];
    const int left = told["remainder"]["sm_count"];
    const auto text = [&](std::size_t row, int column) {
        return table.index(static_cast<int>(row), column).data().toString();
    };
    const auto ids = [](const Json& part) {
        return part["sm_ids"].is_null() ? QStringLiteral("known once applied")
                                        : idRanges(part["sm_ids"].get<std::vector<int>>());
    };
    for (std::size_t row = 0; row < groups.size(); ++row) {
        const int requested = groups[row]["requested_sm_count"];
        const int granted = groups[row]["sm_count"];
        QCOMPARE(
            text(row, PlanTableModel::requestedColumn),
            requested == 0 ? QStringLiteral("all that fit") : QString::number(requested));
        QCOMPARE(text(row, PlanTableModel::grantedColumn), QString::number(granted));
        QCOMPARE(
            text(row, PlanTableModel::smIdsColumn),
            granted > 0 ? ids(groups[row]) : QStringLiteral("not made"));
    }
    if (left > 0) {
        const auto last = static_cast<std::size_t>(table.rowCount() - 1);
        QCOMPARE(text(last, PlanTableModel::grantedColumn), QString::number(left));
        QCOMPARE(text(last, PlanTableModel::smIdsColumn), ids(told["remainder"]));
    }
}

/// In bar and table; what the driver makes none of is in the plan all the same.
void TestSameNumbers::compareNested(const Json& told, const PartitionEditor& editor) {
    const BarContent& content = editor.bar().content();
    const PlanTableModel& table = editor.model();
    std::map<QString, Json> byName;
    std::size_t nested = 0;
    for (const Json& one : told.value("nested", Json::array())) {
        const bool isRest = one["is_remainder"];
        byName
            [toQt(one[isRest ? "parent" : "name"].get<std::string>()) +
             (isRest ? QStringLiteral(" rest") : QString())] = one;
        nested += isRest && one["sm_count"] == 0 ? 0U : 1U;
    }
    content.forEach([&](const GroupPath& path, const BarSegment& segment) {
        if (!path.isNested())
            return;
        const QString name = segment.isRemainder
                                 ? content.at(path.parent())->fullName + QStringLiteral(" rest")
                                 : segment.fullName;
        const auto text = [&](int column) { return table.indexOf(path, column).data().toString(); };
        const auto found = byName.find(name);
        if (found == byName.end()) {
            // The driver makes fewer; or, of what is left over, nobody knows.
            QVERIFY2(
                segment.isRemainder ? segment.isKnownOnceApplied : !segment.isMade,
                qPrintable(name));
            return;
        }
        const Json& one = found->second;
        --nested;
        const QString granted = text(PlanTableModel::grantedColumn);
        QCOMPARE(
            granted, one["sm_count"].is_null() ? QStringLiteral("not yet")
                                               : QString::number(one["sm_count"].get<int>()));
        if (!segment.isRemainder)
            QCOMPARE(segment.requested, one["requested_sm_count"].get<int>());
        if (!one["sm_ids"].is_null() && one["sm_count"] != 0)
            QCOMPARE(
                text(PlanTableModel::smIdsColumn), idRanges(one["sm_ids"].get<std::vector<int>>()));
    });
    QCOMPARE(nested, std::size_t{0}); // each of them is there
}

void TestSameNumbers::compareMap(const Json& told, const SmMapContent& map) {
    if (!map.placementKnown)
        return;
    std::map<int, std::vector<int>> planned; // segment → SM ids
    for (const SmMapContent::Sm& sm : map.sms)
        planned[map.topOf(sm.planned)].push_back(sm.id);
    for (std::size_t i = 0; i < told["groups"].size(); ++i) {
        std::vector<int> ids = planned[static_cast<int>(i)];
        std::sort(ids.begin(), ids.end());
        const Json& group = told["groups"][i];
        QCOMPARE(static_cast<int>(ids.size()), group["sm_count"].get<int>());
        if (group["sm_count"] != 0)
            QCOMPARE(Json(ids), group["sm_ids"]);
    }
}

void TestSameNumbers::comparePane(const Json& told, const PreviewPanel& pane) {
    QStringList lines;
    int granted = 0;
    for (const Json& group : told["groups"]) {
        lines << QStringLiteral("%1: %2 of %3 SMs")
                     .arg(toQt(group["name"].get<std::string>()))
                     .arg(group["sm_count"].get<int>())
                     .arg(group["requested_sm_count"].get<int>());
        granted += group["sm_count"].get<int>();
    }
    for (const Json& one : told.value("nested", Json::array())) {
        const QString name = toQt(one["name"].get<std::string>());
        const int requested = one["requested_sm_count"];
        if (one["sm_count"].is_null())
            lines << QStringLiteral("%1: known once applied, %2 SMs requested")
                         .arg(name)
                         .arg(requested);
        else if (!one["is_remainder"])
            lines << QStringLiteral("%1: %2 of %3 SMs")
                         .arg(name)
                         .arg(one["sm_count"].get<int>())
                         .arg(requested);
    }
    for (const Json& diagnostic : told["diagnostics"])
        lines << QStringLiteral("%1: %2").arg(
            toQt(diagnostic["severity"].get<std::string>()),
            toQt(diagnostic["message"].get<std::string>()));
    for (const Json& call : told["calls"])
        lines << toQt(call.get<std::string>());
    const QStringList shown = pane.asText().trimmed().split(QLatin1Char('\n'));
    QCOMPARE(shown.mid(2), lines); // below strategy and summary
    QVERIFY2(
        shown[1].startsWith(QStringLiteral("%1 of ").arg(granted)) &&
            shown[1].endsWith(
                QStringLiteral(", %1 left over.").arg(told["remainder"]["sm_count"].get<int>())),
        qPrintable(shown[1]));
}

void TestSameNumbers::everywhere() {
    QFETCH(const QString, device);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("plan.json"));
    Bench bench(device);
    QVERIFY(bench.isReady());
    const DeviceDescription description = *bench.session.device();
    RandomPlans plans(description, 20261203);
    int refused = 0;
    int granted = 0;
    int nested = 0;
    int mapped = 0; // of which the map shows where they run
    for (int i = 0; i < plansPerGpu; ++i) {
        const PartitionPlan plan = plans.next();
        const std::string text = textOf(plan);
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text.data(), static_cast<qint64>(text.size()));
        out.close();
        CommandLine command(file);
        QVERIFY2(bench.show(plan), text.c_str());
        const Json told = command.document();
        QVERIFY2(told.is_object(), text.c_str());
        (bench.session.preview()->hasErrors() ? refused : granted) += 1;
        const PartitionEditor& editor = bench.window.partitionEditor();
        compareBar(told, editor.bar().content());
        compareTable(told, editor.model());
        compareNested(told, editor);
        nested += told.contains("nested") ? 1 : 0;
        compareMap(told, editor.map().map().content());
        mapped += editor.map().map().content().placementKnown ? 1 : 0;
        comparePane(told, bench.window.previewPanel());
        QVERIFY2(!QTest::currentTestFailed(), (text + told.dump(1)).c_str());
    }
    // Both kinds were there.
    QVERIFY2(
        refused >= plansPerGpu / 10 && granted >= plansPerGpu / 4,
        qPrintable(QStringLiteral("%1 refused, %2 granted").arg(refused).arg(granted)));
    QVERIFY(mapped >= plansPerGpu / 4);
    QVERIFY(nested >= plansPerGpu / 4);
}

QTEST_MAIN(TestSameNumbers)
#include "tst_same_numbers.moc"
