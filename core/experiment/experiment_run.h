// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context.h"
#include "core/cuda/library.h"
#include "core/cuda/stream.h"
#include "core/experiment/experiment.h"
#include "core/workload/run_together.h"

#include <memory>
#include <string>
#include <vector>

namespace parterre {

/// A partition made for an experiment.
struct ExperimentPartition {
    std::shared_ptr<Context> context; ///< green, or the primary one for all SMs
    std::shared_ptr<Stream> stream;   ///< of that context
    int smCount = 0;                  ///< as granted

    /// The partition as a run wants it; `index` names it in the run's totals.
    RunTarget
    running(int index, const std::string& workload, const WorkloadParameters& parameters) const {
        return {index, context, stream, workload, parameters};
    }
};

/// One experiment while it is measured: what it was told, how far it is, and what all of them need.
class ExperimentRun {
public:
    /// All but `parameters` must outlive this.
    ExperimentRun(
        const ExperimentTarget& target, ExperimentParameters parameters,
        const ExperimentHooks& hooks, const ExperimentFields& fields);

    const ExperimentTarget& target() const { return m_target; }  ///< the GPU
    const Device& device() const { return m_target.device; }     ///< target()'s
    const ExperimentFields& fields() const { return m_fields; }  ///< for InputErrors
    const std::stop_token& stop() const { return m_hooks.stop; } ///< as asked for
    /// As given, with what chooseSmCounts() filled in.
    const ExperimentParameters& parameters() const { return m_parameters; }
    /// What it measures where nothing was asked for.
    void chooseSmCounts(std::vector<int> smCounts) { m_parameters.smCounts = std::move(smCounts); }

    /// Kept until the end, so that no measurement pays for initialising it.
    const std::shared_ptr<Context>& primaryContext();
    /// The catalogue's kernels, loaded when first asked for.
    const std::shared_ptr<const Library>& library();

    /// Partitions of one split, and one of what is left over, if wanted and if there is something.
    /// A single one of all SMs is made without a split. Throws InputError, naming smCounts, where
    /// the driver has no room for them.
    std::vector<ExperimentPartition>
    makePartitions(const std::vector<int>& smCounts, bool withRemainder = false);

    /// How many steps there will be in all; each is as long as the others, more or less.
    void expect(std::size_t steps) { m_steps = steps; }
    /// Begins the next step. Throws Cancelled when a stop is asked for.
    void begin(const std::string& text);
    /// That a part of the step is done, 0 to 1; may be called as often as one likes. Throws
    /// Cancelled.
    void tell(double part);
    /// That all steps are done.
    void tellDone() const;

    /// The next step: these workloads at the same time, for as long as the parameters say.
    std::vector<RunTotals> measure(const std::vector<RunTarget>& targets, const std::string& text);

    /// In which order to make `count` measurements in a run: by seed and run.
    std::vector<std::size_t> order(std::size_t count, int run) const;

private:
    const ExperimentTarget& m_target;
    ExperimentParameters m_parameters;
    const ExperimentHooks& m_hooks;
    const ExperimentFields& m_fields;
    std::shared_ptr<Context> m_primary;
    std::shared_ptr<const Library> m_library;
    std::size_t m_steps = 1;
    std::size_t m_begun = 0;
    std::string m_text;
    double m_told = -1; ///< the fraction that was told last
};

} // namespace parterre
