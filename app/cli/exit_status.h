// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>

namespace parterre::cli {

/// What scripts can rely on; documented in the manual page.
enum class ExitStatus : int {
    done = 0,
    refused = 1,       ///< the GPU or the driver refused, or failed
    usage = 2,         ///< wrong usage or input
    unsupported = 3,   ///< not supported by this driver
    interrupted = 130, ///< Ctrl+C; what was measured until then is printed all the same
    terminated = 143,  ///< the same for SIGTERM
};

/// Says on standard error what went wrong, and returns the status that goes with it.
ExitStatus report(const std::exception_ptr& error);

/// Throws std::system_error if what was printed can't be written, to a full disk say: a script
/// must not take half a document for the whole.
void finishOutput();

} // namespace parterre::cli
