// SPDX-License-Identifier: Apache-2.0
#include "core/engine/end_process.h"

#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace parterre {

void endProcess(const std::function<void()>& farewell) {
    constexpr unsigned patience = 2; // seconds
    std::signal(SIGALRM, SIG_DFL);
    alarm(patience);
    farewell();
    std::_Exit(EXIT_FAILURE);
}

} // namespace parterre
