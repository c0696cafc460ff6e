// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/line_splitter.h"

namespace parterre::ui {

LineSplitter::LineSplitter(std::size_t longest)
    : m_longest(longest) {}

QList<QByteArray> LineSplitter::append(const QByteArray& bytes) {
    QList<QByteArray> lines;
    // Only the new bytes can hold a newline: searching the old ones again would make a long line
    // cost the square of its length.
    qsizetype searchFrom = m_rest.size();
    m_rest += bytes;
    qsizetype start = 0;
    while (!m_overlong) {
        const qsizetype end = m_rest.indexOf('\n', searchFrom);
        const qsizetype length = (end < 0 ? m_rest.size() : end) - start;
        if (static_cast<std::size_t>(length) > m_longest) {
            m_overlong = true;
            break;
        }
        if (end < 0)
            break;
        if (length > 0)
            lines.append(m_rest.mid(start, length));
        start = end + 1;
        searchFrom = start;
    }
    if (m_overlong)
        m_rest.clear();
    else
        m_rest.remove(0, start);
    return lines;
}

void LineSplitter::clear() {
    m_rest.clear();
    m_overlong = false;
}

} // namespace parterre::ui
