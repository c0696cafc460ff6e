// SPDX-License-Identifier: Apache-2.0
// The engine over its real pipes, as the window and as scripts use it.
#include "core/model/protocol.h"
#include "tests/cli/command_line.h"
#include "tests/cli/engine_process.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/types.h>

using namespace parterre;
using namespace parterre::test;

namespace {

const Json onH200{{"device", "sim:h200"}};

Json planOnH200() {
    return {
        {"plan",
         {{"parterre_plan", 1},
          {"device", "sim:h200"},
          {"groups",
           {{{"name", "A"}, {"sm_count", 64}, {"workload", "fma"}},
            {{"name", "B"}, {"sm_count", 32}, {"workload", "copy"}}}}}}};
}

/// Applies the plan, starts it and reads until a sample has come.
bool isRunning(EngineProcess& engine) {
    if (!engine.ask("apply", planOnH200()).contains("result") ||
        !engine.ask("run", onH200).contains("result"))
        return false;
    while (const auto message = engine.read())
        if (message->contains("method") && message->at("method") == "samples")
            return true;
    return false;
}

QByteArray childrenOf(qint64 pid) {
    QFile file(QStringLiteral("/proc/%1/task/%1/children").arg(pid));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCliServe : public QObject {
    Q_OBJECT
private slots:
    void answersTheWholeStory();
    void answersAScript();
    void answersGarbage_data();
    void answersGarbage();
    void skipsALineBeyondTheLimit();
    void staysAliveAfterErrors();
    void endsWithItsInputWhileRunning();
    void endsWhenNobodyReads();
    void killedItLeavesNothing();
};

void TestCliServe::answersTheWholeStory() {
    EngineProcess engine;
    const Json hello = engine.ask("hello", {{"protocol", 1}, {"client", "a test"}})["result"];
    QCOMPARE(hello["protocol"], Json(1));
    QCOMPARE(hello["pid"], Json(engine.process().processId()));
    QCOMPARE(hello["hardware_connections"], Json(32));
    std::vector<Json> ids;
    const Json devices = engine.ask("devices")["result"]["devices"];
    for (const Json& device : devices)
        ids.push_back(device["id"]);
    QCOMPARE(std::count(ids.begin(), ids.end(), Json("sim:h200")), 1);
    QCOMPARE(engine.ask("inspect", onH200)["result"]["sm_count"], Json(132));

    const Json preview = engine.ask("preview", planOnH200())["result"];
    QCOMPARE(preview["groups"][0]["sm_count"], Json(64));
    QCOMPARE(engine.ask("status", onH200)["result"]["applied"], Json(false));

    const Json applied = engine.ask("apply", planOnH200())["result"];
    QCOMPARE(applied["partitions"].size(), std::size_t{2});
    QCOMPARE(applied["partitions"][1]["observed_sm_ids"].size(), std::size_t{32});
    QVERIFY(!engine.notifications("progress").empty());

    QVERIFY(engine.ask("run", onH200).contains("result"));
    QCOMPARE(engine.ask("status", onH200)["result"]["running"], Json({0, 1}));
    std::optional<Json> message = engine.read();
    while (message && message->value("method", "") != "samples")
        message = engine.read();
    QVERIFY(message);
    const Json& samples = message->at("params");
    QCOMPARE(samples["device"], Json("sim:h200"));
    QVERIFY(samples["samples"][0]["rate"].get<double>() > 0);

    QVERIFY(engine.ask("stop", onH200).contains("result"));
    QCOMPARE(engine.ask("status", onH200)["result"]["running"], Json::array());
    QVERIFY(engine.ask("release", onH200).contains("result"));
    QCOMPARE(engine.ask("status", onH200)["result"]["applied"], Json(false));
    QVERIFY(engine.ask("shutdown").contains("result"));
    const Outcome outcome = outcomeOf(engine.process());
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.out.isEmpty(), "nothing follows the answer to shutdown");
    QVERIFY(outcome.err.isEmpty());
}

void TestCliServe::answersAScript() {
    const Outcome outcome = shell(R"(printf '%s\n' )"
                                  R"('{"jsonrpc":"2.0","id":"a","method":"devices"}' )"
                                  R"('{"jsonrpc":"2.0","id":"b","method":"workloads"}' )"
                                  R"(| "$CLI" serve)");
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.out.count('\n'), 2);
    QVERIFY(outcome.out.contains("\"id\":\"a\""));
    QVERIFY(outcome.out.contains("\"id\":\"b\""));
}

