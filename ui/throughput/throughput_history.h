// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/sample.h"
#include "ui/shell/partition_palette.h"
#include "ui/throughput/latency_track.h"

#include <QObject>
#include <QString>

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace parterre::ui {

/// The samples of the last ten minutes, per partition, on the window's clock.
class ThroughputHistory : public QObject {
    Q_OBJECT
public:
    static constexpr double longest = 600; ///< seconds kept
    /// Points kept of a partition, and markers, however fast they come: an engine sends about 30
    /// samples a second.
    static constexpr std::size_t mostPoints = 30'000;
    static constexpr std::size_t mostMarkers = 1000;
    /// Two samples further apart than that have a gap between them.
    static constexpr double longestSilence = 1;
    /// Averages called "now" are over this long, so that a number can be read.
    static constexpr double nowSpan = 1;

    struct Point {
        double time; ///< seconds on the window's clock
        double rate; ///< NaN: a gap
    };
    struct Marker {
        double time;
        QString text;
    };
    /// One line of the plot and one row of the numbers.
    struct Series {
        QString name;
        QString workload;
        QString unit; ///< "TFLOP/s", "GB/s"
        partition_palette::Look look = partition_palette::look(0);
        bool running = false;
        QString device{};       ///< the GPU's id: another one's samples are not continued
        bool isAdditive = true; ///< whether rates of several partitions add up to something
        bool isSplit = false;   ///< nothing runs in itself: no view lists it

        friend bool operator==(const Series&, const Series&) = default;
    };
    struct Numbers {
        std::optional<double> now;
        double mean = 0;
        double least = 0;
        double most = 0;
        int count = 0; ///< samples since the run started
    };

    explicit ThroughputHistory(QObject* parent = nullptr);

    /// What the partitions are called now; forgets the samples of those that are not among them.
    void setSeries(std::vector<Series> series);
    const std::vector<Series>& series() const { return m_series; }
    /// A run starts: a gap in the lines, and times count from `now`.
    void startRun(const std::set<int>& partitions, double now);
    void stopRun(const std::set<int>& partitions, double now);
    void append(const std::vector<Sample>& samples, double now);
    void mark(const QString& text, double now);
    void clear();

    const std::deque<Point>& points(int partition) const;
    /// How many points of the partition came before points().front() and are forgotten: a reader
    /// that remembers what it has read finds the new ones with it.
    std::size_t forgotten(int partition) const;
    const std::deque<Marker>& markers() const { return m_markers; }
    /// What its launches took, where its workload times them.
    const LatencyTrack& latency(int partition) const;
    Numbers numbers(int partition) const;
    /// "15.4 TFLOP/s", or empty while nothing was measured.
    QString nowText(int partition) const;
    /// Everything as CSV, one sample a line.
    QString asCsv() const;

    static QString rateText(double rate);

signals:
    void seriesChanged();

private:
    struct Track {
        std::deque<Point> points;
        std::size_t forgotten = 0;
        std::optional<double> offset; ///< window clock minus the run's clock
        double runStart = 0;
        double sum = 0;
        double least = 0;
        double most = 0;
        int count = 0;
        LatencyTrack latency;
    };

    void forgetOld(double now);

    std::vector<Series> m_series;
    std::map<int, Track> m_tracks;
    std::deque<Marker> m_markers;
};

} // namespace parterre::ui
