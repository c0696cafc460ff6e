// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace parterre {

/// A number not given out before by this program: odd, so that it can't be mistaken for the address
/// of anything.
std::uintptr_t nextHandleToken();

/// The objects behind one kind of driver handle. A handle is a number that is looked up, never
/// followed, and never given out twice: one that was destroyed, belongs to another driver object or
/// was never made at all is found to be unknown. Not synchronised.
template <typename Handle, typename Object>
class HandleTable {
public:
    /// Keeps the object until remove(), and returns its handle.
    Handle add(std::shared_ptr<Object> object) {
        const std::uintptr_t token = nextHandleToken();
        m_objects.emplace(token, std::move(object));
        return reinterpret_cast<Handle>(token); // NOLINT(performance-no-int-to-ptr)
    }

    /// Null when unknown.
    std::shared_ptr<Object> find(Handle handle) const {
        const auto found = m_objects.find(reinterpret_cast<std::uintptr_t>(handle));
        return found == m_objects.end() ? nullptr : found->second;
    }

    /// Objects that were added and not removed.
    std::size_t size() const { return m_objects.size(); }

    /// An unknown handle is no error. Others may still hold the object.
    void remove(Handle handle) { m_objects.erase(reinterpret_cast<std::uintptr_t>(handle)); }

    /// `visit` is given each shared_ptr, in no order; it must not add or remove.
    template <typename Visit>
    void forEach(const Visit& visit) const {
        for (const auto& [token, object] : m_objects)
            visit(object);
    }

private:
    std::unordered_map<std::uintptr_t, std::shared_ptr<Object>> m_objects;
};

} // namespace parterre
