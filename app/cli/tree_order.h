// SPDX-License-Identifier: GPL-3.0-or-later
/// Partitions come level by level; a table shows each group's own below it, indented.
#pragma once

#include <string>
#include <vector>

namespace parterre::cli {

/// Calls `show` with each item and its level, from 0: those of `parent` in their order, each
/// followed by its own. `parentOf` and `nameOf` give full names.
template <typename Item, typename ParentOf, typename NameOf, typename Show>
void inTreeOrder(
    const std::vector<Item>& items, const std::string& parent, const ParentOf& parentOf,
    const NameOf& nameOf, const Show& show, std::size_t level = 0) {
    for (const Item& item : items) {
        if (parentOf(item) != parent)
            continue;
        show(item, level);
        inTreeOrder(items, nameOf(item), parentOf, nameOf, show, level + 1);
    }
}

/// As a name in a table's first column.
inline std::string indented(const std::string& name, std::size_t level) {
    return std::string(2 * level, ' ') + name;
}

} // namespace parterre::cli
