// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/engine_client.h"

#include "core/model/protocol.h"
#include "ui/shell/text.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

namespace parterre::ui {
namespace {

constexpr qsizetype longestErrorTail = 2000;
/// An engine that lived this long is not one that fails at every start.
constexpr std::chrono::seconds settledAfter{10};

bool isQuick(std::string_view name) {
    // Applying, running and stopping wait for the GPU, which may take its time.
    constexpr std::array quick{
        protocol::method::devices, protocol::method::inspect, protocol::method::workloads,
        protocol::method::preview, protocol::method::status};
    return std::any_of(quick.begin(), quick.end(), [&](const char* one) { return name == one; });
}

/// What the engine says of a run that it ends itself for; empty for any other.
QString farewellOf(const Json& failedRun) {
    try {
        const JsonReader reader(failedRun, "run_failed");
        if (reader.has("data") && reader.object("data").boolean("ends_engine", false))
            return toQt(reader.string("message", ""));
    } catch (const InputError&) { // whoever reads all of it tells that
    }
    return {};
}

} // namespace

EngineClient::EngineClient(QStringList command, EngineTiming timing, QObject* parent)
    : QObject(parent)
    , m_command(std::move(command))
    , m_timing(timing)
    , m_output(protocol::longestLine) {
    m_helloTimer.setSingleShot(true);
    m_restartTimer.setSingleShot(true);
    m_settledTimer.setSingleShot(true);
    connect(&m_helloTimer, &QTimer::timeout, this, [this] {
        dropProcess();
        processEnded(tr("The engine started but did not answer within %1 s.")
                         .arg(static_cast<double>(m_timing.hello.count()) / 1000));
    });
    connect(&m_restartTimer, &QTimer::timeout, this, &EngineClient::launch);
    connect(&m_settledTimer, &QTimer::timeout, this, [this] { m_failures = 0; });
    connect(&m_patienceTimer, &QTimer::timeout, this, &EngineClient::checkPatience);
}

EngineClient::~EngineClient() {
    if (!m_process)
        return;
    m_process->disconnect(this);
    if (m_process->state() == QProcess::Running) {
        m_process->write(QByteArray::fromStdString(protocol::line(
            protocol::makeRequest(m_nextId, protocol::method::shutdown, Json::object()))));
        m_process->closeWriteChannel();
        const int patience = static_cast<int>(m_timing.farewell.count());
        if (!m_process->waitForFinished(patience)) {
            m_process->kill();
            m_process->waitForFinished(patience);
        }
    }
}

void EngineClient::start() {
    if (m_state == State::stopped)
        launch();
}

void EngineClient::restart() {
    m_failures = 0;
    m_restartTimer.stop();
    if (m_process) {
        dropProcess();
        failPending(tr("The engine was restarted."));
    }
    launch();
}

void EngineClient::setVariable(const QString& name, const QString& value) {
    m_environment.insert(name, value);
}

qint64 EngineClient::processId() const {
    return m_process ? m_process->processId() : 0;
}

void EngineClient::setState(State state) {
    if (state == m_state)
        return;
    m_state = state;
    emit stateChanged();
}

void EngineClient::launch() {
    m_output.clear();
    m_enginePid = 0;
    m_errorTail.clear();
    m_farewell.clear();
    m_process = std::make_unique<QProcess>();
    m_process->setProcessEnvironment(m_environment);
    m_process->setProgram(m_command.value(0));
    m_process->setArguments(m_command.mid(1));
    connect(m_process.get(), &QProcess::readyReadStandardOutput, this, &EngineClient::readOutput);
    connect(m_process.get(), &QProcess::readyReadStandardError, this, &EngineClient::readErrors);
    connect(
        m_process.get(), &QProcess::finished, this,
        [this](int exitCode, QProcess::ExitStatus status) {
            readErrors();
            const QString reason = endReason(exitCode, status);
            dropProcess();
            processEnded(reason);
        });
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return; // every other error ends in finished()
        const QString reason =
            tr("The engine \"%1\" could not be started: %2. Is parterre-cli installed? --engine "
               "names another command.")
                .arg(m_command.value(0), m_process->errorString());
        dropProcess();
        processEnded(reason);
    });
    setState(State::starting);
    m_helloTimer.start(m_timing.hello);
    m_process->start();
    sayHello();
}

