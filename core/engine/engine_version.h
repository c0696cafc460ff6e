// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace parterre {

/// Parterre's version, e.g. "0.1.0".
const char* engineVersion();

} // namespace parterre
