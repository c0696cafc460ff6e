// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/sm_map_geometry.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace parterre::ui {
namespace {

constexpr double largestTpc = 64;
constexpr double step = 0.9;       ///< from one size that is tried to the next
constexpr double labelledTpc = 15; ///< narrowest that has a line above its block
constexpr double flattest = 0.62;  ///< height of a TPC by its width, at least
constexpr double tallest = 0.9;    ///< and at most

double gapOf(double tpcWidth) {
    return std::clamp(tpcWidth * 0.4, 0.2, 12.0);
}

double columnsOf(int tpcs, int rows) {
    return std::ceil(static_cast<double>(tpcs) / rows);
}

/// Lines that blocks of these widths need; 0 where one is wider than a line.
int linesFor(const std::vector<int>& tpcs, int rows, double tpcWidth, double gap, double width) {
    int lines = 1;
    double x = 0;
    for (const int count : tpcs) {
        const double block = columnsOf(count, rows) * tpcWidth;
        if (block > width)
            return 0;
        if (x > 0 && x + block > width) {
            ++lines;
            x = 0;
        }
        x += block + gap;
    }
    return lines;
}

} // namespace

std::vector<int> SmMapGeometry::tpcCounts(const SmMapContent& content) {
    std::vector<int> counts(static_cast<std::size_t>(content.gpcCount));
    for (const SmMapContent::Sm& sm : content.sms) {
        int& count = counts[static_cast<std::size_t>(sm.gpc)];
        count = std::max(count, sm.tpc + 1);
    }
    return counts;
}

std::optional<SmMapGeometry::Arrangement> SmMapGeometry::arranged(
    const std::vector<int>& tpcs, double tpcWidth, int rows, double width, double labelHeight) {
    Arrangement result;
    result.rows = rows;
    result.tpcWidth = tpcWidth;
    result.tpcHeight = tpcWidth * flattest;
    result.gap = gapOf(tpcWidth);
    result.labelHeight = tpcWidth >= labelledTpc ? labelHeight : 0;
    const int lines = linesFor(tpcs, rows, tpcWidth, result.gap, width);
    if (lines == 0)
        return {};
    result.height =
        lines * (rows * result.tpcHeight + result.labelHeight) + (lines - 1) * result.gap;
    return result;
}

SmMapGeometry::Arrangement
SmMapGeometry::best(const std::vector<int>& tpcs, const QSizeF& size, double labelHeight) {
    const int most = std::max(1, *std::max_element(tpcs.begin(), tpcs.end()));
    for (double tpcWidth = largestTpc;; tpcWidth *= step) {
        std::optional<Arrangement> flat;
        for (int rows = 1; rows <= most; ++rows)
            if (auto one = arranged(tpcs, tpcWidth, rows, size.width(), labelHeight);
                one && one->height <= size.height() && (!flat || one->height < flat->height))
                flat = one;
        if (!flat)
            continue;
        // What is over makes the cells taller.
        const double lines = std::round(
            (flat->height + flat->gap) /
            (flat->rows * flat->tpcHeight + flat->labelHeight + flat->gap));
        const double spare = (size.height() - flat->height) / (lines * flat->rows);
        flat->tpcHeight = std::min(flat->tpcHeight + spare, flat->tpcWidth * tallest);
        return *flat;
    }
}

SmMapGeometry::SmMapGeometry(const SmMapContent& content, const QSizeF& size, double labelHeight) {
    if (content.sms.empty())
        return;
    const QSizeF room(std::max(size.width(), 1.0), std::max(size.height(), 1.0));
    place(content, best(tpcCounts(content), room, labelHeight), room.width());
}

double SmMapGeometry::heightFor(
    const SmMapContent& content, double width, double labelHeight, double most) {
    if (content.sms.empty())
        return 0;
    const std::vector<int> tpcs = tpcCounts(content);
    double least = most;
    for (int rows = 1; rows <= *std::max_element(tpcs.begin(), tpcs.end()); ++rows)
        if (const auto one = arranged(tpcs, comfortableTpc, rows, width, labelHeight))
            least = std::min(least, one->height);
    return std::ceil(least);
}

void SmMapGeometry::place(
    const SmMapContent& content, const Arrangement& arrangement, double width) {
    m_tpcWidth = arrangement.tpcWidth;
    m_tpcHeight = arrangement.tpcHeight;
    m_labelHeight = arrangement.labelHeight;
    const std::vector<int> tpcs = tpcCounts(content);
    const double blockHeight = arrangement.rows * m_tpcHeight;
    double x = 0;
    double y = 0;
    for (const int count : tpcs) {
        const double block = columnsOf(count, arrangement.rows) * m_tpcWidth;
        if (x > 0 && x + block > width) {
            x = 0;
            y += m_labelHeight + blockHeight + arrangement.gap;
        }
        m_gpcs.emplace_back(x, y + m_labelHeight, block, blockHeight);
        x += block + arrangement.gap;
    }
    std::map<std::pair<int, int>, int> smsOfTpc;
    for (const SmMapContent::Sm& sm : content.sms)
        ++smsOfTpc[{sm.gpc, sm.tpc}];
    std::map<std::pair<int, int>, int> placed;
    for (const SmMapContent::Sm& sm : content.sms) {
        const std::pair<int, int> tpc{sm.gpc, sm.tpc};
        const QRectF& block = m_gpcs[static_cast<std::size_t>(sm.gpc)];
        const double smWidth = m_tpcWidth / smsOfTpc[tpc];
        m_sms.emplace_back(
            block.left() + sm.tpc / arrangement.rows * m_tpcWidth + placed[tpc]++ * smWidth,
            block.top() + sm.tpc % arrangement.rows * m_tpcHeight, smWidth, m_tpcHeight);
    }
}

std::optional<int> SmMapGeometry::smAt(const QPointF& position) const {
    for (int i = 0; i < smCount(); ++i)
        if (const QRectF& rect = sm(i); position.x() >= rect.left() &&
                                        position.x() < rect.right() && position.y() >= rect.top() &&
                                        position.y() < rect.bottom())
            return i;
    return std::nullopt;
}

QRectF SmMapGeometry::label(int gpc) const {
    if (!hasLabels())
        return {};
    const QRectF& block = this->gpc(gpc);
    return {block.left(), block.top() - m_labelHeight, block.width(), m_labelHeight};
}

} // namespace parterre::ui
