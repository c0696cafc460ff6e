// SPDX-License-Identifier: Apache-2.0
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "core/model/protocol.h"
#include "core/model/sample.h"

#include <QTest>

using namespace parterre;

/// What passes between window and engine reads back as it was written.
class TestMessages : public QObject {
    Q_OBJECT

private slots:
    void device() {
        DeviceDescription device;
        device.id = "sim:h200";
        device.name = "NVIDIA H200";
        device.simulated = true;
        device.provenance = "Recorded";
        device.uuid = "GPU-1";
        device.pciAddress = "0000:1b:00.0";
        device.driverVersion = 13000;
        device.computeMajor = 9;
        device.smCount = 132;
        device.memoryBytes = std::int64_t{141} << 30;
        device.hardwareConnections = 32;
        device.smResource = SmResourceDescription{132, 8, 8, 0};
        device.workqueue = WorkqueueDescription{4, WorkqueueScope::greenContextBalanced};
        device.gpcs = {{{0, 1}, {2, 3}}, {{4, 5}}};
        device.capabilities = {{"structured_split", "structured splits", false, "needs 13.1"}};
        const Json json = device;
        const DeviceDescription back = deviceFromJson(JsonReader(json, ""));
        QCOMPARE(back.memoryBytes, device.memoryBytes);
        QCOMPARE(back.gpcs, device.gpcs);
        QVERIFY(back.workqueue == device.workqueue && back.smResource == device.smResource);
        QVERIFY(Json(back) == json);
    }

    void deviceOfAnotherShape() {
        const Json json = {{"id", "gpu:0"}, {"name", "x"}, {"gpcs", {1, 2}}};
        try {
            deviceFromJson(JsonReader(json, "device"));
            QFAIL("accepted");
        } catch (const InputError& error) {
            QCOMPARE(error.field(), std::string("device.gpcs"));
        }
    }

    void preview() {
        Preview preview;
        preview.device = "gpu:0";
        preview.strategy = Strategy::combined;
        preview.groups = {{"A", 20, 24, 8, 8, std::vector{0, 1}}, {"B", 8, 8, 8, 8, {}}};
        preview.remainder = {100, {}};
        preview.grantableSmCounts = {8, 16};
        preview.unitSmCounts = {8, 8};
        preview.calls = {"cuGreenCtxCreate()"};
        preview.diagnostics = {
            {Severity::warning, "rounded_up", "A", "m", "w", "h",
             Fix{"Use 24", Fix::Kind::setSmCount, 24}},
            {Severity::info, "no_remainder", "", "m", "w", "", {}}};
        const Json json = preview;
        const Preview back = previewFromJson(JsonReader(json, ""));
        QVERIFY(back.groups == preview.groups && back.remainder == preview.remainder);
        QVERIFY(!back.groups[1].smIds.has_value());
        QCOMPARE(back.diagnostics[0].fix->kind, Fix::Kind::setSmCount);
        QVERIFY(Json(back) == json);
        QVERIFY(!back.hasErrors());
    }

    void reportAndSample() {
        const PartitionReport report{"A", 20, 24, 8, 8, true, {0, 1, 16}, 7, "fma"};
        const Json reportJson = report;
        QVERIFY(partitionReportFromJson(JsonReader(reportJson, "")) == report);
        const Sample sample{3, 1.25, 0.03125, 30.5};
        const Json sampleJson = sample;
        QVERIFY(sampleFromJson(JsonReader(sampleJson, "")) == sample);
    }

    void linesHoldOneMessage() {
        const std::string line =
            protocol::line(protocol::makeError(1, protocol::ErrorCode::refused, "a\nb\xff", 2));
        QCOMPARE(std::count(line.begin(), line.end(), '\n'), std::ptrdiff_t{1});
        const Json back = parseJson(line, "the line");
        QCOMPARE(back["error"]["code"].get<int>(), 1);
        QVERIFY(!protocol::makeError(1, protocol::ErrorCode::parse, "x")["error"].contains("data"));
    }
};

QTEST_GUILESS_MAIN(TestMessages)
#include "tst_messages.moc"
