// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <QByteArray>
#include <QProcess>
#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parterre::test {

/// `parterre-cli serve` with a test at the other end of its pipes.
class EngineProcess {
public:
    /// `home`: where it is to keep everything that it keeps; empty: as usual.
    explicit EngineProcess(const QString& home = {});
    /// Ends its input, and waits until it has ended too.
    ~EngineProcess();

    QProcess& process() { return m_process; }

    void sendLine(const QByteArray& line);
    /// Sends a request; its id is returned.
    std::int64_t send(const std::string& method, const Json& parameters);
    /// The next message, or nothing if the engine ended.
    std::optional<Json> read();
    /// The answer to that request, null if none came; notifications in between are kept.
    Json answerTo(std::int64_t id);
    Json ask(const std::string& method, const Json& parameters = Json::object());

    /// Those with this method that have been read.
    std::vector<Json> notifications(const std::string& method) const;

private:
    QProcess m_process;
    std::int64_t m_lastId = 0;
    std::vector<Json> m_notifications;
};

} // namespace parterre::test
