// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/preview_text.h"
#include "app/cli/text_table.h"
#include "core/model/driver_version.h"
#include "core/model/id_ranges.h"
#include "core/plan/plan_preview.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace parterre::cli {

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
    for (const PreviewGroup& group : preview.groups)
        table.addRow(
            {group.name, std::to_string(group.requestedSmCount), std::to_string(group.smCount),
             placed(group.smIds)});
    table.addRow(
        {"(left over)", "", std::to_string(preview.remainder.smCount),
         placed(preview.remainder.smIds)});
    fmt::print("{}", table.text());
    std::fflush(stdout);
    printDiagnostics(preview.diagnostics);
    return statusOf(preview);
}

} // namespace parterre::cli
