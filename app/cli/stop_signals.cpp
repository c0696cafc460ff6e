// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stop_signals.h"

#include <atomic>
#include <chrono>
#include <csignal>

namespace parterre::cli {
namespace {

std::atomic<int> caught = 0; ///< a signal's number
static_assert(std::atomic<int>::is_always_lock_free, "a handler may touch nothing else");

void onSignal(int number) {
    caught = number;
}

void handle(int number, void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART); // the second one ends it
    sigaction(number, &action, nullptr);
}

} // namespace

StopSignals::StopSignals() {
    caught = 0;
    handle(SIGINT, onSignal);
    handle(SIGTERM, onSignal);
    // A handler may not ask for the stop itself: that runs what others have registered with it.
    m_watcher = std::jthread([this](const std::stop_token& end) {
        while (!end.stop_requested() && caught == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (caught != 0)
            m_stop.request_stop();
    });
}

StopSignals::~StopSignals() {
    handle(SIGINT, SIG_DFL);
    handle(SIGTERM, SIG_DFL);
}

bool StopSignals::caughtOne() const {
    return caught != 0;
}

ExitStatus StopSignals::status() const {
    switch (caught) {
    case 0:
        return ExitStatus::done;
    case SIGTERM:
        return ExitStatus::terminated;
    default:
        return ExitStatus::interrupted;
    }
}

} // namespace parterre::cli