void EngineClient::sayHello() {
    Json parameters;
    parameters["protocol"] = protocol::version;
    parameters["client"] = "parterre " PARTERRE_VERSION;
    request(
        protocol::method::hello, std::move(parameters), this,
        [this](const Json& result) {
            m_helloTimer.stop();
            try {
                const JsonReader reader(result, "hello");
                const auto version = reader.integer("protocol", 0, 1'000'000);
                m_engineName = toQt(reader.string("engine", ""));
                m_enginePid = reader.integer("pid", 0, std::numeric_limits<int>::max(), 0);
                if (version != protocol::version) {
                    giveUp(tr("This engine speaks version %1 of the protocol, this window "
                              "version %2: install the same Parterre on both sides.")
                               .arg(version)
                               .arg(protocol::version));
                    return;
                }
            } catch (const InputError& error) {
                giveUp(
                    tr("What was started is not a Parterre engine: %1.").arg(toQt(error.what())));
                return;
            }
            m_settledTimer.start(settledAfter);
            setState(State::ready);
            emit ready();
        },
        [this](const EngineError& error) {
            if (error.code != EngineError::engineLost)
                giveUp(tr("The engine refused this window: %1").arg(error.message));
        });
}

qint64 EngineClient::request(
    const char* method, Json parameters, QObject* receiver, OnResult onResult, OnError onError) {
    const qint64 id = m_nextId++;
    Pending pending{receiver, std::move(onResult), std::move(onError), isQuick(method), {}};
    pending.since.start();
    if (!m_process) {
        QMetaObject::invokeMethod(
            receiver,
            [onError = std::move(pending.onError)] {
                onError({EngineError::engineLost, tr("No engine is running."), {}});
            },
            Qt::QueuedConnection);
        return id;
    }
    m_pending.emplace(id, std::move(pending));
    m_process->write(QByteArray::fromStdString(
        protocol::line(protocol::makeRequest(id, method, std::move(parameters)))));
    if (!m_patienceTimer.isActive())
        m_patienceTimer.start(std::max(m_timing.answer / 4, std::chrono::milliseconds{1}));
    return id;
}

void EngineClient::cancel(qint64 id) {
    request(
        protocol::method::cancel, Json{{"id", id}}, this, [](const Json&) {},
        [](const EngineError&) {});
}

void EngineClient::readOutput() {
    const QList<QByteArray> lines = m_output.append(m_process->readAllStandardOutput());
    for (const QByteArray& line : lines) {
        handleLine(line);
        if (!m_process)
            return; // an answer made us drop this engine
    }
    if (m_output.isOverlong()) {
        dropProcess();
        processEnded(tr("The engine sent a line longer than %1 MiB and was ended.")
                         .arg(protocol::longestLine >> 20));
    }
}

void EngineClient::readErrors() {
    const QByteArray bytes = m_process->readAllStandardError();
    if (bytes.isEmpty())
        return;
    m_errorTail = (m_errorTail + bytes).right(longestErrorTail);
    emit remarked(QString::fromUtf8(bytes).trimmed());
}

void EngineClient::handleLine(const QByteArray& line) {
    const Json message = Json::parse(line.begin(), line.end(), nullptr, false);
    if (!message.is_object()) {
        emit remarked(tr("Not understood: %1").arg(QString::fromUtf8(line.left(200))));
        return;
    }
    const auto method = message.find("method");
    if (method == message.end() || !method->is_string()) {
        handleAnswer(message);
        return;
    }
    const auto found = message.find("params");
    const Json parameters = found == message.end() ? Json::object() : *found;
    if (*method == protocol::notification::runFailed)
        m_farewell = farewellOf(parameters);
    emit notified(toQt(method->get<std::string>()), parameters);
}

