// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"

#include <deque>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace parterre::test {

/// An engine at the other end of two pipes, on a thread of this process. Throws std::runtime_error
/// where an answer does not come within a minute or is none.
class EngineInPipes {
public:
    explicit EngineInPipes(DriverWrapper wrap = {});
    /// Ends the input and waits for the engine's end.
    ~EngineInPipes();
    EngineInPipes(const EngineInPipes&) = delete;
    EngineInPipes& operator=(const EngineInPipes&) = delete;

    void write(const std::string& text);
    /// Sends a request and returns its id.
    int post(const std::string& method, const Json& parameters = Json::object());
    /// The first message that `wanted` is true of, of those that came in and were not taken yet.
    Json take(const std::function<bool(const Json&)>& wanted);
    Json answerTo(const Json& id);
    Json notification(const std::string& method);

    /// Asks and waits for the result; throws when it is an error.
    Json result(const std::string& method, const Json& parameters = Json::object());
    /// Asks and waits for the error; throws when it is a result.
    Json error(const std::string& method, const Json& parameters = Json::object());

    void endInput();
    /// Nobody reads any more.
    void closeOutput();
    /// What still comes until the engine has ended, in order.
    std::vector<Json> untilEnd();

private:
    bool readMore(); ///< false at the end

    int m_toEngine[2] = {-1, -1};
    int m_fromEngine[2] = {-1, -1};
    DeviceRegistry m_registry;
    int m_lastId = 0;
    LineSplitter m_lines{std::size_t{64} << 20};
    std::deque<Json> m_messages;
    std::thread m_thread;
};

} // namespace parterre::test
