// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/throughput_history.h"

#include "ui/throughput/csv_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace parterre::ui {
namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

} // namespace

ThroughputHistory::ThroughputHistory(QObject* parent)
    : QObject(parent) {}

void ThroughputHistory::setSeries(std::vector<Series> series) {
    if (series == m_series)
        return;
    for (std::size_t i = 0; i < m_series.size(); ++i)
        if (i >= series.size() || series[i].name != m_series[i].name ||
            series[i].unit != m_series[i].unit || series[i].device != m_series[i].device)
            m_tracks.erase(static_cast<int>(i)); // another unit would not fit on the same line
    m_series = std::move(series);
    emit seriesChanged();
}

void ThroughputHistory::startRun(const std::set<int>& partitions, double now) {
    for (const int partition : partitions) {
        Track& track = m_tracks[partition];
        Track fresh;
        fresh.points = std::move(track.points);
        fresh.forgotten = track.forgotten;
        fresh.latency = std::move(track.latency);
        fresh.latency.stop(now);
        fresh.latency.start();
        if (!fresh.points.empty())
            fresh.points.push_back({now, gap});
        fresh.runStart = now;
        track = std::move(fresh);
    }
}

void ThroughputHistory::stopRun(const std::set<int>& partitions, double now) {
    for (const int partition : partitions)
        if (const auto found = m_tracks.find(partition);
            found != m_tracks.end() && !found->second.points.empty()) {
            found->second.points.push_back({std::max(now, found->second.points.back().time), gap});
            found->second.latency.stop(found->second.points.back().time);
        }
}

void ThroughputHistory::append(const std::vector<Sample>& samples, double now) {
    for (const Sample& sample : samples) {
        if (sample.partition >= static_cast<int>(m_series.size()))
            continue;
        Track& track = m_tracks[sample.partition];
        // The first sample ties the two clocks together. They drift apart by less than can be seen
        // in ten minutes.
        if (!track.offset)
            track.offset = now - sample.time;
        const double time = *track.offset + sample.time;
        if (!track.points.empty() && time < track.points.back().time)
            continue; // left over from the run before
        if (!track.points.empty() &&
            time - sample.duration > track.points.back().time + longestSilence) {
            track.latency.stop(track.points.back().time); // the engine was held up
            track.points.push_back({time - sample.duration, gap});
        }
        track.points.push_back({time, sample.rate});
        if (!sample.latencies.empty())
            track.latency.add(time, sample.latencies);
        track.sum += sample.rate;
        track.least = track.count == 0 ? sample.rate : std::min(track.least, sample.rate);
        track.most = track.count == 0 ? sample.rate : std::max(track.most, sample.rate);
        ++track.count;
    }
    forgetOld(now);
}

void ThroughputHistory::forgetOld(double now) {
    for (auto& [partition, track] : m_tracks) {
        track.latency.forgetBefore(now - longest);
        while (!track.points.empty() &&
               (track.points.front().time < now - longest || track.points.size() > mostPoints)) {
            track.points.pop_front();
            ++track.forgotten;
        }
    }
    while (!m_markers.empty() &&
           (m_markers.front().time < now - longest || m_markers.size() > mostMarkers))
        m_markers.pop_front();
}

void ThroughputHistory::mark(const QString& text, double now) {
    // Two within a tick of the clock: times tell readers which ones they have seen.
    constexpr double tick = 1e-6;
    m_markers.push_back(
        {m_markers.empty() ? now : std::max(now, m_markers.back().time + tick), text});
    forgetOld(now);
}

void ThroughputHistory::clear() {
    m_tracks.clear();
    m_markers.clear();
    emit seriesChanged();
}

const std::deque<ThroughputHistory::Point>& ThroughputHistory::points(int partition) const {
    static const std::deque<Point> none;
    const auto found = m_tracks.find(partition);
    return found == m_tracks.end() ? none : found->second.points;
}

std::size_t ThroughputHistory::forgotten(int partition) const {
    const auto found = m_tracks.find(partition);
    return found == m_tracks.end() ? 0 : found->second.forgotten;
}

const LatencyTrack& ThroughputHistory::latency(int partition) const {
    static const LatencyTrack none;
    const auto found = m_tracks.find(partition);
    return found == m_tracks.end() ? none : found->second.latency;
}

ThroughputHistory::Numbers ThroughputHistory::numbers(int partition) const {
    const auto found = m_tracks.find(partition);
    if (found == m_tracks.end() || found->second.count == 0)
        return {};
    const Track& track = found->second;
    Numbers numbers;
    numbers.mean = track.sum / track.count;
    numbers.least = track.least;
    numbers.most = track.most;
    numbers.count = track.count;
    double sum = 0;
    int count = 0;
    for (auto point = track.points.rbegin(); point != track.points.rend(); ++point) {
        if (std::isnan(point->rate) || point->time < track.points.back().time - nowSpan)
            break;
        sum += point->rate;
        ++count;
    }
    if (count > 0)
        numbers.now = sum / count;
    return numbers;
}

QString ThroughputHistory::rateText(double rate) {
    const int decimals = rate < 10 ? 2 : rate < 100 ? 1 : 0;
    return QLocale().toString(rate, 'f', decimals);
}

QString ThroughputHistory::nowText(int partition) const {
    const Numbers now = numbers(partition);
    if (!now.now || partition >= static_cast<int>(m_series.size()))
        return {};
    return rateText(*now.now) + QLatin1Char(' ') +
           m_series[static_cast<std::size_t>(partition)].unit;
}

QString ThroughputHistory::asCsv() const {
    // Long form, one sample a line: partitions are not sampled at the same moments.
    QString csv = QStringLiteral("partition,workload,unit,time_s,rate\n");
    for (std::size_t i = 0; i < m_series.size(); ++i)
        for (const Point& point : points(static_cast<int>(i)))
            if (!std::isnan(point.rate))
                csv += QStringLiteral("%1,%2,%3,%4,%5\n")
                           .arg(
                               csvQuoted(m_series[i].name), csvQuoted(m_series[i].workload),
                               csvQuoted(m_series[i].unit))
                           .arg(point.time, 0, 'f', 4)
                           .arg(point.rate, 0, 'g', 9);
    return csv;
}

} // namespace parterre::ui
