// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/library.h"
#include "core/workload/run_set.h"
#include "core/workload/run_totals.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace parterre {

/// How runTogether() measures.
struct TogetherOptions {
    /// What loadEmbeddedKernels() gives; not null.
    std::shared_ptr<const Library> library;
    /// How long to measure, by the driver's host time; longer if it takes longer until each target
    /// has a sample.
    double seconds = 1;
    std::stop_token stop; ///< looked at all the time
    /// Told the part done, 0 to 1, now and then; may throw to end it. May be empty.
    std::function<void(double)> progress{};
};

/// Lets workloads run at the same time and returns what each did, in the targets' order: a
/// measurement, where RunSet is for runs that go on. The calling thread launches for all of them,
/// each kept as far ahead as in a PartitionRun, so that a simulated GPU in virtual time gives the
/// same numbers every time. Each is prepared before the first begins; all that is measured falls
/// into the time in which all are at work.
///
/// Throws Cancelled when a stop is asked for, InputError for a workload or a parameter that is not
/// possible there, CudaError, UnsupportedError, VerificationError. What was allocated is given back
/// then, and afterwards.
std::vector<RunTotals>
runTogether(const std::vector<RunTarget>& targets, const TogetherOptions& options);

} // namespace parterre
