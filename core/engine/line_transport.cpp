// SPDX-License-Identifier: Apache-2.0
#include "core/engine/line_transport.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace parterre {

LineTransport::LineTransport(int input, int output)
    : m_input(input)
    , m_output(output) {
    if (pipe2(m_wakeUp, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe");
}

LineTransport::~LineTransport() {
    close(m_wakeUp[0]);
    close(m_wakeUp[1]);
}

std::optional<LineSplitter::Line> LineTransport::read() {
    std::array<char, 1 << 16> buffer{};
    for (;;) {
        if (m_stopped)
            return {};
        if (auto line = m_splitter.next())
            return line;
        if (m_ended || !waitForInput())
            return {};
        const ssize_t count = ::read(m_input, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count > 0) {
            m_splitter.feed({buffer.data(), static_cast<std::size_t>(count)});
        } else {
            m_ended = true;
            m_splitter.finish();
        }
    }
}

void LineTransport::write(std::string_view lines) {
    const std::scoped_lock lock(m_writing);
    while (!lines.empty() && !m_stopped) {
        const ssize_t count = ::write(m_output, lines.data(), lines.size());
        if (count >= 0) {
            lines.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) {
            pollfd writable{m_output, POLLOUT, 0};
            poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            stop(); // nobody listens any more
        }
    }
}

void LineTransport::stop() {
    if (m_stopped.exchange(true))
        return;
    const char byte = 0;
    [[maybe_unused]] const ssize_t written = ::write(m_wakeUp[1], &byte, 1);
}

bool LineTransport::waitForInput() const {
    std::array<pollfd, 2> waiting{pollfd{m_input, POLLIN, 0}, pollfd{m_wakeUp[0], POLLIN, 0}};
    while (poll(waiting.data(), waiting.size(), -1) < 0)
        if (errno != EINTR)
            return false;
    return waiting[1].revents == 0;
}

} // namespace parterre
