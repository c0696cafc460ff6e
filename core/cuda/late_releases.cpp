// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/late_releases.h"

#include <new>

namespace parterre {

void LateReleases::giveBack(Driver& driver, abi::CUcontext root, const Release& release) noexcept {
    tryAgain(driver, root);
    // A call may have failed by reporting what went wrong before it; the second tells.
    if (!release.attempt(driver, root) && !release.attempt(driver, root))
        keep(release);
}

void LateReleases::tryAgain(Driver& driver, abi::CUcontext root) noexcept {
    std::vector<Release> kept;
    {
        const std::scoped_lock lock(m_mutex);
        kept.swap(m_kept);
    }
    for (const Release& release : kept)
        if (!release.attempt(driver, root))
            keep(release);
}

void LateReleases::keep(const Release& release) noexcept {
    try {
        const std::scoped_lock lock(m_mutex);
        m_kept.push_back(release);
    } catch (const std::bad_alloc&) {
        // The driver gives it back with its context then.
        return;
    }
}

} // namespace parterre
