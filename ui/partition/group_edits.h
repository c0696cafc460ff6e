// SPDX-License-Identifier: GPL-3.0-or-later
/// What edits do to the groups of one split, the plan's own or a nested one.
#pragma once

#include "core/model/partition_plan.h"

#include <string>
#include <vector>

namespace parterre::ui {

/// Another count cannot stand beside chosen units: the driver deals some again.
void resize(PlanGroup& group, int smCount);
/// Chosen units are numbers of one split, and mean other SMs in another.
void forgetUnits(PlanSplit& split);
/// A name that no group of the split has: a letter, or a number below the plan's own groups.
std::string freeName(const PlanSplit& split, bool isNested);

/// Makes groups beside each other of one: it keeps the first of `counts`, and new ones behind it,
/// with names no other has and the same workload and options, get one of the others each.
void divide(PlanSplit& split, int position, const std::vector<int>& counts, bool isNested);
/// One group of the SMs of two neighbours, with name, options and split of the former.
void mergeWithNext(PlanSplit& split, int position);

/// Splits a group's SMs again: sub-partitions take over its workload and work queue, as nothing
/// runs in what is split.
void splitWithin(PlanGroup& group, const std::vector<int>& counts);
/// The other way round: the first sub-partition's workload runs in the whole.
void join(PlanGroup& group);

} // namespace parterre::ui
