// SPDX-License-Identifier: Apache-2.0
#include "core/engine/line_splitter.h"

namespace parterre {

void LineSplitter::feed(std::string_view bytes) {
    for (;;) {
        const std::size_t newline = bytes.find('\n');
        append(bytes.substr(0, newline));
        if (newline == std::string_view::npos)
            return;
        endLine();
        bytes.remove_prefix(newline + 1);
    }
}

void LineSplitter::finish() {
    if (!m_current.empty() || m_tooLong)
        endLine();
}

std::optional<LineSplitter::Line> LineSplitter::next() {
    if (m_lines.empty())
        return {};
    Line line = std::move(m_lines.front());
    m_lines.pop_front();
    return line;
}

void LineSplitter::append(std::string_view part) {
    if (m_tooLong)
        return;
    if (m_current.size() + part.size() > m_longest) {
        m_tooLong = true;
        m_current = {};
        return;
    }
    m_current += part;
}

void LineSplitter::endLine() {
    m_lines.push_back({std::move(m_current), m_tooLong});
    m_current = {};
    m_tooLong = false;
}

} // namespace parterre
