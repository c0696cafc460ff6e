// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace parterre {

/// An option of the groups of a split: left unset, one value that all groups share, or a list with
/// a value for each. A list decides how many groups there are.
template <typename T>
class PerGroup {
public:
    PerGroup() = default;
    /// A value that all groups share.
    PerGroup(T value) // implicit: options read `count = 8`
        : m_values{std::move(value)}
        , m_kind(Kind::scalar) {}
    /// A value for each group, in their order. An empty list is set, too: SmSplitOptions::groups()
    /// refuses it.
    PerGroup(std::vector<T> values)
        : m_values(std::move(values))
        , m_kind(Kind::list) {}
    /// The same, written in place: `count = {16, 8}`.
    PerGroup(std::initializer_list<T> values)
        : m_values(values)
        , m_kind(Kind::list) {}

    bool isSet() const { return m_kind != Kind::unset; }     ///< whether anything was given
    bool isScalar() const { return m_kind == Kind::scalar; } ///< one value for all groups
    bool isList() const { return m_kind == Kind::list; }     ///< one value for each
    /// Values given: 0 where unset, 1 for a scalar, and a list's length.
    std::size_t size() const { return m_values.size(); }

    /// The value of a group, counted from 0, which must be in range for a list; `unset` where there
    /// is none.
    T valueFor(std::size_t group, T unset) const {
        if (!isSet())
            return unset;
        return isList() ? m_values.at(group) : m_values.front();
    }

private:
    enum class Kind { unset, scalar, list };

    std::vector<T> m_values;
    Kind m_kind = Kind::unset;
};

} // namespace parterre
