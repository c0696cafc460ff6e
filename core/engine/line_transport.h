// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/line_splitter.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <string_view>

namespace parterre {

/// Lines in from one file descriptor, lines out to another; both stay the caller's. When the other
/// side has gone, reading ends and writing does nothing. SIGPIPE must be ignored by the process.
class LineTransport {
public:
    /// Throws std::system_error.
    LineTransport(int input, int output);
    ~LineTransport();
    LineTransport(const LineTransport&) = delete;
    LineTransport& operator=(const LineTransport&) = delete;

    /// Waits for a line; empty at the end of the input, or after stop() or a write that failed. One
    /// thread only.
    std::optional<LineSplitter::Line> read();
    /// Writes the whole text, which is one or more lines with their newlines. Any thread.
    void write(std::string_view lines);
    /// Makes read() return empty, now and later. Any thread.
    void stop();
    /// After stop() or a write that failed. Any thread.
    bool isStopped() const { return m_stopped; }

private:
    bool waitForInput() const; ///< false when stopped

    int m_input;
    int m_output;
    int m_wakeUp[2] = {-1, -1}; ///< a pipe: becomes readable when stopped
    std::atomic<bool> m_stopped = false;
    std::mutex m_writing;
    LineSplitter m_splitter;
    bool m_ended = false;
};

} // namespace parterre
