// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_status.h"

#include <stop_token>
#include <thread>

namespace parterre::cli {

/// While it lives, Ctrl+C (SIGINT) and SIGTERM ask for a stop instead of ending the program, so
/// that what was begun can be put back; a second one of the same kind ends it at once. One at a
/// time.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }
    bool caughtOne() const;
    /// ExitStatus::interrupted or terminated, by what was caught; done if nothing was.
    ExitStatus status() const;

private:
    std::stop_source m_stop;
    std::jthread m_watcher;
};

} // namespace parterre::cli
