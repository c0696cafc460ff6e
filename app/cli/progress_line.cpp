// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_line.h"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>

namespace parterre::cli {

ProgressLine::ProgressLine()
    : m_isTerminal(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine() {
    if (m_isTerminal && m_percent >= 0)
        fmt::print(stderr, "\n");
}

void ProgressLine::show(double fraction, const std::string& text) {
    const int percent = static_cast<int>(fraction * 100);
    if (!m_isTerminal) {
        if (text != m_text)
            fmt::print(stderr, "{:3} % {}\n", percent, text);
    } else if (text != m_text || percent != m_percent) {
        fmt::print(stderr, "\r{:3} % {:<40}", percent, text);
        std::fflush(stderr);
    }
    m_text = text;
    m_percent = percent;
}

} // namespace parterre::cli
