// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace parterre::cli {

/// How far long work is, on standard error: one line for each thing done, kept up to date where
/// that is a terminal.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// `fraction`: 0 to 1.
    void show(double fraction, const std::string& text);

private:
    bool m_isTerminal;
    std::string m_text;
    int m_percent = -1;
};

} // namespace parterre::cli
