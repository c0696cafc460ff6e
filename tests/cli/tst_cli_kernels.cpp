// SPDX-License-Identifier: Apache-2.0
// Edited kernels through the real program, on a GPU that is a simulated one behind libcuda's name.
#include "core/model/compile_diagnostic.h"
#include "core/model/kernel_offer.h"
#include "core/model/partition_plan.h"
#include "core/model/protocol.h"
#include "tests/cli/command_line.h"
#include "tests/cli/engine_process.h"
#include "tests/support/fake_gpu_folder.h"

#include <QElapsedTimer>
#include <QTest>

#include <optional>

using namespace parterre;
using namespace parterre::test;
using Severity = CompileDiagnostic::Severity;

namespace {

Json kernel(const std::string& text, int limit = 5) {
    return {{"workload", "fma"}, {"file", "mine.cu"}, {"text", text}, {"time_limit_s", limit}};
}

Json applyTwo(EngineProcess& engine) {
    PartitionPlan plan = planOfCounts("gpu:0", {64, 32});
    plan.groups[0].workload = "fma";
    plan.groups[1].workload = "copy";
    return engine.ask("apply", {{"plan", plan}});
}

} // namespace

class TestCliKernels : public QObject {
    Q_OBJECT
    std::optional<FakeGpuFolder> m_gpu;

    QString fileWith(const QTemporaryDir& folder, const QByteArray& text) {
        QFile file(folder.filePath(QStringLiteral("mine.cu")));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }

private slots:
    void init() { m_gpu.emplace(SIMULATED_LIBCUDA, FAKE_LIBNVRTC); }

    void offersTheCatalogue() {
        EngineProcess engine;
        const Json answer = engine.ask("kernels", {{"device", "gpu:0"}});
        const KernelOffer offer = kernelOfferFromJson(JsonReader(answer.at("result"), ""));
        QCOMPARE(offer.compiler, std::string("NVRTC 13.0"));
        QVERIFY(offer.whyNot.empty());
        for (const KernelOffer::Home& home : offer.workloads) {
            const KernelFile* file = offer.find(home.file);
            QVERIFY2(file != nullptr, home.file.c_str());
            QVERIFY(file->text.find("PARTERRE_KERNEL(") != std::string::npos);
        }
        QVERIFY(offer.find("block_log.cu") != nullptr);
    }

    void saysWhyItCannotCompile_data() {
        QTest::addColumn<QString>("device");
        QTest::addColumn<QString>("word");
        QTest::newRow("simulated") << "sim:h200"
                                   << "catalogue's kernels only";
        QTest::newRow("no NVRTC") << "gpu:0"
                                  << "CUDA Toolkit 12.4";
    }
    void saysWhyItCannotCompile() {
        QFETCH(QString, device);
        QFETCH(QString, word);
        m_gpu.reset();
        m_gpu.emplace(SIMULATED_LIBCUDA, FAKE_LIBNVRTC, false);
        if (device == QLatin1String("gpu:0") &&
            QFileInfo::exists(QStringLiteral("/usr/local/cuda")))
            QSKIP("there is an NVRTC on this machine, in /usr/local/cuda");
        EngineProcess engine;
        const Json offer = engine.ask("kernels", {{"device", device.toStdString()}}).at("result");
        QCOMPARE(offer.at("compiler"), Json(""));
        QVERIFY(QString::fromStdString(offer.at("why_not")).contains(word));
        QVERIFY(!offer.at("files").empty()); // to be read all the same
        const Json refused =
            engine.ask("compile", {{"device", device.toStdString()}, {"kernel", kernel("text")}});
        QCOMPARE(refused.at("error").at("code"), Json(3));
        QVERIFY(QString::fromStdString(refused.at("error").at("message")).contains(word));
    }

    void compilesAndRunsNothing() {
        EngineProcess engine;
        const Json good = engine.ask(
            "compile", {{"device", "gpu:0"}, {"kernel", kernel("extern int ENDLESS;\n")}});
        const CompileReport report = compileReportFromJson(JsonReader(good.at("result"), ""));
        QVERIFY(report.canRun());
        QCOMPARE(report.kernels.size(), 2U);
        QCOMPARE(report.kernels[0].name, std::string("parterre_fma"));
        QCOMPARE(report.kernels[1].name, std::string("parterre_fma_timed"));
        QVERIFY(report.kernels[0].registers > 0);

        const Json bad = engine.ask(
            "compile",
            {{"device", "gpu:0"}, {"kernel", kernel("one\n#error wrong\nthree\n#error too")}});
        const CompileReport errors = compileReportFromJson(JsonReader(bad.at("result"), ""));
        QVERIFY(!errors.canRun());
        QCOMPARE(errors.diagnostics.size(), 2U);
        QCOMPARE(
            errors.diagnostics[0],
            (CompileDiagnostic{"mine.cu", 2, 2, Severity::error, "#error wrong"}));
        QCOMPARE(errors.diagnostics[1].line, 4);
        QVERIFY(errors.kernels.empty());
    }

