// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine_version.h"

namespace parterre {

const char* engineVersion() {
    return PARTERRE_VERSION;
}

} // namespace parterre
