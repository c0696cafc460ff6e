// SPDX-License-Identifier: Apache-2.0
#include "tests/core/engine/engine_in_pipes.h"
#include "tests/support/faulty_driver.h"

#include <QTest>

#include <condition_variable>
#include <mutex>
#include <set>

using namespace parterre;
using test::EngineInPipes;

namespace {

/// Holds the driver's split that comes first, and thereby what asked for it, until it is opened.
class Gate {
public:
    DriverWrapper wrapper() {
        return [this](std::shared_ptr<Driver> driver) {
            auto faulty = std::make_shared<test::FaultyDriver>(std::move(driver));
            faulty->failCall(0, abi::CUDA_SUCCESS, [this](DriverFunction function) {
                if (function == DriverFunction::cuDevSmResourceSplitByCount)
                    pass();
                return false;
            });
            return faulty;
        };
    }
    /// Closes it and returns once a call waits there, which `ask` leads to.
    void closeAndWait(const std::function<void()>& ask) {
        std::unique_lock lock(m_mutex);
        m_closed = true;
        ask();
        if (!m_changed.wait_for(lock, std::chrono::minutes(1), [this] { return m_waiting > 0; }))
            throw std::runtime_error("nobody came to the gate");
    }
    void open() {
        const std::scoped_lock lock(m_mutex);
        m_closed = false;
        m_changed.notify_all();
    }
    ~Gate() { open(); }

private:
    void pass() {
        std::unique_lock lock(m_mutex);
        if (m_waiting > 0)
            return; // a description of the device splits, too
        ++m_waiting;
        m_changed.notify_all();
        m_changed.wait(lock, [this] { return !m_closed; });
        --m_waiting;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_closed = false;
    int m_waiting = 0;
};

Json planOf(int smCount, const std::string& device = "sim:h200") {
    PartitionPlan plan = planOfCounts(device, {smCount});
    plan.groups[0].workload = "fma";
    return {{"plan", plan}};
}

int codeOf(const Json& answer) {
    return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
}

} // namespace

/// Which request waits for which.
class TestEngineOrder : public QObject {
    Q_OBJECT

private slots:
    void theNewestPreviewCounts() {
        Gate gate;
        EngineInPipes engine(gate.wrapper());
        int first = 0;
        gate.closeAndWait([&] { first = engine.post("preview", planOf(8)); });
        std::vector<int> ids;
        for (int i = 1; i < 50; ++i)
            ids.push_back(engine.post("preview", planOf(8 + i)));
        const int newest = ids.back();
        // All are dropped but the newest, while the first is under way.
        for (const int id : ids)
            if (id != newest) {
                const Json answer = engine.answerTo(id);
                QCOMPARE(codeOf(answer), -32001);
                QVERIFY(!answer["error"]["message"].get<std::string>().empty());
            }
        gate.open();
        const auto isResult = [](const Json& message) { return message.contains("result"); };
        QCOMPARE(engine.take(isResult)["id"].get<int>(), first);
        const Json last = engine.take(isResult);
        QCOMPARE(last["id"].get<int>(), newest);
        QCOMPARE(last["result"]["groups"][0]["requested_sm_count"].get<int>(), 57);
    }

    void eachOfABurstIsAnsweredOnceAndTheNewestLast() {
        EngineInPipes engine;
        std::string burst;
        for (int i = 1; i <= 50; ++i)
            burst += protocol::line(protocol::makeRequest(1000 + i, "preview", planOf(8 + i)));
        engine.write(burst);
        std::set<int> answered;
        int last = 0, results = 0;
        for (int i = 0; i < 50; ++i) {
            const Json answer = engine.take([](const Json&) { return true; });
            last = answer["id"].get<int>();
            answered.insert(last);
            QVERIFY(codeOf(answer) == 0 || codeOf(answer) == -32001);
            results += codeOf(answer) == 0 ? 1 : 0;
            if (last == 1050)
                QCOMPARE(codeOf(answer), 0);
        }
        QCOMPARE(last, 1050);
        QCOMPARE(answered.size(), 50U);
        QVERIFY(results >= 1);
    }

