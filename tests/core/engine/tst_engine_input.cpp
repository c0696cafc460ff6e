// SPDX-License-Identifier: Apache-2.0
#include "tests/core/engine/engine_in_pipes.h"

#include <QTest>

using namespace parterre;
using test::EngineInPipes;

/// Whatever comes in: an error that names what is wrong, and the engine goes on.
class TestEngineInput : public QObject {
    Q_OBJECT

    EngineInPipes m_engine;

    void checkItGoesOn() {
        QCOMPARE(m_engine.result("hello", {{"protocol", 1}})["protocol"].get<int>(), 1);
    }

private slots:
    void noRequest_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("field"); // its start
        QTest::addColumn<QByteArray>("id");    // JSON
        const auto row = [](const char* name, const QByteArray& line, int code, const char* field,
                            const char* id = "null") {
            QTest::newRow(name) << line << code << QByteArray(field) << QByteArray(id);
        };
        row("words", "hello there", -32700, "the message, line 1, column 1");
        row("cut off", R"({"jsonrpc":"2.0","id":1)", -32700, "the message, line 1, column 24");
        row("invalid UTF-8",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + QByteArray(1, char(0xff)) + "\"}",
            -32700, "the message, line 1, column 35");
        row("zero byte", "[1," + QByteArray(1, char(0)) + "]", -32700, "the message");
        row("deep", QByteArray(1000, '['), -32700, "the message");
        row("deep in params",
            R"({"jsonrpc":"2.0","id":1,"method":"hello","params":)" + QByteArray(70, '[') +
                QByteArray(70, ']') + "}",
            -32700, "the message");
        row("huge number", R"({"jsonrpc":"2.0","id":1e999,"method":"hello"})", -32700,
            "the message");
        row("batch", R"([{"jsonrpc":"2.0","id":1,"method":"hello"}])", -32600, "");
        row("empty batch", "[]", -32600, "");
        row("a number", "17", -32600, "the document");
        row("null", "null", -32600, "the document");
        row("no version", R"({"id":1,"method":"hello"})", -32600, "jsonrpc", "1");
        row("old version", R"({"jsonrpc":"1.0","id":1,"method":"hello"})", -32600, "jsonrpc", "1");
        row("no method", R"({"jsonrpc":"2.0","id":"a"})", -32600, "method", "\"a\"");
        row("method", R"({"jsonrpc":"2.0","id":"a","method":7})", -32600, "method", "\"a\"");
        row("id", R"({"jsonrpc":"2.0","id":[1],"method":"hello"})", -32600, "id");
        row("id with a fraction", R"({"jsonrpc":"2.0","id":1.5,"method":"hello"})", -32600, "id");
        row("list of params", R"({"jsonrpc":"2.0","id":-3,"method":"hello","params":[1]})", -32602,
            "params", "-3");
        row("params", R"({"jsonrpc":"2.0","id":2,"method":"hello","params":"x"})", -32602, "params",
            "2");
        row("unknown method", R"({"jsonrpc":"2.0","id":3,"method":"dance"})", -32601, "method",
            "3");
        row("too long", QByteArray(9 << 20, 'x'), -32600, "the line");
        row("too long, JSON",
            "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"" + QByteArray(8 << 20, 'x') + "\"}",
            -32600, "the line");
        row("largest id", R"({"jsonrpc":"2.0","id":18446744073709551615,"method":"dance"})", -32601,
            "method", "18446744073709551615");
    }
    void noRequest() {
        QFETCH(QByteArray, line);
        QFETCH(int, code);
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, id);
        m_engine.write(line.toStdString() + '\n');
        const Json answer = m_engine.answerTo(parseJson(id.toStdString(), "id"));
        QVERIFY2(answer.contains("error"), answer.dump().c_str());
        QCOMPARE(answer["jsonrpc"].get<std::string>(), std::string("2.0"));
        const Json& error = answer["error"];
        QCOMPARE(error["code"].get<int>(), code);
        QVERIFY(!error["message"].get<std::string>().empty());
        if (!field.isEmpty()) {
            const auto found = QByteArray::fromStdString(error["data"]["field"].get<std::string>());
            QVERIFY2(found.startsWith(field), found);
        }
        checkItGoesOn();
    }

    void wrongParameters_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QByteArray>("parameters");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* method, const char* parameters, const char* field) {
            QTest::addRow("%s %.70s", method, parameters)
                << method << QByteArray(parameters) << field;
        };
        row("hello", "{}", "protocol");
        row("hello", R"({"protocol": 2})", "protocol");
        row("hello", R"({"protocol": "1"})", "protocol");
        row("hello", R"({"protocol": 1, "client": 5})", "client");
        row("devices", R"({"simulated": "sim:h200"})", "simulated");
        row("devices", R"({"simulated": [5]})", "simulated[0]");
        row("devices", R"({"simulated": ["sim:h200", "sim:gtx"]})", "simulated[1]");
        row("inspect", "{}", "device");
        row("inspect", R"({"device": 0})", "device");
        row("inspect", R"({"device": "h200"})", "device");
        row("inspect", R"({"device": "sim:gtx"})", "device");
        row("inspect", R"({"device": "sim:nowhere/x.json"})", "");
        row("inspect", R"({"device": "gpu:0"})", "device");
        for (const char* method : {"preview", "apply"}) {
            row(method, "{}", "plan");
            row(method, R"({"device": "sim:h200"})", "plan");
            row(method, R"({"plan": []})", "plan");
            row(method, R"({"plan": {"parterre_plan": 1}})", "plan.device");
            row(method, R"({"plan": {"device": "sim:h200"}})", "plan.parterre_plan");
            row(method, R"({"plan": {"parterre_plan": 1, "device": "sim:gtx"}})", "plan.device");
            row(method, R"({"plan": {"parterre_plan": 1, "device": "gpu:0"}})", "plan.device");
            row(method,
                R"({"plan": {"parterre_plan": 1, "device": "sim:h200", "groups": [{"name": "A", "sm_count": "x"}]}})",
                "plan.groups[0].sm_count");
        }
        row("apply",
            R"({"plan": {"parterre_plan": 1, "device": "sim:h200", "groups": [{"name": "A", "sm_count": 8, "workload": "x"}]}})",
            "plan.groups[0].workload");
        row("apply",
            R"({"plan": {"parterre_plan": 1, "device": "sim:h200", "remainder_workload": "x", "groups": [{"name": "A", "sm_count": 8}]}})",
            "plan.remainder_workload");
        for (const char* method : {"release", "run", "stop", "status"}) {
            row(method, "{}", "device");
            row(method, R"({"device": "sim:gtx"})", "device");
            row(method, R"({"device": null})", "device");
            row(method, R"({"plan": {"device": "sim:h200"}})", "device");
        }
        row("run", R"({"device": "sim:h200"})", "device"); // nothing is applied
        row("cancel", "{}", "id");
        row("cancel", R"({"id": true})", "id");
    }
    void wrongParameters() {
        QFETCH(QString, method);
        QFETCH(QByteArray, parameters);
        QFETCH(QString, field);
        const Json error =
            m_engine.error(method.toStdString(), parseJson(parameters.toStdString(), "parameters"));
        QVERIFY2(error["code"] == -32602, error.dump().c_str());
        if (!field.isEmpty())
            QCOMPARE(QString::fromStdString(error["data"]["field"].get<std::string>()), field);
        for (const char* key : {"value", "allowed"})
            QVERIFY(!error["data"][key].get<std::string>().empty());
        checkItGoesOn();
    }

    void emptyLinesAndCarriageReturns() {
        m_engine.write("\n\r\n   \n");
        m_engine.write("{\"jsonrpc\":\"2.0\",\"id\":\"crlf\",\"method\":\"workloads\"}\r\n");
        QVERIFY(m_engine.answerTo("crlf").contains("result"));
    }

    void requestsInPieces() {
        for (const char c : std::string("{\"jsonrpc\":\"2.0\",\"id\":\"slow\",\"method\":"
                                        "\"workloads\"}\n"))
            m_engine.write({c});
        QVERIFY(m_engine.answerTo("slow").contains("result"));
    }

    void notificationsAreNotAnswered() {
        for (const char* method : {"hello", "dance", "inspect", "preview", "status"})
            m_engine.write(protocol::line(protocol::makeNotification(method, Json::object())));
        checkItGoesOn();
        const Json next = m_engine.answerTo(m_engine.post("workloads"));
        QVERIFY(next.contains("result"));
        m_engine.endInput();
        for (const Json& left : m_engine.untilEnd())
            QFAIL(left.dump().c_str());
    }
};

QTEST_GUILESS_MAIN(TestEngineInput)
#include "tst_engine_input.moc"
