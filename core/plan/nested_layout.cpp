// SPDX-License-Identifier: Apache-2.0
#include "core/plan/nested_layout.h"

#include "core/plan/by_count_layout.h"
#include "core/plan/plan_diagnostics.h"
#include "core/plan/structured_layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

/// So that all that is said of a group says which one.
PlanSplit withFullNames(PlanSplit split, const std::string& parent) {
    for (PlanGroup& group : split.groups)
        group.name = fullName(parent, group.name);
    return split;
}

/// What is said of all groups of the split is said of the group above.
void tellAsOf(const std::string& parent, std::vector<Diagnostic>& diagnostics) {
    for (Diagnostic& diagnostic : diagnostics) {
        diagnostic.split = parent;
        if (!diagnostic.group.empty())
            continue;
        diagnostic.group = parent;
        diagnostic.message = fmt::format("In {}: {}", parent, diagnostic.message);
    }
}

} // namespace

SplitLayout layOutNested(
    const Device& device, const SmResource& sms, const PlanSplit& split,
    const std::string& parent) {
    SplitLayout layout = layOutSplit(device, sms, withFullNames(split, parent));
    tellAsOf(parent, layout.diagnostics);
    return layout;
}

std::vector<Diagnostic>
checkNested(const Device& device, const PlanSplit& split, const UnsplitGroup& parent) {
    std::vector<Diagnostic> diagnostics;
    const PlanSplit named = withFullNames(split, parent.name);
    if (named.groups.empty())
        diagnostics.push_back(diagnose::emptyPlan());
    if (named.requestedSmCount() > parent.most)
        diagnostics.push_back(diagnose::tooManySms(named.requestedSmCount(), parent.most));
    checkWorkqueues(device, named, diagnostics);
    if (split.strategy == Strategy::byCount)
        checkByCount(named, diagnostics);
    if (split.strategy == Strategy::structured && parent.granularity)
        checkStructured(
            *device.driver(), *parent.granularity, named, [&](int) { return parent.most; },
            diagnostics);
    tellAsOf(parent.name, diagnostics);
    const bool isRefused =
        std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& diagnostic) {
            return diagnostic.severity == Severity::error;
        });
    if (!isRefused)
        diagnostics.push_back(
            diagnose::knownOnceApplied(parent.name, static_cast<int>(named.groups.size())));
    return diagnostics;
}

} // namespace parterre
