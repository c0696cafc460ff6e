// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/protocol.h"
#include "tests/ui/support/engine_fixture.h"
#include "tests/ui/support/ui_test.h"
#include "ui/engine/engine_client.h"

#include <QSignalSpy>

#include <csignal>
#include <optional>

using namespace parterre;
using namespace parterre::ui;
using parterre::ui::test::fakeEngine;
using parterre::ui::test::shortTiming;

namespace {

constexpr int patience = 10'000;

/// What one request came to.
struct Outcome {
    std::optional<Json> result;
    std::optional<EngineError> error;
    bool isThere() const { return result || error; }
};

void ask(
    EngineClient& client, const char* method, Outcome& outcome, Json parameters = Json::object()) {
    client.request(
        method, std::move(parameters), &client,
        [&outcome](const Json& result) { outcome.result = result; },
        [&outcome](const EngineError& error) { outcome.error = error; });
}

bool becomesReady(EngineClient& client) {
    client.start();
    return QTest::qWaitFor([&] { return client.state() == EngineClient::State::ready; }, patience);
}

} // namespace

class TestEngineClient : public QObject {
    Q_OBJECT
private slots:
    void init() { test::failOnWarnings(); }
    void answersCome();
    void errorsCarryTheirData();
    void garbageIsRemarkedAndSurvived();
    void aDyingEngineFailsWhatWaitsAndIsReplaced_data();
    void aDyingEngineFailsWhatWaitsAndIsReplaced();
    void aKilledEngineIsReplaced();
    void aSilentEngineIsNoticed();
    void anEngineThatNeverGreetsIsGivenUp();
    void anEngineOfAnotherProtocolIsNotTriedAgain();
    void aProgramThatIsNotThereIsNamed();
    void nobodyIsCalledBackWhoIsGone();
    void requestsWithoutAnEngineFailLater();
};

void TestEngineClient::answersCome() {
    EngineClient client(fakeEngine(), shortTiming());
    QVERIFY(becomesReady(client));
    QCOMPARE(client.engineName(), QStringLiteral("fake engine"));
    Outcome outcome;
    ask(client, protocol::method::workloads, outcome);
    QVERIFY(!outcome.isThere()); // never from inside request()
    QTRY_VERIFY_WITH_TIMEOUT(outcome.isThere(), patience);
    QCOMPARE((*outcome.result)["workloads"].size(), std::size_t{4});
}

void TestEngineClient::errorsCarryTheirData() {
    EngineClient client(
        fakeEngine({QStringLiteral("--refuse"), QStringLiteral("release")}), shortTiming());
    QVERIFY(becomesReady(client));
    Outcome refused;
    ask(client, protocol::method::release, refused);
    QTRY_VERIFY_WITH_TIMEOUT(refused.isThere(), patience);
    QCOMPARE(refused.error->code, static_cast<int>(protocol::ErrorCode::refused));
    QCOMPARE(refused.error->hint(), QStringLiteral("Ask for less."));
    QVERIFY(refused.error->cause().contains(QStringLiteral("cuGreenCtxCreate")));
    Outcome wrong;
    ask(client, protocol::method::preview, wrong, Json{{"plan", 7}});
    QTRY_VERIFY_WITH_TIMEOUT(wrong.isThere(), patience);
    QCOMPARE(wrong.error->code, static_cast<int>(protocol::ErrorCode::invalidParameters));
    QVERIFY(!wrong.error->hint().isEmpty());
}

void TestEngineClient::garbageIsRemarkedAndSurvived() {
    EngineClient client(
        fakeEngine({QStringLiteral("--garbage-on"), QStringLiteral("workloads")}), shortTiming());
    const QSignalSpy remarked(&client, &EngineClient::remarked);
    QVERIFY(becomesReady(client));
    Outcome outcome;
    ask(client, protocol::method::workloads, outcome);
    QTRY_VERIFY_WITH_TIMEOUT(outcome.isThere(), patience);
    QVERIFY(outcome.result);
    QCOMPARE(remarked.count(), 4);
    QCOMPARE(client.state(), EngineClient::State::ready);
}

void TestEngineClient::aDyingEngineFailsWhatWaitsAndIsReplaced_data() {
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("reason");
    QTest::newRow("by signal") << QStringLiteral("--crash-on") << QStringLiteral("signal 9");
    QTest::newRow("by itself") << QStringLiteral("--exit-on")
                               << QStringLiteral("the test wants it so");
    QTest::newRow("for an endless line") << QStringLiteral("--flood-on") << QStringLiteral("8 MiB");
}

