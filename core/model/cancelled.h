// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace parterre {

/// Long work was called off by whoever asked for it; nothing is left of it.
class Cancelled : public std::runtime_error {
public:
    /// what() is "cancelled".
    Cancelled()
        : std::runtime_error("cancelled") {}
};

} // namespace parterre
