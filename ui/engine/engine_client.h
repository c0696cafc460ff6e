// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/json.h"
#include "ui/engine/engine_error.h"
#include "ui/engine/line_splitter.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <memory>

namespace parterre::ui {

/// How long the client waits for what; a test sets shorter times.
struct EngineTiming {
    std::chrono::milliseconds hello{20'000};     ///< for the first answer; an ssh may ask for long
    std::chrono::milliseconds answer{5'000};     ///< before a quick request counts as unanswered
    std::chrono::milliseconds firstRestart{200}; ///< doubled at each failure in a row
    std::chrono::milliseconds lastRestart{10'000};
    int mostFailures = 5; ///< in a row, before the client waits to be told to try again
    std::chrono::milliseconds farewell{1'500}; ///< for the engine to end when the client goes
};

/// Talks to one engine process: any command whose standard input and output speak the protocol of
/// docs/protocol.md. Starts it, notices when it ends, starts it again.
class EngineClient : public QObject {
    Q_OBJECT
public:
    enum class State {
        stopped,    ///< not started yet
        starting,   ///< the process runs, `hello` is not answered yet
        ready,      ///< requests are answered
        restarting, ///< ended; a new one starts shortly
        failed,     ///< ended too often, or speaks another protocol; waits for restart()
    };
    Q_ENUM(State)

    using OnResult = std::function<void(const Json&)>;
    using OnError = std::function<void(const EngineError&)>;

    /// `command` is the program and its arguments.
    explicit EngineClient(QStringList command, EngineTiming timing = {}, QObject* parent = nullptr);
    /// Asks the engine to end, waits a moment, then ends it.
    ~EngineClient() override;

    void start();
    /// Ends the engine that runs, if any, and starts a new one at once.
    void restart();
    /// An environment variable for engines started from now on.
    void setVariable(const QString& name, const QString& value);

    State state() const { return m_state; }
    QStringList command() const { return m_command; }
    /// Process id of the local process; 0 when none runs.
    qint64 processId() const;
    /// Whether the engine is the very process that was started, not one behind an ssh or a
    /// container: only such a one gets the variables set here.
    bool isOwnProcess() const { return m_enginePid != 0 && m_enginePid == processId(); }
    /// Name and version the engine gave in `hello`; empty before.
    QString engineName() const { return m_engineName; }
    /// Why the engine was lost last; empty when it never was.
    QString lastReason() const { return m_lastReason; }

    /// Sends a request. Exactly one of the two functions is called, later, unless `receiver` is
    /// gone by then; when the engine ends first, `onError` with EngineError::engineLost.
    /// Returns the request's id, for cancel().
    qint64 request(
        const char* method, Json parameters, QObject* receiver, OnResult onResult, OnError onError);
    /// Asks the engine to give up a request under way; its own answer still comes.
    void cancel(qint64 id);

signals:
    void stateChanged();
    /// `hello` is answered: a fresh engine, which knows of nothing that was applied before.
    void ready();
    /// The engine ended. `reason` is one sentence.
    void lost(const QString& reason);
    /// The engine sent a notification.
    void notified(const QString& method, const parterre::Json& parameters);
    /// A request that should be answered at once has been waiting for EngineTiming::answer.
    void unresponsive();
    /// It was answered after all.
    void responsive();
    /// A line that is not of the protocol, or one the engine wrote to standard error.
    void remarked(const QString& line);

private:
    struct Pending {
        QPointer<QObject> receiver;
        OnResult onResult;
        OnError onError;
        bool quick = false;
        QElapsedTimer since;
    };

    void setState(State state);
    void launch();
    void sayHello();
    void readOutput();
    void readErrors();
    void handleLine(const QByteArray& line);
    void handleAnswer(const Json& message);
    void processEnded(const QString& reason);
    void giveUp(const QString& reason);
    void dropProcess();
    void failPending(const QString& reason);
    void checkPatience();
    QString endReason(int exitCode, QProcess::ExitStatus status) const;

    QStringList m_command;
    EngineTiming m_timing;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
    std::unique_ptr<QProcess> m_process;
    LineSplitter m_output;
    QString m_farewell;     ///< why it ends itself, in its own words; empty: nothing is known of it
    QByteArray m_errorTail; ///< the newest of standard error, to explain an end with
    State m_state = State::stopped;
    QString m_engineName;
    qint64 m_enginePid = 0; ///< as it says itself
    QString m_lastReason;
    std::map<qint64, Pending> m_pending;
    qint64 m_nextId = 1;
    int m_failures = 0;
    bool m_unresponsive = false;
    QTimer m_helloTimer;
    QTimer m_restartTimer;
    QTimer m_patienceTimer;
    QTimer m_settledTimer;
};

} // namespace parterre::ui