void EngineClient::handleAnswer(const Json& message) {
    const auto id = message.find("id");
    const auto found = id != message.end() && id->is_number_integer()
                           ? m_pending.find(id->get<qint64>())
                           : m_pending.end();
    if (found == m_pending.end()) {
        emit remarked(
            tr("An answer to nothing that was asked: %1")
                .arg(toQt(message.dump(-1, ' ', false, Json::error_handler_t::replace)).left(200)));
        return;
    }
    const Pending pending = std::move(found->second);
    m_pending.erase(found);
    if (m_unresponsive) {
        m_unresponsive = false;
        emit responsive();
    }
    if (!pending.receiver)
        return;
    try {
        if (const auto error = message.find("error"); error != message.end()) {
            const JsonReader reader(*error, "error");
            pending.onError(
                {static_cast<int>(reader.integer("code", -1'000'000, 1'000'000, 0)),
                 toQt(reader.string("message", "")), reader.raw("data")});
            return;
        }
    } catch (const InputError& error) {
        pending.onError({EngineError::unreadable, toQt(error.what()), {}});
        return;
    }
    const auto result = message.find("result");
    if (result == message.end())
        pending.onError({EngineError::unreadable, tr("An answer without a result."), {}});
    else
        pending.onResult(*result);
}

QString EngineClient::endReason(int exitCode, QProcess::ExitStatus status) const {
    if (!m_farewell.isEmpty())
        return m_farewell;
    QString reason = status == QProcess::CrashExit
                         ? tr("The engine was ended by signal %1.").arg(exitCode)
                         : tr("The engine ended by itself (exit status %1).").arg(exitCode);
    const QString said = QString::fromUtf8(m_errorTail).trimmed();
    if (!said.isEmpty())
        reason += QLatin1Char(' ') + tr("It said: %1").arg(said.section(QLatin1Char('\n'), -1));
    return reason;
}

void EngineClient::dropProcess() {
    m_helloTimer.stop();
    m_settledTimer.stop();
    m_process->disconnect(this);
    if (m_process->state() != QProcess::NotRunning) {
        m_process->kill();
        m_process->waitForFinished(static_cast<int>(m_timing.farewell.count()));
    }
    // We may be inside one of its signals, so it cannot be deleted here.
    m_process->setParent(this);
    m_process.release()->deleteLater();
}

void EngineClient::failPending(const QString& reason) {
    m_patienceTimer.stop();
    m_unresponsive = false;
    const std::map<qint64, Pending> pending = std::exchange(m_pending, {});
    for (const auto& [id, one] : pending)
        if (one.receiver)
            one.onError({EngineError::engineLost, reason, {}});
}

void EngineClient::processEnded(const QString& reason) {
    m_lastReason = reason;
    if (m_farewell.isEmpty())
        ++m_failures;
    const bool again = m_failures < m_timing.mostFailures;
    setState(again ? State::restarting : State::failed);
    failPending(reason);
    emit lost(reason);
    if (again)
        m_restartTimer.start(std::min(
            m_timing.firstRestart * (1 << std::max(m_failures - 1, 0)), m_timing.lastRestart));
}

void EngineClient::giveUp(const QString& reason) {
    m_failures = m_timing.mostFailures;
    if (m_process)
        dropProcess();
    processEnded(reason);
}

void EngineClient::checkPatience() {
    if (m_pending.empty()) {
        m_patienceTimer.stop();
        return;
    }
    const bool waiting = std::any_of(m_pending.begin(), m_pending.end(), [&](const auto& entry) {
        return entry.second.quick && entry.second.since.hasExpired(m_timing.answer.count());
    });
    if (waiting && !m_unresponsive && m_state == State::ready) {
        m_unresponsive = true;
        emit unresponsive();
    }
}

} // namespace parterre::ui