void TestCliServe::answersGarbage_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("field"); // empty: none
    QTest::newRow("no JSON") << QByteArray("hello?") << -32700 << QByteArray("line 1, column 1");
    QTest::newRow("bytes") << QByteArray("\xff\xfe\0\1", 4) << -32700 << QByteArray("line 1");
    QTest::newRow("deep") << QByteArray(100'000, '[') << -32700 << QByteArray("the message");
    QTest::newRow("number") << QByteArray("5") << -32600 << QByteArray("the document");
    QTest::newRow("batch") << QByteArray("[]") << -32600 << QByteArray();
    QTest::newRow("no version") << QByteArray(R"({"id":1,"method":"hello"})") << -32600
                                << QByteArray("jsonrpc");
    QTest::newRow("id") << QByteArray(R"({"jsonrpc":"2.0","id":{},"method":"hello"})") << -32600
                        << QByteArray("id");
    QTest::newRow("no method") << QByteArray(R"({"jsonrpc":"2.0","id":1})") << -32600
                               << QByteArray("method");
    QTest::newRow("unknown method") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"dance"})")
                                    << -32601 << QByteArray("method");
    QTest::newRow("list of parameters")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"hello","params":[1]})") << -32602
        << QByteArray("params");
    QTest::newRow("protocol of the future")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocol":9}})")
        << -32602 << QByteArray("protocol");
    QTest::newRow("no device") << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"inspect"})")
                               << -32602 << QByteArray("device");
    QTest::newRow("run what is not applied")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"run","params":{"device":"sim:h200"}})")
        << -32602 << QByteArray("device");
    QTest::newRow("wrong plan")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"preview","params":{"plan":)") +
               R"({"parterre_plan":1,"device":"sim:h200","groups":[{"name":"A","sm_count":-1}]}}})"
        << -32602 << QByteArray("plan.groups[0].sm_count");
}

void TestCliServe::answersGarbage() {
    QFETCH(const QByteArray, line);
    QFETCH(const int, code);
    QFETCH(const QByteArray, field);
    EngineProcess engine;
    engine.sendLine(line);
    const auto answer = engine.read();
    QVERIFY(answer);
    const Json& error = answer->at("error");
    QCOMPARE(error["code"], Json(code));
    QVERIFY(!error["message"].get<std::string>().empty());
    if (!field.isEmpty())
        QVERIFY(
            QByteArray::fromStdString(error["data"]["field"].get<std::string>()).contains(field));
    QVERIFY(engine.ask("hello", {{"protocol", 1}}).contains("result"));
}

void TestCliServe::skipsALineBeyondTheLimit() {
    EngineProcess engine;
    engine.sendLine(QByteArray(static_cast<int>(protocol::longestLine) + 1, 'x'));
    const auto answer = engine.read();
    QVERIFY(answer);
    QCOMPARE(answer->at("error")["code"], Json(-32600));
    QVERIFY(engine.ask("hello", {{"protocol", 1}}).contains("result"));
}

void TestCliServe::staysAliveAfterErrors() {
    EngineProcess engine;
    Json tooMany = planOnH200();
    tooMany["plan"]["groups"][0]["sm_count"] = 130;
    QVERIFY(engine.ask("apply", planOnH200()).contains("result"));
    QCOMPARE(engine.ask("apply", tooMany)["error"]["code"], Json(1));
    Json structured = planOnH200(); // too old for its strategy
    structured["plan"]["device"] = "sim:h200@13.0";
    structured["plan"]["strategy"] = "structured";
    QCOMPARE(engine.ask("apply", structured)["error"]["code"], Json(3));
    const Json status = engine.ask("status", onH200)["result"];
    QCOMPARE(status["applied"], Json(true)); // all or nothing: what was applied still is
    QCOMPARE(status["partitions"][0]["sm_count"], Json(64));
}

void TestCliServe::endsWithItsInputWhileRunning() {
    EngineProcess engine;
    QVERIFY(isRunning(engine));
    engine.process().closeWriteChannel();
    QCOMPARE(outcomeOf(engine.process()).status, 0);
}

void TestCliServe::endsWhenNobodyReads() {
    // The shell keeps the engine's input open, so that this is not what ends it.
    const QTemporaryDir folder;
    const Outcome outcome = shell("cd '" + folder.path() + R"(' && mkfifo input && exec 4>&2
        { "$CLI" serve <input; echo $? >&4; } | head -1 &
        exec 3>input
        plan='{"parterre_plan":1,"device":"sim:h200","groups":[{"name":"A","sm_count":64}]}'
        echo '{"jsonrpc":"2.0","id":1,"method":"apply","params":{"plan":'"$plan"'}}' >&3
        echo '{"jsonrpc":"2.0","id":2,"method":"run",
               "params":{"device":"sim:h200","workload":"fma"}}' | tr -d '\n' >&3
        echo >&3
        wait)");
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.out.count('\n'), 1);
    QCOMPARE(outcome.err, "0\n");
}

void TestCliServe::killedItLeavesNothing() {
    const QTemporaryDir home;
    EngineProcess engine(home.path());
    QVERIFY(isRunning(engine));
    const auto pid = static_cast<pid_t>(engine.process().processId());
    QVERIFY2(childrenOf(pid).isEmpty(), "a child would outlive it");
    ::kill(pid, SIGKILL);
    QVERIFY(engine.process().waitForFinished(patience));
    QCOMPARE(engine.process().exitStatus(), QProcess::CrashExit);
    QVERIFY(QDir(home.path()).isEmpty());
    EngineProcess next; // starts as if nothing had been
    QVERIFY(isRunning(next));
}

QTEST_GUILESS_MAIN(TestCliServe)
#include "tst_cli_serve.moc"
