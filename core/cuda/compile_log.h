// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/compile_diagnostic.h"

#include <string_view>
#include <vector>

namespace parterre {

/// What NVRTC's log says, in its order. Lines that belong to no diagnostic are left out.
std::vector<CompileDiagnostic> parseCompileLog(std::string_view log);

} // namespace parterre
