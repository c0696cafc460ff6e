// SPDX-License-Identifier: Apache-2.0
#include "core/model/device_description.h"
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "core/model/sample.h"
#include "core/model/timeline.h"
#include "core/model/workload_info.h"

#include <QTest>

#include <functional>
#include <map>

using namespace parterre;

namespace {

DeviceDescription device() {
    DeviceDescription device;
    device.id = "sim:h200@13.1";
    device.name = "NVIDIA H200";
    device.simulated = true;
    device.provenance = "Recorded";
    device.profile = ProfileProvenance{
        ProfileProvenance::Kind::recorded,
        "2026-12-01",
        13000,
        "one sentence",
        {{"SMs", "a book"}},
        {"the rest"}};
    device.ordinal = 3;
    device.uuid = "GPU-1";
    device.pciAddress = "0000:1b:00.0";
    device.driverVersion = 13010;
    device.migInstance = true;
    device.mpsActiveThreadPercentage = 50;
    device.computeMajor = 9;
    device.computeMinor = 1;
    device.smCount = 132;
    device.clockKhz = 1'980'000;
    device.memoryClockKhz = 3'201'000;
    device.memoryBusBits = 6144;
    device.memoryBytes = 150'000'000'000;
    device.l2Bytes = 62'914'560;
    device.maxThreadsPerSm = 2048;
    device.sharedBytesPerSm = 233'472;
    device.hardwareConnections = 32;
    device.smResource = {132, 8, 8, 0x8000'0001U};
    device.workqueue = {4, WorkqueueScope::greenContextBalanced};
    device.gpcs = {{{0, 1}, {2}}, {{3, 4}}};
    device.capabilities = {
        {"green_contexts", "green contexts", true, ""}, {"mps", "MPS", false, "needs a server"}};
    return device;
}

Preview preview() {
    Preview preview;
    preview.device = "sim:h200";
    preview.strategy = Strategy::combined;
    preview.driverVersion = 13000;
    preview.groups = {{"A", 20, 24, 8, 8, std::vector<int>{0, 1, 2}}, {"B", 8, 8, 2, 2, {}}};
    preview.remainder = {12, std::vector<int>{130, 131}};
    preview.nested = {
        {"A", false, true, {"A/1", 10, 16, 8, 8, std::vector<int>{0, 1}, {2}}},
        {"A", true, true, {"A/remainder", 0, 8, 2, 2, {}}},
        {"A/1", false, false, {"A/1/x", 8, 0, 0, 0, {}}}};
    preview.grantableSmCounts = {8, 16, 132};
    preview.unitSmCounts = {8, 8};
    preview.calls = {"cuDevSmResourceSplitByCount(…)", "cuGreenCtxCreate(…)"};
    for (const auto kind :
         {Fix::Kind::setSmCount, Fix::Kind::setGroupCount, Fix::Kind::useRemainder,
          Fix::Kind::useSmallestUnits, Fix::Kind::setHardwareConnections})
        preview.diagnostics.push_back(
            {Severity::warning, "code", "A", "message", "why", "hint", Fix{"title", kind, 24}});
    preview.diagnostics.push_back({Severity::info, "no_remainder", "", "message", "", "", {}});
    preview.diagnostics.push_back({Severity::error, "too_many_sms", "", "message", "", "", {}});
    return preview;
}

PartitionReport report() {
    return {"A/1", 20,  24, 8, 8, true, {0, 1, 131}, 1ULL << 40, "fma", {{"intensity", 64}},
            "A",   true};
}

/// A kind of message: one with every field set, and what reads and writes it.
struct Kind {
    Json example;
    std::function<Json(const JsonReader&)> relay;
};

template <typename Value, typename Read>
Kind kind(const Value& example, Read read) {
    return {Json(example), [read](const JsonReader& reader) { return Json(read(reader)); }};
}

const Kind& kindNamed(const QString& name) {
    static const std::map<QString, Kind> kinds{
        {"device", kind(device(), deviceFromJson)},
        {"preview", kind(preview(), previewFromJson)},
        {"report", kind(report(), partitionReportFromJson)},
        {"sample", kind(Sample{2, 0.1, 0.03333333333333333, 1e-300, {25.5, 0.1}}, sampleFromJson)},
        {"timeline",
         kind(
             TimelineBatch{
                 3, {{131, 1'764'000'000'000'000'032, 1'764'000'000'000'000'064}, {0, -5, 0}}, 7},
             timelineBatchFromJson)},
        {"workload", kind(
                         WorkloadInfo{
                             "fma",
                             "title",
                             "TFLOP/s",
                             "description",
                             {{"block_size", "threads", "whole warps", 32, 256, 32, 128},
                              {"free", "", "has no usual value", -1, 1, 1, {}}},
                             false},
                         workloadFromJson)},
    };
    return kinds.at(name);
}

/// An example with the value at a JSON pointer replaced; no value takes the field away.
Json changed(const Kind& kind, const QString& pointer, const QByteArray& value) {
    Json json = kind.example;
    const Json::json_pointer place(pointer.toStdString());
    if (value.isEmpty())
        json[place.parent_pointer()].erase(place.back());
    else
        json[place] = parseJson(value.toStdString(), "value");
    return json;
}

} // namespace

class TestMessages : public QObject {
    Q_OBJECT

private slots:
    void survivesTheWay_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("pointer"); // what differs from the example; empty: nothing
        QTest::addColumn<QByteArray>("value");
        for (const char* name : {"device", "preview", "report", "sample", "timeline", "workload"})
            QTest::newRow(name) << name << "" << QByteArray();
        const auto row = [](const char* kind, const char* pointer, const char* value) {
            QTest::addRow("%s, %s = %s", kind, pointer, value)
                << kind << pointer << QByteArray(value);
        };
        // What an old driver does not have.
        row("device", "/sm_resource", "null");
        row("device", "/workqueue", "null");
        row("device", "/gpcs", "[]");
        row("device", "/uuid", "\"\"");
        row("preview", "/remainder/sm_ids", "null");
        // Empty is not the same as not known.
        row("preview", "/groups/0/sm_ids", "[]");
        row("preview", "/diagnostics", "[]");
        row("preview", "/groups", "[]");
        row("report", "/observed_sm_ids", "[]");
        row("report", "/green_context_id", "18446744073709551615");
        row("report", "/name", "\"Grün \\\" 🌱\"");
        row("sample", "/rate", "0.0");
        row("timeline", "/blocks", "[]");
        row("sample", "/rate", "1.7976931348623157e+308");
    }
    void survivesTheWay() {
        QFETCH(QString, kind);
        QFETCH(QString, pointer);
        QFETCH(QByteArray, value);
        const Kind& message = kindNamed(kind);
        const Json sent = pointer.isEmpty() ? message.example : changed(message, pointer, value);
        const Json arrived = parseJson(sent.dump(), "text"); // as it travels
        QCOMPARE(message.relay(JsonReader(arrived, "")).dump(2), sent.dump(2));
    }