void TestEngineClient::aDyingEngineFailsWhatWaitsAndIsReplaced() {
    QFETCH(QString, how);
    QFETCH(QString, reason);
    EngineClient client(fakeEngine({how, QStringLiteral("status")}), shortTiming());
    QVERIFY(becomesReady(client));
    const QSignalSpy lost(&client, &EngineClient::lost);
    const QSignalSpy ready(&client, &EngineClient::ready);
    Outcome one;
    Outcome two;
    ask(client, protocol::method::status, one);
    ask(client, protocol::method::status, two);
    QTRY_VERIFY_WITH_TIMEOUT(one.isThere() && two.isThere(), patience);
    QCOMPARE(one.error->code, EngineError::engineLost);
    QCOMPARE(two.error->code, EngineError::engineLost);
    QCOMPARE(lost.count(), 1);
    QVERIFY2(lost[0][0].toString().contains(reason), qPrintable(lost[0][0].toString()));
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, patience);
    Outcome again;
    ask(client, protocol::method::workloads, again);
    QTRY_VERIFY_WITH_TIMEOUT(again.result, patience);
}

void TestEngineClient::aKilledEngineIsReplaced() {
    EngineClient client(fakeEngine(), shortTiming());
    QVERIFY(becomesReady(client));
    const qint64 first = client.processId();
    const QSignalSpy lost(&client, &EngineClient::lost);
    ::kill(static_cast<pid_t>(first), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(lost.count(), 1, patience);
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), EngineClient::State::ready, patience);
    QVERIFY(client.processId() != first);
}

void TestEngineClient::aSilentEngineIsNoticed() {
    EngineClient client(
        fakeEngine({QStringLiteral("--hang-on"), QStringLiteral("status")}), shortTiming());
    QVERIFY(becomesReady(client));
    const QSignalSpy unresponsive(&client, &EngineClient::unresponsive);
    Outcome outcome;
    ask(client, protocol::method::status, outcome);
    QTRY_COMPARE_WITH_TIMEOUT(unresponsive.count(), 1, patience);
    QVERIFY(!outcome.isThere());
    client.restart();
    QTRY_VERIFY_WITH_TIMEOUT(outcome.isThere(), patience);
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), EngineClient::State::ready, patience);
}

void TestEngineClient::anEngineThatNeverGreetsIsGivenUp() {
    EngineTiming timing = shortTiming();
    timing.hello = std::chrono::milliseconds(100);
    timing.mostFailures = 2;
    EngineClient client(fakeEngine({QStringLiteral("--hang-on"), QStringLiteral("hello")}), timing);
    const QSignalSpy lost(&client, &EngineClient::lost);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), EngineClient::State::failed, patience);
    QCOMPARE(lost.count(), 2);
    QVERIFY(lost[0][0].toString().contains(QStringLiteral("did not answer")));
}

void TestEngineClient::anEngineOfAnotherProtocolIsNotTriedAgain() {
    EngineClient client(
        fakeEngine({QStringLiteral("--protocol"), QStringLiteral("99")}), shortTiming());
    const QSignalSpy lost(&client, &EngineClient::lost);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), EngineClient::State::failed, patience);
    QCOMPARE(lost.count(), 1);
    QVERIFY(client.lastReason().contains(QStringLiteral("99")));
}

void TestEngineClient::aProgramThatIsNotThereIsNamed() {
    EngineTiming timing = shortTiming();
    timing.mostFailures = 2;
    EngineClient client({QStringLiteral("no-such-engine")}, timing);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), EngineClient::State::failed, patience);
    QVERIFY(client.lastReason().contains(QStringLiteral("no-such-engine")));
}

void TestEngineClient::nobodyIsCalledBackWhoIsGone() {
    EngineClient client(fakeEngine(), shortTiming());
    QVERIFY(becomesReady(client));
    bool called = false;
    auto receiver = std::make_unique<QObject>();
    client.request(
        protocol::method::workloads, Json::object(), receiver.get(),
        [&](const Json&) { called = true; }, [&](const EngineError&) { called = true; });
    receiver.reset();
    Outcome after; // answered in order, so the first has been answered by then
    ask(client, protocol::method::workloads, after);
    QTRY_VERIFY_WITH_TIMEOUT(after.isThere(), patience);
    QVERIFY(!called);
}

void TestEngineClient::requestsWithoutAnEngineFailLater() {
    EngineClient client(fakeEngine(), shortTiming());
    Outcome outcome;
    ask(client, protocol::method::workloads, outcome);
    QVERIFY(!outcome.isThere());
    QTRY_VERIFY_WITH_TIMEOUT(outcome.isThere(), patience);
    QCOMPARE(outcome.error->code, EngineError::engineLost);
}

QTEST_GUILESS_MAIN(TestEngineClient)
#include "tst_engine_client.moc"