    void refusesWhatIsNoKernel_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("json");
        const auto add = [](const char* field, const char* json) {
            QTest::newRow(field) << QString(field) << QString(json);
        };
        add("kernel.workload", R"({"workload":"nothing","text":""})");
        add("kernel.text", R"({"workload":"fma"})");
        add("kernel.file", R"({"workload":"fma","text":"","file":"a\u0000b"})");
        add("kernel.time_limit_s", R"({"workload":"fma","text":"","time_limit_s":0})");
        add("kernel", R"("fma")");
    }
    void refusesWhatIsNoKernel() {
        QFETCH(QString, field);
        QFETCH(QString, json);
        EngineProcess engine;
        const Json answer = engine.ask(
            "compile", {{"device", "gpu:0"}, {"kernel", Json::parse(json.toStdString())}});
        QCOMPARE(answer.at("error").at("code"), Json(-32602));
        QCOMPARE(answer.at("error").at("data").at("field"), Json(field.toStdString()));
    }

    void runsItBesideTheCatalogue() {
        EngineProcess engine;
        QVERIFY(applyTwo(engine).contains("result"));
        const Json started =
            engine.ask("run", {{"device", "gpu:0"}, {"kernel", kernel("harmless")}});
        QVERIFY2(started.contains("result"), started.dump().c_str());
        QCOMPARE(
            engine.ask("status", {{"device", "gpu:0"}}).at("result").at("running"), Json({0, 1}));
        QVERIFY(engine.ask("stop", {{"device", "gpu:0"}}).contains("result"));

        const Json wrong =
            engine.ask("run", {{"device", "gpu:0"}, {"kernel", kernel("one\n#error wrong")}});
        QCOMPARE(wrong.at("error").at("data").at("diagnostics").at(0).at("line"), Json(2));
        const Json nowhere = engine.ask(
            "run", {{"device", "gpu:0"}, {"partitions", {1}}, {"kernel", kernel("harmless")}});
        QCOMPARE(nowhere.at("error").at("data").at("field"), Json("kernel.workload"));
        QCOMPARE(
            engine.ask("status", {{"device", "gpu:0"}}).at("result").at("running"), Json::array());
    }

    void anEndlessKernelCostsTheEngine() {
        EngineProcess engine;
        QVERIFY(applyTwo(engine).contains("result"));
        QVERIFY(engine.ask("run", {{"device", "gpu:0"}, {"partitions", {1}}}).contains("result"));
        QElapsedTimer timer;
        timer.start();
        engine.send(
            "run", {{"device", "gpu:0"}, {"partitions", {0}}, {"kernel", kernel("ENDLESS", 2)}});
        std::vector<Json> told;
        while (const auto message = engine.read())
            if (message->value("method", "") == protocol::notification::runFailed)
                told.push_back(*message);
        QVERIFY(timer.elapsed() >= 2000); // not before its limit
        QVERIFY(
            engine.process().state() == QProcess::NotRunning ||
            engine.process().waitForFinished(patience));
        QCOMPARE(engine.process().exitStatus(), QProcess::NormalExit);
        QCOMPARE(engine.process().exitCode(), 1);
        QCOMPARE(told.size(), 1U);
        const Json& parameters = told[0].at("params");
        QCOMPARE(parameters.at("device"), Json("gpu:0"));
        QCOMPARE(parameters.at("partition"), Json(0));
        QCOMPARE(
            parameters.at("data"),
            Json({{"kernel", "mine.cu"}, {"time_limit_s", 2}, {"ends_engine", true}}));
        const QString sentence = QString::fromStdString(parameters.at("message"));
        for (const char* word : {"mine.cu", "partition A", "2 s"})
            QVERIFY2(sentence.contains(QLatin1String(word)), qPrintable(sentence));

        EngineProcess next;
        QVERIFY(applyTwo(next).contains("result"));
        QVERIFY(next.ask("run", {{"device", "gpu:0"}}).contains("result"));
    }

    void theCommandLineRunsOne() {
        const QTemporaryDir folder;
        const Outcome done = test::run(
            {"run", "--device", "gpu:0", "--counts", "64", "--kernel",
             QStringLiteral("fma=") + fileWith(folder, "harmless"), "--seconds", "0.5"});
        QCOMPARE(done.status, 0);
        QVERIFY(done.out.contains("fma"));
    }

    void theCommandLineStopsOne_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("word");
        QTest::newRow("endless") << "ENDLESS" << 1 << "mine.cu in partition A";
        QTest::newRow("wrong") << "one\n#error wrong" << 2 << "mine.cu:2:2: error: #error wrong";
    }
    void theCommandLineStopsOne() {
        QFETCH(QString, text);
        QFETCH(int, status);
        QFETCH(QString, word);
        const QTemporaryDir folder;
        const Outcome done = test::run(
            {"run", "--device", "gpu:0", "--counts", "64", "--kernel",
             QStringLiteral("fma=") + fileWith(folder, text.toUtf8()), "--kernel-limit", "1",
             "--seconds", "60"});
        QCOMPARE(done.status, status);
        QVERIFY2(done.err.contains(word.toUtf8()), done.err.constData());
    }

    void theCommandLineSaysWhatIsWrong_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("word");
        QTest::newRow("no file") << QStringList{"--kernel", "fma=/nothing.cu"} << 2
                                 << "/nothing.cu";
        QTest::newRow("no workload") << QStringList{"--kernel", "no=/x"} << 2 << "allowed: fma";
        QTest::newRow("no kernel") << QStringList{"--kernel-limit", "3"} << 2 << "--kernel";
        QTest::newRow("no limit") << QStringList{"--kernel", "/dev/null", "--kernel-limit", "0"}
                                  << 2 << "--kernel-limit";
        QTest::newRow("simulated") << QStringList{"--kernel", "/dev/null"} << 3 << "catalogue's";
    }
    void theCommandLineSaysWhatIsWrong() {
        QFETCH(QStringList, options);
        QFETCH(int, status);
        QFETCH(QString, word);
        const Outcome done = test::run(
            QStringList{"run", "--device", "sim:h200", "--counts", "64", "--seconds", "1"} +
            options);
        QCOMPARE(done.status, status);
        QVERIFY2(done.err.contains(word.toUtf8()), done.err.constData());
        QVERIFY(done.out.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestCliKernels)
#include "tst_cli_kernels.moc"
