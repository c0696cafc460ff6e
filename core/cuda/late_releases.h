// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/release.h"

#include <mutex>
#include <vector>

namespace parterre {

/// What destructors could not give back at once: tried again whenever something else of the same
/// root context is given back or allocated, and when the root context itself goes. Belongs to a
/// root context. Safe to call from any thread.
class LateReleases {
public:
    /// Gives it back now or keeps it for later, with all that is kept already.
    void giveBack(Driver& driver, abi::CUcontext root, const Release& release) noexcept;

    /// Gives back what is kept; what can't be yet stays kept.
    void tryAgain(Driver& driver, abi::CUcontext root) noexcept;

private:
    void keep(const Release& release) noexcept;

    std::mutex m_mutex; ///< not held while the driver is called
    std::vector<Release> m_kept;
};

} // namespace parterre
