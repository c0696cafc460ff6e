// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/fake_engine/fake_gpu.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace parterre::fake {
namespace {

constexpr int driverVersion = 13000;

int unitOf(const PartitionPlan& plan) {
    return plan.ignoreCoscheduling ? 2 : 8;
}

std::vector<int> idsFrom(int first, int count) {
    std::vector<int> ids(static_cast<std::size_t>(count));
    std::iota(ids.begin(), ids.end(), first);
    return ids;
}

Diagnostic roundedUp(const PlanGroup& group, int granted, int unit) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::warning;
    diagnostic.code = "rounded_up";
    diagnostic.group = group.name;
    diagnostic.message = group.name + " gets " + std::to_string(granted) + " SMs, not the " +
                         std::to_string(group.smCount) + " asked for.";
    diagnostic.why = "SMs are granted in units of " + std::to_string(unit) + ".";
    diagnostic.fix = Fix{"Use " + std::to_string(granted), Fix::Kind::setSmCount, granted};
    return diagnostic;
}

Diagnostic notMade(const PlanGroup& group) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::error;
    diagnostic.code = "fewer_groups";
    diagnostic.group = group.name;
    diagnostic.message = "There is no room for " + group.name + ".";
    return diagnostic;
}

} // namespace

DeviceDescription device(const std::string& id) {
    DeviceDescription device;
    device.id = id;
    device.name = "Test GPU";
    device.simulated = true;
    device.provenance = "made up for tests";
    device.driverVersion = driverVersion;
    device.computeMajor = 9;
    device.smCount = smCount;
    device.clockKhz = 1'980'000;
    device.memoryBytes = std::int64_t{141} << 30;
    device.l2Bytes = std::int64_t{60} << 20;
    device.hardwareConnections = 32;
    device.smResource = SmResourceDescription{smCount, 8, 8, 0};
    device.capabilities = {
        {"green_contexts", "Green contexts", true, ""},
        {"structured_split", "Structured splits", false,
         "Structured splits need driver 13.1, this one is 13.0."}};
    return device;
}

DeviceDescription realDevice(const std::string& id, bool isProbed) {
    DeviceDescription real = device(id);
    real.simulated = false;
    real.provenance.clear();
    constexpr int unitSize = 8;
    SplitUnits units;
    std::vector<std::vector<int>> ids;
    for (int first = 0; first + unitSize <= smCount; first += unitSize) {
        units.smCounts.push_back(unitSize);
        ids.push_back(idsFrom(first, unitSize));
    }
    if (isProbed)
        units.smIds = ids;
    real.units = {units};
    return real;
}

Preview preview(const PartitionPlan& plan) {
    const int unit = unitOf(plan);
    Preview preview;
    preview.device = plan.device;
    preview.strategy = plan.hasEqualGroups() ? Strategy::byCount : Strategy::combined;
    preview.driverVersion = driverVersion;
    int used = 0;
    bool full = false;
    for (const PlanGroup& group : plan.groups) {
        const int granted = (std::max(group.smCount, 1) + unit - 1) / unit * unit;
        full = full || used + granted > smCount;
        if (full) {
            preview.diagnostics.push_back(notMade(group));
            continue;
        }
        preview.groups.push_back(
            {group.name, group.smCount, granted, unit, unit, idsFrom(used, granted)});
        if (granted != group.smCount)
            preview.diagnostics.push_back(roundedUp(group, granted, unit));
        used += granted;
    }
    preview.remainder = {smCount - used, idsFrom(used, smCount - used)};
    for (int count = unit; count <= smCount; count += unit)
        preview.grantableSmCounts.push_back(count);
    preview.calls = {"cuDeviceGetDevResource(0, SM)", "cuDevSmResourceSplitByCount(…)"};
    return preview;
}

std::vector<PartitionReport> partitions(const PartitionPlan& plan) {
    std::vector<PartitionReport> reports;
    const Preview made = preview(plan);
    for (std::size_t i = 0; i < made.groups.size(); ++i) {
        const PreviewGroup& group = made.groups[i];
        PartitionReport report;
        report.name = group.name;
        report.requestedSmCount = group.requestedSmCount;
        report.smCount = group.smCount;
        report.minPartitionSize = group.minPartitionSize;
        report.coscheduledAlignment = group.coscheduledAlignment;
        report.observedSmIds = *group.smIds;
        report.workload = plan.groups[i].workload;
        reports.push_back(std::move(report));
    }
    if (plan.partitionRemainder && made.remainder.smCount > 0) {
        PartitionReport report;
        report.name = "remainder";
        report.isRemainder = true;
        report.smCount = made.remainder.smCount;
        report.observedSmIds = *made.remainder.smIds;
        report.workload = plan.remainderWorkload;
        reports.push_back(std::move(report));
    }
    return reports;
}

std::vector<WorkloadInfo> workloads() {
    return {
        {"fma", "fp32 multiply-add", "TFLOP/s", "Grows with the SMs."},
        {"copy", "Copy in memory", "GB/s", "Shares the memory with all others."},
        {"fill", "Fill and verify", "GB/s", "Writes a value and reads it back."},
        {"latency",
         "Small kernel",
         "µs",
         "Waits for its neighbours.",
         {{"blocks", "blocks", "blocks in the grid", 1, 100'000, 1, 16}},
         false}};
}

double rate(const std::string& workload, int sms, double time) {
    const double swing = 1 + 0.01 * std::sin(time * 3 + sms);
    return workload == "fma" ? 0.48 * sms * swing : std::min(96.0 * sms, 3900.0) * swing;
}

TimelineBatch timelineBatch(int partition, const std::vector<int>& sms, int number) {
    TimelineBatch batch;
    batch.partition = partition;
    batch.dropped = 1;
    const std::int64_t start = clockNs + number * periodNs;
    for (const int sm : sms)
        for (int i = 0; i < blocksPerSm; ++i)
            batch.blocks.push_back({sm, start + i * blockNs, start + (i + 1) * blockNs});
    return batch;
}

} // namespace parterre::fake
