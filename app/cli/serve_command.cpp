// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "core/engine/engine.h"
#include "core/engine/own_program.h"

#include <csignal>
#include <unistd.h>

namespace parterre::cli {

ExitStatus serve(DeviceRegistry& registry) {
    // A window that goes away must end the engine by way of the transport, not by a signal.
    std::signal(SIGPIPE, SIG_IGN);
    LineTransport transport(STDIN_FILENO, STDOUT_FILENO);
    Engine engine(registry, transport, ownProgram());
    engine.serve();
    return ExitStatus::done;
}

} // namespace parterre::cli
