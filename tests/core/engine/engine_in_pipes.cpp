// SPDX-License-Identifier: Apache-2.0
#include "tests/core/engine/engine_in_pipes.h"

#include <array>
#include <csignal>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace parterre::test {

EngineInPipes::EngineInPipes(DriverWrapper wrap)
    : m_registry(32, "libcuda-that-is-not-there.so", std::move(wrap)) {
    std::signal(SIGPIPE, SIG_IGN);
    if (pipe(m_toEngine) != 0 || pipe(m_fromEngine) != 0)
        throw std::runtime_error("no pipe");
    m_thread = std::thread([this] {
        {
            LineTransport transport(m_toEngine[0], m_fromEngine[1]);
            Engine(m_registry, transport).serve();
        }
        close(m_fromEngine[1]);
    });
}

EngineInPipes::~EngineInPipes() {
    endInput();
    if (m_fromEngine[0] >= 0) {
        std::array<char, 4096> rest{};
        while (::read(m_fromEngine[0], rest.data(), rest.size()) > 0)
            continue;
    }
    m_thread.join();
    close(m_toEngine[0]);
    closeOutput();
}

void EngineInPipes::write(const std::string& text) {
    std::string_view left = text;
    while (!left.empty()) {
        const ssize_t count = ::write(m_toEngine[1], left.data(), left.size());
        if (count < 0)
            throw std::runtime_error("the engine reads no more");
        left.remove_prefix(static_cast<std::size_t>(count));
    }
}

int EngineInPipes::post(const std::string& method, const Json& parameters) {
    write(protocol::line(protocol::makeRequest(++m_lastId, method, parameters)));
    return m_lastId;
}

Json EngineInPipes::take(const std::function<bool(const Json&)>& wanted) {
    for (std::size_t i = 0;; ++i) {
        while (i >= m_messages.size())
            if (!readMore())
                throw std::runtime_error("the engine has ended");
        if (wanted(m_messages[i])) {
            Json message = std::move(m_messages[i]);
            m_messages.erase(m_messages.begin() + static_cast<std::ptrdiff_t>(i));
            return message;
        }
    }
}

Json EngineInPipes::answerTo(const Json& id) {
    return take([&](const Json& message) { return message.contains("id") && message["id"] == id; });
}

Json EngineInPipes::notification(const std::string& method) {
    return take([&](const Json& message) {
        return message.contains("method") && message["method"] == method;
    })["params"];
}

Json EngineInPipes::result(const std::string& method, const Json& parameters) {
    Json answer = answerTo(post(method, parameters));
    if (!answer.contains("result"))
        throw std::runtime_error(method + ": " + answer.dump());
    return answer["result"];
}

Json EngineInPipes::error(const std::string& method, const Json& parameters) {
    Json answer = answerTo(post(method, parameters));
    if (!answer.contains("error"))
        throw std::runtime_error(method + " is no error: " + answer.dump());
    return answer["error"];
}

void EngineInPipes::endInput() {
    if (const int end = std::exchange(m_toEngine[1], -1); end >= 0)
        close(end);
}

void EngineInPipes::closeOutput() {
    if (const int end = std::exchange(m_fromEngine[0], -1); end >= 0)
        close(end);
}

std::vector<Json> EngineInPipes::untilEnd() {
    while (readMore())
        continue;
    std::vector<Json> messages(m_messages.begin(), m_messages.end());
    m_messages.clear();
    return messages;
}

bool EngineInPipes::readMore() {
    constexpr int minute = 60'000;
    for (;;) {
        if (const auto line = m_lines.next()) {
            m_messages.push_back(parseJson(line->text, "the engine's line"));
            return true;
        }
        pollfd readable{m_fromEngine[0], POLLIN, 0};
        if (poll(&readable, 1, minute) <= 0)
            throw std::runtime_error("the engine says nothing");
        std::array<char, 1 << 16> buffer{};
        const ssize_t count = ::read(m_fromEngine[0], buffer.data(), buffer.size());
        if (count <= 0)
            return false;
        m_lines.feed({buffer.data(), static_cast<std::size_t>(count)});
    }
}

} // namespace parterre::test
