// SPDX-License-Identifier: GPL-3.0-or-later
// How long it takes from a mouse event that drags a border of the partition bar until the window
// shows what the driver would grant: the whole window, the engine as a process of its own, 60
// events a second. Reports; nothing fails.
//
//     bench_drag [DEVICE [GROUPS [EVENTS]]]      sim:h200, 16, 600 unless said
#include "tests/bench/ui/bench_window.h"
#include "ui/partition/partition_bar.h"
#include "ui/partition/partition_editor.h"

#include <QApplication>
#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

using namespace parterre;
using namespace parterre::ui;
using namespace parterre::ui::bench;

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Knows whether a widget was painted after the newest preview came.
class PaintWatch : public QObject {
public:
    PaintWatch(const Session& session, QWidget& widget) {
        widget.installEventFilter(this);
        connect(&session, &Session::previewChanged, this, [this] { m_isPainted = false; });
    }
    bool isPainted() const { return m_isPainted; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        m_isPainted = m_isPainted || event->type() == QEvent::Paint;
        return QObject::eventFilter(watched, event);
    }

private:
    bool m_isPainted = false;
};

/// Equal groups of the smallest size, with half as many SMs left over: room to drag in.
PartitionPlan planOf(const std::string& device, int groups, int smCount) {
    const int units = std::max(1, smCount / 2 / groups);
    PartitionPlan plan =
        planOfCounts(device, std::vector<int>(static_cast<std::size_t>(groups), 2 * units));
    plan.ignoreCoscheduling = true;
    return plan;
}

void report(const char* what, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    const auto at = [&](double part) {
        return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
    };
    constexpr double frame = 1000.0 / 60;
    fmt::print(
        "{:<24} p50 {:6.2f} ms   p99 {:6.2f} ms ({:.2f} of a frame)   most {:6.2f} ms\n", what,
        at(0.5), at(0.99), at(0.99) / frame, times.back());
}

int run(const std::string& device, int groups, int events) {
    constexpr int anyCount = 64; // until the engine has told how many SMs there are
    BenchWindow bench(planOf(device, 2, anyCount));
    const int smCount = bench.session.device()->smCount;
    bench.editor.load(planOf(device, groups, smCount));
    BenchWindow::wait("a preview", [&] { return bench.session.isPreviewCurrent(); });
    PartitionBar& bar = bench.window.partitionEditor().bar();
    PaintWatch watch(bench.session, bar);
    Clock::time_point sent;
    double answered = 0;
    QObject::connect(&bench.session, &Session::previewChanged, &bar, [&] {
        answered = millisecondsSince(sent);
    });

    const QRect handle = bar.partRect({PartitionBar::Part::Kind::handle, groups / 2 - 1});
    const QRect segment = bar.partRect({PartitionBar::Part::Kind::segment, groups / 2 - 1});
    const int reach = segment.width() * 3 / 4;
    std::vector<double> answers;
    std::vector<double> screens;
    QTest::mousePress(&bar, Qt::LeftButton, {}, handle.center());
    auto next = Clock::now();
    for (int i = 0; i < events; ++i) {
        next += std::chrono::microseconds(1'000'000 / 60);
        if (const auto left = next - Clock::now(); left > Clock::duration::zero())
            BenchWindow::serve(std::chrono::duration_cast<std::chrono::microseconds>(left));
        // To and fro, a few pixels an event.
        constexpr int pixels = 7;
        const int way = i * pixels % (4 * reach);
        const int x = way < 2 * reach ? way - reach : 3 * reach - way;
        const PartitionPlan before = bench.editor.plan();
        sent = Clock::now();
        QTest::mouseMove(&bar, handle.center() + QPoint(x, 0));
        if (bench.editor.plan() == before)
            continue; // it snaps to where it is
        BenchWindow::wait("the preview on screen", [&] {
            return bench.session.isPreviewCurrent() && watch.isPainted();
        });
        answers.push_back(answered);
        screens.push_back(millisecondsSince(sent));
    }
    QTest::mouseRelease(&bar, Qt::LeftButton, {}, handle.center());
    fmt::print(
        "{}, {} groups, {} of {} events changed the plan\n", device, groups, screens.size(),
        events);
    if (screens.empty())
        return 1;
    report("the engine's answer", answers);
    report("on screen", screens);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    constexpr int usualGroups = 16;
    constexpr int usualEvents = 600;
    try {
        return run(
            argc > 1 ? argv[1] : "sim:h200", argc > 2 ? std::atoi(argv[2]) : usualGroups,
            argc > 3 ? std::atoi(argv[3]) : usualEvents);
    } catch (const std::exception& error) {
        fmt::print(stderr, "bench_drag: {}\n", error.what());
        return 1;
    }
}
