// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace parterre {

/// Which object of ours owns which handle of a driver, so that a raw handle leads back to the one
/// object there is of it. Every Driver has one, which lives as long as the driver does: there is
/// nothing global that could end too early at the end of a program.
///
/// It keeps nothing alive. Drivers give the value of a destroyed handle out again, so an object is
/// taken out before its handle is destroyed, and only ever takes out itself. Safe to call from any
/// thread.
class HandleRegistry {
public:
    /// Handles of different kinds may have the same value.
    enum class Kind {
        context,      ///< CUcontext, also a green one's
        greenContext, ///< CUgreenCtx
        stream,       ///< CUstream
        event,        ///< CUevent
    };

    /// `object` owns the handle from now on. Whoever was in its place no longer does: its handle
    /// has been destroyed behind its back and was given out anew.
    void put(Kind kind, const void* handle, const std::shared_ptr<void>& object);

    /// `object` owns the handle unless one that is alive does; returns which of them it is.
    std::shared_ptr<void>
    putUnlessOwned(Kind kind, const void* handle, const std::shared_ptr<void>& object);

    /// Says whether `object` was the owner; if not, nothing happens, and the handle is not its to
    /// destroy.
    bool remove(Kind kind, const void* handle, const void* object) noexcept;

    /// Null for a handle that nobody here owns, or whose owner is being destroyed.
    std::shared_ptr<void> find(Kind kind, const void* handle) const;

    /// Handles that are owned.
    std::size_t size() const;

private:
    struct Owner {
        std::weak_ptr<void> object;
        const void* address = nullptr; ///< still known when the object is past being locked
    };
    using Owners = std::unordered_map<const void*, Owner>;

    Owners& ownersOf(Kind kind) { return m_owners[static_cast<std::size_t>(kind)]; }
    const Owners& ownersOf(Kind kind) const { return m_owners[static_cast<std::size_t>(kind)]; }

    mutable std::mutex m_mutex; ///< no shared_ptr may end while it is held: destructors come here
    std::array<Owners, 4> m_owners;
};

} // namespace parterre
