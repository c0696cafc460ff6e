// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/stream.h"
#include "core/model/cancelled.h"
#include "core/model/partition_report.h"
#include "core/plan/plan_preview.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace parterre {

/// A plan at work: its green contexts, each with a stream. Destroying it releases them, streams
/// first, and those made of another's SMs before that one; what still uses one keeps that one
/// alive.
class AppliedPlan {
public:
    /// One partition at work.
    struct Partition {
        std::shared_ptr<Context> context; ///< the green context
        /// Made in it, with the usual options. Null in a group that is split, as nothing runs
        /// there: an idle stream would take a hardware connection from the others.
        std::shared_ptr<Stream> stream;
        PartitionReport report; ///< what is known of it
    };

    /// Takes over what applyPlan() made; `partitions` as partitions() gives them.
    AppliedPlan(PartitionPlan plan, Preview preview, std::vector<Partition> partitions);
    ~AppliedPlan();
    AppliedPlan(const AppliedPlan&) = delete;
    AppliedPlan& operator=(const AppliedPlan&) = delete;

    const PartitionPlan& plan() const { return m_plan; } ///< as it was asked for
    /// What was applied; diagnostics about what was then observed are added to it.
    const Preview& preview() const { return m_preview; }
    /// The groups in the plan's order, then the remainder if the plan wants it partitioned; then
    /// the same of each split below, in the order of splitsOf().
    const std::vector<Partition>& partitions() const { return m_partitions; }
    std::vector<PartitionReport> reports() const; ///< of partitions(), in their order
    /// Of the group with this full name; null if there is none.
    std::shared_ptr<const Context> contextOf(const std::string& name) const;

private:
    PartitionPlan m_plan;
    Preview m_preview;
    std::vector<Partition> m_partitions;
};

/// What applyPlan() tells its caller on the way, on the calling thread. Each may be left out.
struct ApplyHooks {
    /// Told how far it is, 0 to 1, and what is being done.
    std::function<void(double fraction, const std::string& text)> progress;
    /// Called when all contexts are made, before kernels look where they run: the moment to stop
    /// what would disturb them.
    std::function<void()> beforeProbe;
    std::stop_token stop; ///< looked at before each context is made and each probe is run
};

/// Makes the plan's partitions and looks where their kernels run: all of it or nothing. Throws
/// PlanError when the preview has errors, Cancelled, InputError, CudaError, UnsupportedError;
/// then all that was made is gone again.
std::unique_ptr<AppliedPlan> applyPlan(
    const Device& device, const PartitionPlan& plan, const PlanSurroundings& surroundings,
    const ApplyHooks& hooks = {});

} // namespace parterre
