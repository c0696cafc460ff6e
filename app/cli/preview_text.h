// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/exit_status.h"
#include "core/model/preview.h"

#include <vector>

namespace parterre::cli {

/// On standard error: severity and sentence, then why and what to do about it, indented.
void printDiagnostics(const std::vector<Diagnostic>& diagnostics);

/// done, or what applying the plan would end with.
ExitStatus statusOf(const Preview& preview);

} // namespace parterre::cli
