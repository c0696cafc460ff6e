// SPDX-License-Identifier: Apache-2.0
#include "core/model/device_description.h"
#include "core/model/partition_report.h"
#include "core/model/preview.h"
#include "core/model/sample.h"

#include <QTest>

using namespace parterre;

namespace {

DeviceDescription device() {
    DeviceDescription device;
    device.id = "sim:h200@13.1";
    device.name = "NVIDIA H200";
    device.simulated = true;
    device.provenance = "Recorded";
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

template <typename Value, typename Read>
void checkRoundTrip(const Value& value, Read read) {
    const Json written = value;
    // Through text, as it travels.
    const Json arrived = parseJson(written.dump(), "text");
    QCOMPARE(Json(read(JsonReader(arrived, ""))).dump(2), written.dump(2));
}

} // namespace

class TestMessages : public QObject {
    Q_OBJECT

private slots:
    void devices() {
        checkRoundTrip(device(), deviceFromJson);
        const Json written = device();
        const DeviceDescription read = deviceFromJson(JsonReader(written, ""));
        QCOMPARE(read.smResource, device().smResource);
        QCOMPARE(read.workqueue, device().workqueue);
        QCOMPARE(read.gpcs, device().gpcs);
        QCOMPARE(read.capabilities[1].sentence, std::string("needs a server"));
        QCOMPARE(read.computeMinor, 1);
    }

    void aDeviceOfAnOldDriver() {
        DeviceDescription old = device();
        old.smResource.reset();
        old.workqueue.reset();
        old.gpcs.clear();
        checkRoundTrip(old, deviceFromJson);
        const Json written = old;
        QVERIFY(written["sm_resource"].is_null());
    }

    void brokenDevices_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* pointer, const char* value, const char* field) {
            QTest::addRow("%s = %s", pointer, value) << pointer << QByteArray(value) << field;
        };
        row("/id", "1", "id");
        row("/sm_count", "-1", "sm_count");
        row("/compute_capability", "[9]", "compute_capability");
        row("/compute_capability", "\"9.0\"", "compute_capability");
        row("/gpcs", "[[1]]", "gpcs");
        row("/gpcs", "[[[\"a\"]]]", "gpcs");
        row("/gpcs", "[[[1.5]]]", "gpcs");
        row("/gpcs", "[[[4294967296]]]", "gpcs");
        row("/sm_resource", "8", "sm_resource");
        row("/sm_resource/flags", "4294967296", "sm_resource.flags");
        row("/capabilities/1/available", "1", "capabilities[1].available");
    }
    void brokenDevices() {
        QFETCH(QString, pointer);
        QFETCH(QByteArray, value);
        QFETCH(QString, field);
        Json json = device();
        json[Json::json_pointer(pointer.toStdString())] = parseJson(value.toStdString(), "value");
        try {
            (void)deviceFromJson(JsonReader(json, ""));
            QFAIL("no error");
        } catch (const InputError& error) {
            QVERIFY2(QString::fromStdString(error.field()).startsWith(field), error.what());
        }
    }

    void previews() {
        checkRoundTrip(preview(), previewFromJson);
        const Json written = preview();
        const Preview read = previewFromJson(JsonReader(written, ""));
        QCOMPARE(read.groups, preview().groups);
        QCOMPARE(read.remainder, preview().remainder);
        QCOMPARE(read.calls, preview().calls);
        QVERIFY(read.hasErrors());
        QVERIFY(written["groups"][1]["sm_ids"].is_null());
        // Empty is not the same as not known.
        Preview none = preview();
        none.groups[0].smIds = std::vector<int>();
        checkRoundTrip(none, previewFromJson);
    }

    void brokenPreviews_data() {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* pointer, const char* value, const char* field) {
            QTest::addRow("%s = %s", pointer, value) << pointer << QByteArray(value) << field;
        };
        row("/strategy", "\"best\"", "strategy");
        row("/groups/0/sm_ids", "[-1]", "groups[0].sm_ids[0]");
        row("/remainder", "12", "remainder");
        row("/calls", "\"one\"", "calls");
        row("/calls/1", "7", "calls[1]");
        row("/diagnostics/0/severity", "\"bad\"", "diagnostics[0].severity");
        row("/diagnostics/0/fix/kind", "\"magic\"", "diagnostics[0].fix.kind");
    }
    void brokenPreviews() {
        QFETCH(QString, pointer);
        QFETCH(QByteArray, value);
        QFETCH(QString, field);
        Json json = preview();
        json[Json::json_pointer(pointer.toStdString())] = parseJson(value.toStdString(), "value");
        try {
            (void)previewFromJson(JsonReader(json, ""));
            QFAIL("no error");
        } catch (const InputError& error) {
            QCOMPARE(QString::fromStdString(error.field()), field);
        }
    }

    void reports() {
        const PartitionReport report{"A", 20, 24, 8, 8, true, {0, 1, 131}, 1ULL << 40, "fma"};
        const Json written = report;
        QCOMPARE(partitionReportFromJson(JsonReader(written, "")), report);
        const PartitionReport largest{"B", 1, 1, 1, 1, false, {}, ~0ULL, ""};
        const Json text = parseJson(Json(largest).dump(), "text");
        QCOMPARE(partitionReportFromJson(JsonReader(text, "")), largest);
    }

    void samples() {
        const Sample sample{2, 0.1, 0.03333333333333333, 1e-300};
        const Json arrived = parseJson(Json(sample).dump(), "text");
        QCOMPARE(sampleFromJson(JsonReader(arrived, "")), sample);
        const Json broken = parseJson(R"({"partition": 0, "rate": "fast"})", "text");
        QVERIFY_EXCEPTION_THROWN(sampleFromJson(JsonReader(broken, "")), InputError);
    }

    void workloads() {
        checkRoundTrip(WorkloadInfo{"fma", "title", "TFLOP/s", "description"}, workloadFromJson);
    }
};

QTEST_GUILESS_MAIN(TestMessages)
#include "tst_messages.moc"
