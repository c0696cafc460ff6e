// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/cuda/library.h"

#include <functional>
#include <memory>
#include <vector>

namespace parterre {

/// How the SMs of a GPU hang together, as far as its driver and kernels let on.
struct ObservedTopology {
    /// GPC → TPC → SM ids, both in the order in which the driver deals them out. A TPC whose SMs
    /// were never seen in one cluster with others is a GPC of its own.
    std::vector<std::vector<std::vector<int>>> gpcs;
    /// Whether the SMs of a GPC were seen to run clusters together. Before compute capability 9.0
    /// nothing shows which do, and all TPCs are put into one GPC.
    bool gpcsObserved = false;
    /// Whether the TPCs were seen, each as the smallest group that a split makes. Where that group
    /// has more SMs, each two of its SMs that follow each other are taken for a TPC, and their
    /// order is a guess.
    bool tpcsObserved = false;
    /// The largest cluster that the whole GPU has room for, in blocks; 1 without clusters.
    int maxClusterBlocks = 1;
};

/// Finds out by splitting the GPU into the smallest groups there are and looking where the kernels
/// of each run, and by launching clusters of every size. Takes a second or so on a GPU that does
/// nothing else, and makes as many green contexts as there are groups, a few at a time.
///
/// `atEachStep` is told the part done, from 0 to 1, and may throw to end it: then nothing is left.
/// Throws CudaError, UnsupportedError.
ObservedTopology observeTopology(
    const Device& device, const std::shared_ptr<const Library>& library,
    const std::function<void(double)>& atEachStep);

} // namespace parterre
