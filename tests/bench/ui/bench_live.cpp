// SPDX-License-Identifier: GPL-3.0-or-later
// What the window costs while all partitions run: how long a drawing of a plot takes, the share of
// a core that the window's own thread needs, and memory. The engine is a process of its own and not
// counted. Reports; nothing fails.
//
//     bench_live [MINUTES [DEVICE [PARTITIONS]]]      10, sim:h200, 66 unless said
#include "tests/bench/ui/bench_window.h"
#include "ui/throughput/latency_distribution.h"
#include "ui/throughput/latency_plot.h"
#include "ui/throughput/now_view.h"
#include "ui/throughput/throughput_panel.h"
#include "ui/throughput/throughput_plot.h"
#include "ui/timeline/timeline_chart.h"
#include "ui/timeline/timeline_panel.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

using namespace parterre;
using namespace parterre::ui;
using namespace parterre::ui::bench;
using namespace std::chrono_literals;

namespace {

/// Of this thread, which is the window's.
double cpuSeconds() {
    rusage used{};
    getrusage(RUSAGE_THREAD, &used);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double residentMib() {
    long pages = 0;
    long resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

struct Drawing {
    std::function<int()> count;           ///< how often it was drawn
    std::function<double()> milliseconds; ///< of one; empty: not known
};

void measure(const std::string& what, std::chrono::seconds time, const Drawing& drawing) {
    BenchWindow::serve(1s); // past what changing the view costs
    const int drawnBefore = drawing.count();
    const double cpuBefore = cpuSeconds();
    QElapsedTimer since;
    since.start();
    BenchWindow::serve(time);
    const double passed = 1e-3 * static_cast<double>(since.elapsed());
    fmt::print(
        "{:<30} {:6.1f} s {:6.1f} drawings/s {:>9} each {:6.1f} % of a core {:7.1f} MiB\n", what,
        passed, (drawing.count() - drawnBefore) / passed,
        drawing.milliseconds ? fmt::format("{:.2f} ms", drawing.milliseconds()) : "",
        100 * (cpuSeconds() - cpuBefore) / passed, residentMib());
    std::fflush(stdout);
}

Drawing drawingOf(const PlotFrame& plot) {
    return {[&plot] { return plot.replotCount(); }, [&plot] { return plot.replotTime(); }};
}

/// Small partitions of the same size; every eighth measures latencies, the others compute.
PartitionPlan planOf(const std::string& device, int partitions) {
    constexpr int every = 8;
    PartitionPlan plan =
        planOfCounts(device, std::vector<int>(static_cast<std::size_t>(partitions), 2));
    plan.ignoreCoscheduling = true;
    for (std::size_t i = 0; i < plan.groups.size(); ++i)
        plan.groups[i].workload = i % every == every - 1 ? "latency" : "fma";
    return plan;
}

int run(double minutes, const std::string& device, int partitions) {
    BenchWindow bench(planOf(device, partitions));
    bench.session.apply();
    BenchWindow::wait("an apply", [&] { return bench.session.applied() != nullptr; });
    ThroughputPanel& panel = bench.window.throughputPanel();
    panel.setView(ThroughputPanel::View::throughput);
    fmt::print(
        "{}, {} partitions, {:.1f} MiB before they run\n", device, partitions, residentMib());
    bench.session.runAll();
    BenchWindow::wait("samples", [&] { return panel.plot().pointCount(0) > 3; });

    constexpr auto minute = 60s;
    constexpr auto shortly = 15s;
    for (int i = 0; i < static_cast<int>(minutes); ++i)
        measure(fmt::format("throughput, minute {}", i + 1), minute - 1s, drawingOf(panel.plot()));
    panel.setView(ThroughputPanel::View::now);
    measure("now (250 ms)", shortly, {[] { return 0; }, {}});
    panel.setView(ThroughputPanel::View::latency);
    measure("latency", shortly, drawingOf(panel.latencyPlot()));
    panel.setView(ThroughputPanel::View::distribution);
    measure("distribution", shortly, drawingOf(panel.distribution()));

    const auto dock = [&](const char* name) {
        return bench.window.findChild<QDockWidget*>(QString::fromLatin1(name));
    };
    panel.setView(ThroughputPanel::View::throughput);
    dock("timeline")->toggleViewAction()->trigger();
    measure("plots behind a tab", shortly, drawingOf(panel.plot()));
    bench.window.timelinePanel().recordAction()->trigger();
    const TimelineChart& chart = bench.window.timelinePanel().chart();
    measure("SM timeline, recording", shortly, {[&chart] { return chart.paintCount(); }, {}});
    bench.session.stopAll();
    BenchWindow::wait("the end of the runs", [&] { return !bench.session.isAnyRunning(); });
    dock("throughput")->raise();
    measure("nothing runs", shortly, drawingOf(panel.plot()));
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    constexpr double usualMinutes = 10;
    constexpr int usualPartitions = 66;
    try {
        return run(
            argc > 1 ? std::atof(argv[1]) : usualMinutes, argc > 2 ? argv[2] : "sim:h200",
            argc > 3 ? std::atoi(argv[3]) : usualPartitions);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_live: {}\n", error.what());
        return 1;
    }
}
