// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/json.h"

#include <QString>

namespace parterre::ui {

/// Why a request got no result.
struct EngineError {
    /// The engine ended, or was never there; not a code of the protocol.
    static constexpr int engineLost = -1;
    /// The engine answered with something that could not be read.
    static constexpr int unreadable = -2;

    int code = 0; ///< one of protocol::ErrorCode, or one of the two above
    QString message;
    Json data; ///< as docs/protocol.md lists it; null when there is none

    /// The engine's hint, or what was needed and found; empty when there is nothing to add.
    QString hint() const;
    /// The CUDA call and result behind it, for a details line; empty when there is none.
    QString cause() const;
};

} // namespace parterre::ui