    void previewsOfAnotherDeviceAreNotDropped() {
        Gate gate;
        EngineInPipes engine(gate.wrapper());
        int first = 0;
        gate.closeAndWait([&] { first = engine.post("preview", planOf(8)); });
        const int second = engine.post("preview", planOf(16));
        const int other = engine.post("preview", planOf(24, "sim:h200@12.8"));
        gate.open();
        for (const int id : {first, second, other})
            QCOMPARE(codeOf(engine.answerTo(id)), 0);
    }

    void anApplyHoldsUpNothingElse() {
        Gate gate;
        EngineInPipes engine(gate.wrapper());
        int apply = 0;
        gate.closeAndWait([&] { apply = engine.post("apply", planOf(8)); });
        const int status = engine.post("status", {{"device", "sim:h200"}}); // waits its turn
        QVERIFY(engine.result("hello", {{"protocol", 1}}).contains("pid"));
        QCOMPARE(engine.result("devices", {{"simulated", {"sim:h200"}}})["devices"].size(), 1U);
        QCOMPARE(
            engine.result("status", {{"device", "sim:h200@12.8"}})["applied"].get<bool>(), false);
        gate.open();
        const auto isEither = [&](const Json& message) {
            return message.contains("id") && (message["id"] == apply || message["id"] == status);
        };
        QCOMPARE(engine.take(isEither)["id"].get<int>(), apply);
        QVERIFY(engine.take(isEither)["result"]["applied"].get<bool>());
    }

    void cancelsWhatIsUnderWayAndWhatWaits() {
        Gate gate;
        EngineInPipes engine(gate.wrapper());
        engine.result("apply", planOf(8));
        int apply = 0;
        gate.closeAndWait([&] { apply = engine.post("apply", planOf(64)); });
        const int run = engine.post("run", {{"device", "sim:h200"}});
        QVERIFY(engine.result("cancel", {{"id", apply}}).empty());
        QVERIFY(engine.result("cancel", {{"id", run}}).empty());
        QVERIFY(engine.result("cancel", {{"id", "none such"}}).empty());
        gate.open();
        QCOMPARE(codeOf(engine.answerTo(apply)), -32002);
        QCOMPARE(codeOf(engine.answerTo(run)), -32002);
        // What was there still is.
        const Json status = engine.result("status", {{"device", "sim:h200"}});
        QCOMPARE(status["partitions"][0]["sm_count"].get<int>(), 8);
        QVERIFY(status["running"].empty());
    }

    void cancelsAPreviewThatWaits() {
        Gate gate;
        EngineInPipes engine(gate.wrapper());
        int first = 0;
        gate.closeAndWait([&] { first = engine.post("preview", planOf(8)); });
        const int second = engine.post("preview", planOf(16));
        engine.result("cancel", {{"id", second}});
        gate.open();
        QCOMPARE(codeOf(engine.answerTo(first)), 0);
        QCOMPARE(codeOf(engine.answerTo(second)), -32002);
        QCOMPARE(codeOf(engine.answerTo(engine.post("preview", planOf(24)))), 0);
    }

    void whatIsQueuedAtTheEndIsStillDone() {
        EngineInPipes engine;
        const int apply = engine.post("apply", planOf(8));
        const int run = engine.post("run", {{"device", "sim:h200"}});
        const int preview = engine.post("preview", planOf(16));
        engine.endInput();
        std::set<int> done;
        for (const Json& message : engine.untilEnd())
            if (message.contains("result"))
                done.insert(message["id"].get<int>());
        QCOMPARE(done, (std::set<int>{apply, run, preview}));
    }

    /// Misspelt devices must not use up what devices need.
    void wrongDevicesCostNothing() {
        EngineInPipes engine;
        for (int i = 0; i < 100; ++i)
            QCOMPARE(
                engine.error("status", {{"device", "sim:gpu" + std::to_string(i)}})["code"]
                    .get<int>(),
                -32602);
        QVERIFY(!engine.result("status", {{"device", "sim:h200"}})["applied"].get<bool>());
    }
};

QTEST_GUILESS_MAIN(TestEngineOrder)
#include "tst_engine_order.moc"
