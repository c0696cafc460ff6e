// SPDX-License-Identifier: Apache-2.0
#include "core/driver/handle_registry.h"

namespace parterre {

void HandleRegistry::put(Kind kind, const void* handle, const std::shared_ptr<void>& object) {
    const std::scoped_lock lock(m_mutex);
    ownersOf(kind)[handle] = {object, object.get()};
}

std::shared_ptr<void>
HandleRegistry::putUnlessOwned(Kind kind, const void* handle, const std::shared_ptr<void>& object) {
    const std::scoped_lock lock(m_mutex);
    Owner& owner = ownersOf(kind)[handle];
    if (std::shared_ptr<void> other = owner.object.lock())
        return other;
    owner = {object, object.get()};
    return object;
}

bool HandleRegistry::remove(Kind kind, const void* handle, const void* object) noexcept {
    const std::scoped_lock lock(m_mutex);
    Owners& owners = ownersOf(kind);
    const auto found = owners.find(handle);
    if (found == owners.end() || found->second.address != object)
        return false;
    owners.erase(found);
    return true;
}

std::shared_ptr<void> HandleRegistry::find(Kind kind, const void* handle) const {
    const std::scoped_lock lock(m_mutex);
    const Owners& owners = ownersOf(kind);
    const auto found = owners.find(handle);
    return found == owners.end() ? nullptr : found->second.object.lock();
}

std::size_t HandleRegistry::size() const {
    const std::scoped_lock lock(m_mutex);
    std::size_t size = 0;
    for (const Owners& owners : m_owners)
        size += owners.size();
    return size;
}

} // namespace parterre
