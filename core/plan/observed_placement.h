// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/model/split_units.h"

#include <functional>
#include <vector>

namespace parterre {

/// Where the SMs of a GPU are, as its kernels showed. A real driver keeps to itself which SMs a
/// resource has, but deals them out the same way every time (recordings: placements.jsonl), so what
/// was seen once holds for the next split.
struct ObservedPlacement {
    /// GPC → TPC → SM ids; empty where nothing shows which SMs make a GPC: before compute
    /// capability 9.0.
    std::vector<std::vector<std::vector<int>>> gpcs;
    /// As unitsOf(), with the SM ids. Those of a kind stay empty where kernels were not seen on all
    /// SMs of each unit: something else kept some busy.
    std::vector<SplitUnits> units;
};

/// Runs kernels in every unit, one after the other, and in clusters of every size. Takes a few
/// seconds and makes as many green contexts as there are units, one at a time. `atEachStep` is told
/// the part done, from 0 to 1, and may throw to end it: then nothing is left. Throws CudaError,
/// UnsupportedError.
ObservedPlacement
observePlacement(const Device& device, const std::function<void(double)>& atEachStep);

} // namespace parterre
