// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/partition/plan_rows.h"

#include <algorithm>

namespace parterre::ui {

GroupPath PlanRow::path() const {
    return parent ? parent->path().child(position) : GroupPath();
}

void PlanRow::insert(int at, int count) {
    for (int i = 0; i < count; ++i) {
        auto row = std::make_unique<PlanRow>();
        row->parent = this;
        below.insert(below.begin() + at, std::move(row));
    }
    for (std::size_t i = 0; i < below.size(); ++i)
        below[i]->position = static_cast<int>(i);
}

void PlanRow::remove(int at, int count) {
    below.erase(below.begin() + at, below.begin() + at + count);
    for (std::size_t i = 0; i < below.size(); ++i)
        below[i]->position = static_cast<int>(i);
}

RowChange RowChange::between(const PlanRow& before, const BarLevel& after) {
    std::vector<QString> names;
    for (const auto& row : before.below)
        names.push_back(row->name);
    std::vector<QString> wanted;
    for (const BarSegment& segment : after.segments)
        wanted.push_back(segment.name);
    const auto& shorter = names.size() < wanted.size() ? names : wanted;
    const auto& longer = names.size() < wanted.size() ? wanted : names;
    const auto common = std::mismatch(shorter.begin(), shorter.end(), longer.begin(), longer.end());
    const auto tail = shorter.end() - common.first;
    const bool isSimple = names.size() == wanted.size() ||
                          std::equal(common.first, shorter.end(), longer.end() - tail);
    return {
        isSimple, static_cast<int>(common.first - shorter.begin()),
        static_cast<int>(wanted.size()) - static_cast<int>(names.size())};
}

} // namespace parterre::ui