    /// That each field arrives in its own member, not merely in some member that is written again.
    void fieldsArriveInTheirPlaces() {
        const Json writtenDevice = device();
        const DeviceDescription readDevice = deviceFromJson(JsonReader(writtenDevice, ""));
        QCOMPARE(readDevice, device());
        const Json writtenPreview = preview();
        const Preview readPreview = previewFromJson(JsonReader(writtenPreview, ""));
        QCOMPARE(readPreview.groups, preview().groups);
        QCOMPARE(readPreview.remainder, preview().remainder);
        QCOMPARE(readPreview.calls, preview().calls);
        QVERIFY(readPreview.hasErrors());
        QVERIFY(writtenPreview["groups"][1]["sm_ids"].is_null());
        const Json writtenReport = report();
        QCOMPARE(partitionReportFromJson(JsonReader(writtenReport, "")), report());
    }

    void errorsNameTheField_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QByteArray>("value"); // JSON; empty: taken away
        QTest::addColumn<QString>("field");
        const auto row = [](const char* kind, const char* pointer, const char* value,
                            const char* field) {
            QTest::addRow("%s, %s = %s", kind, pointer, value)
                << kind << pointer << QByteArray(value) << field;
        };
        row("device", "/id", "1", "id");
        row("device", "/id", "", "id");
        row("device", "/sm_count", "-1", "sm_count");
        row("device", "/compute_capability", "[9]", "compute_capability");
        row("device", "/compute_capability", "\"9.0\"", "compute_capability");
        row("device", "/gpcs", "[[1]]", "gpcs");
        row("device", "/gpcs", "[[[\"a\"]]]", "gpcs");
        row("device", "/gpcs", "[[[1.5]]]", "gpcs");
        row("device", "/gpcs", "[[[4294967296]]]", "gpcs");
        row("device", "/sm_resource", "8", "sm_resource");
        row("device", "/sm_resource/flags", "4294967296", "sm_resource.flags");
        row("device", "/workqueue/sharing_scope", "\"mine\"", "workqueue.sharing_scope");
        row("device", "/capabilities/1/available", "1", "capabilities[1].available");
        row("preview", "/strategy", "\"best\"", "strategy");
        row("preview", "/groups/0/sm_ids", "[-1]", "groups[0].sm_ids[0]");
        row("preview", "/remainder", "12", "remainder");
        row("preview", "/calls", "\"one\"", "calls");
        row("preview", "/calls/1", "7", "calls[1]");
        row("preview", "/diagnostics/0/severity", "\"bad\"", "diagnostics[0].severity");
        row("preview", "/diagnostics/0/fix/kind", "\"magic\"", "diagnostics[0].fix.kind");
        row("report", "/name", "", "name");
        row("report", "/sm_count", "1.5", "sm_count");
        row("report", "/is_remainder", "\"no\"", "is_remainder");
        row("report", "/observed_sm_ids/1", "-1", "observed_sm_ids[1]");
        row("report", "/green_context_id", "-1", "green_context_id");
        row("sample", "/partition", "", "partition");
        row("sample", "/partition", "-1", "partition");
        row("sample", "/rate", "\"fast\"", "rate");
        row("sample", "/time", "[]", "time");
        row("sample", "/latencies", "3", "latencies");
        row("sample", "/latencies/1", "\"x\"", "latencies[1]");
        row("timeline", "/partition", "-1", "partition");
        row("timeline", "/dropped", "-1", "dropped");
        row("timeline", "/blocks", "3", "blocks");
        row("timeline", "/blocks/1", "[1, 2]", "blocks[1]");
        row("timeline", "/blocks/0/0", "-1", "blocks[0]");
        row("timeline", "/blocks/0/2", "1.5", "blocks[0]");
        row("workload", "/name", "", "name");
        row("workload", "/unit", "7", "unit");
    }
    void errorsNameTheField() {
        QFETCH(QString, kind);
        QFETCH(QString, pointer);
        QFETCH(QByteArray, value);
        QFETCH(QString, field);
        const Json json = changed(kindNamed(kind), pointer, value);
        try {
            (void)kindNamed(kind).relay(JsonReader(json, ""));
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(QString::fromStdString(error.field()), field);
        }
    }
};

QTEST_GUILESS_MAIN(TestMessages)
#include "tst_messages.moc"
