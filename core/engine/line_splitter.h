// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/protocol.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace parterre {

/// Cuts a stream of bytes into lines. A line that is too long is dropped as it comes in, so that it
/// costs no memory, and reported in its place.
class LineSplitter {
public:
    /// A line, or that there was one.
    struct Line {
        std::string text;       ///< without the newline; empty if too long
        bool isTooLong = false; ///< beyond the longest allowed
    };

    /// `longest`: bytes, without the newline.
    explicit LineSplitter(std::size_t longest = protocol::longestLine)
        : m_longest(longest) {}

    /// The next bytes of the stream, cut anywhere.
    void feed(std::string_view bytes);
    /// The input has ended: what is left is a line too, if there is any.
    void finish();
    /// The next whole line, if there is one.
    std::optional<Line> next();

private:
    void append(std::string_view part);
    void endLine();

    std::size_t m_longest;
    std::string m_current;
    bool m_tooLong = false;
    std::deque<Line> m_lines;
};

} // namespace parterre
