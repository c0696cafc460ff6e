// SPDX-License-Identifier: Apache-2.0
#include "core/experiment/experiment_run.h"

#include "core/cuda/embedded_kernels.h"
#include "core/model/cancelled.h"
#include "core/model/input_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace parterre {

ExperimentRun::ExperimentRun(
    const ExperimentTarget& target, ExperimentParameters parameters, const ExperimentHooks& hooks,
    const ExperimentFields& fields)
    : m_target(target)
    , m_parameters(std::move(parameters))
    , m_hooks(hooks)
    , m_fields(fields) {}

const std::shared_ptr<Context>& ExperimentRun::primaryContext() {
    if (m_primary == nullptr)
        m_primary = device().primaryContext();
    return m_primary;
}

const std::shared_ptr<const Library>& ExperimentRun::library() {
    if (m_library == nullptr)
        m_library = loadEmbeddedKernels(primaryContext());
    return m_library;
}

std::vector<ExperimentPartition>
ExperimentRun::makePartitions(const std::vector<int>& smCounts, bool withRemainder) {
    const SmResource all = device().resources().sm();
    std::vector<ExperimentPartition> partitions;
    const auto make = [&](const SmResource& sms) {
        const auto context = device().createContext({sms});
        partitions.push_back({context, context->createStream(), static_cast<int>(sms.smCount())});
    };
    if (smCounts.size() == 1 && smCounts.front() == static_cast<int>(all.smCount())) {
        make(all);
        return partitions;
    }
    const SmSplit split = all.split({.count = std::vector<int>(smCounts)});
    if (split.groups.size() < smCounts.size())
        throw InputError(
            fields().smCounts, fmt::format("{}", fmt::join(smCounts, ",")),
            fmt::format(
                "counts for which there is room; of these, {} partitions fit",
                split.groups.size()));
    for (const SmResource& group : split.groups)
        make(group);
    if (withRemainder && split.remainder)
        make(*split.remainder);
    return partitions;
}

void ExperimentRun::begin(const std::string& text) {
    m_text = text;
    m_told = -1;
    ++m_begun;
    tell(0);
}

void ExperimentRun::tell(double part) {
    constexpr double worthTelling = 0.002;
    if (m_hooks.stop.stop_requested())
        throw Cancelled();
    const double done =
        std::min(1.0, (static_cast<double>(m_begun) - 1 + part) / static_cast<double>(m_steps));
    if (!m_hooks.progress || done < m_told + worthTelling)
        return;
    m_told = done;
    m_hooks.progress(done, m_text);
}

void ExperimentRun::tellDone() const {
    if (m_hooks.progress)
        m_hooks.progress(1, "done");
}

std::vector<RunTotals>
ExperimentRun::measure(const std::vector<RunTarget>& targets, const std::string& text) {
    begin(text);
    return runTogether(
        targets,
        {library(), m_parameters.seconds, m_hooks.stop, [this](double part) { tell(part); }});
}

std::vector<std::size_t> ExperimentRun::order(std::size_t count, int run) const {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    // std::shuffle() gives another order with another standard library.
    std::mt19937 random(m_parameters.seed + static_cast<std::uint32_t>(run));
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[random() % i]);
    return order;
}

} // namespace parterre
