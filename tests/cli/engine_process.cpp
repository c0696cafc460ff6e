// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/engine_process.h"

#include "core/model/protocol.h"
#include "tests/cli/command_line.h"

#include <QProcessEnvironment>

#include <algorithm>
#include <iterator>

namespace parterre::test {

EngineProcess::EngineProcess(const QString& home) {
    settleEnvironment(m_process);
    if (!home.isEmpty()) {
        QProcessEnvironment environment = m_process.processEnvironment();
        environment.insert(QStringLiteral("HOME"), home);
        environment.insert(QStringLiteral("TMPDIR"), home);
        m_process.setProcessEnvironment(environment);
        m_process.setWorkingDirectory(home);
    }
    m_process.start(commandLinePath(), {QStringLiteral("serve")});
    m_process.waitForStarted(patience);
}

EngineProcess::~EngineProcess() {
    m_process.closeWriteChannel();
    if (m_process.state() != QProcess::NotRunning)
        m_process.waitForFinished(patience);
}

void EngineProcess::sendLine(const QByteArray& line) {
    m_process.write(line + '\n');
    while (m_process.bytesToWrite() > 0 && m_process.waitForBytesWritten(patience)) {
    }
}

std::int64_t EngineProcess::send(const std::string& method, const Json& parameters) {
    ++m_lastId;
    std::string line = protocol::line(protocol::makeRequest(m_lastId, method, parameters));
    line.pop_back(); // its newline
    sendLine(QByteArray::fromStdString(line));
    return m_lastId;
}

std::optional<Json> EngineProcess::read() {
    while (!m_process.canReadLine())
        if (!m_process.waitForReadyRead(patience))
            return {};
    return parseJson(m_process.readLine().toStdString(), "the engine's line");
}

Json EngineProcess::answerTo(std::int64_t id) {
    while (const auto message = read()) {
        if (message->contains("method"))
            m_notifications.push_back(*message);
        else if (message->at("id") == id)
            return *message;
    }
    return nullptr;
}

Json EngineProcess::ask(const std::string& method, const Json& parameters) {
    return answerTo(send(method, parameters));
}

std::vector<Json> EngineProcess::notifications(const std::string& method) const {
    std::vector<Json> found;
    std::copy_if(
        m_notifications.begin(), m_notifications.end(), std::back_inserter(found),
        [&](const Json& message) { return message["method"] == method; });
    return found;
}

} // namespace parterre::test
