// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/preview_text.h"
#include "app/cli/text_table.h"
#include "app/cli/tree_order.h"
#include "core/model/driver_version.h"
#include "core/model/id_ranges.h"
#include "core/plan/plan_preview.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace parterre::cli {
namespace {

constexpr const char* leftOver = "(left over)";

} // namespace

void printDiagnostics(const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
        fmt::print(stderr, "{}: {}\n", severityWord(diagnostic.severity), diagnostic.message);
        if (!diagnostic.why.empty())
            fmt::print(stderr, "    {}\n", diagnostic.why);
        if (!diagnostic.hint.empty())
            fmt::print(stderr, "    {}\n", diagnostic.hint);
    }
}

ExitStatus statusOf(const Preview& preview) {
    const auto error = std::find_if(
        preview.diagnostics.begin(), preview.diagnostics.end(),
        [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
    if (error == preview.diagnostics.end())
        return ExitStatus::done;
    return error->code == "unsupported" ? ExitStatus::unsupported : ExitStatus::refused;
}

ExitStatus showPreview(DeviceRegistry& registry, const PartitionPlan& plan, bool json) {
    const OpenDevice device = registry.open(plan.device, "--device");
    const Preview preview = previewPlan(device.device, plan, device.surroundings);
    if (json) {
        fmt::print("{}\n", Json(preview).dump(2));
        printDiagnostics(preview.diagnostics);
        return statusOf(preview);
    }
    fmt::print(
        "{}, driver {}, strategy {}\n\n", preview.device, driverVersionText(preview.driverVersion),
        strategyWord(preview.strategy));
    using Align = TextTable::Align;
    TextTable table(
        {{"GROUP"}, {"REQUESTED", Align::right}, {"GRANTED", Align::right}, {"SM IDS"}});
    const auto placed = [](const std::optional<std::vector<int>>& ids) {
        return ids ? rangesOf(*ids) : std::string("not known until applied");
    };
    const auto add = [&](const NestedPreview& nested, std::size_t level) {
        const PreviewGroup& group = nested.part;
        table.addRow(
            {indented(nested.isRemainder ? leftOver : group.name, level),
             nested.isRemainder ? "" : std::to_string(group.requestedSmCount),
             nested.isKnown ? std::to_string(group.smCount) : "?",
             nested.isKnown ? placed(group.smIds) : "known once applied"});
    };
    std::vector<NestedPreview> rows;
    for (const PreviewGroup& group : preview.groups)
        rows.push_back({{}, false, true, group});
    rows.insert(rows.end(), preview.nested.begin(), preview.nested.end());
    inTreeOrder(
        rows, {}, [](const NestedPreview& one) { return one.parent; },
        [](const NestedPreview& one) { return one.part.name; }, add);
    table.addRow(
        {leftOver, "", std::to_string(preview.remainder.smCount), placed(preview.remainder.smIds)});
    fmt::print("{}", table.text());
    std::fflush(stdout);
    printDiagnostics(preview.diagnostics);
    return statusOf(preview);
}

} // namespace parterre::cli
