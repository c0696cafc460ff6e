// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/sm_map_content.h"

#include <QRectF>

#include <optional>
#include <vector>

namespace parterre::ui {

/// Where the SMs lie in the map: a block a GPC, its TPCs in columns, the SMs of a TPC side by side.
/// Blocks follow each other like words in a text. TPCs are made as large as the room allows.
class SmMapGeometry {
public:
    /// TPCs at this width have room for letters.
    static constexpr double comfortableTpc = 22;

    /// `labelHeight`: for a line above each block, left out where blocks get too small for it.
    SmMapGeometry(const SmMapContent& content, const QSizeF& size, double labelHeight);

    /// The height at which TPCs are comfortable in that width, or as much as `most`.
    static double
    heightFor(const SmMapContent& content, double width, double labelHeight, double most);

    int smCount() const { return static_cast<int>(m_sms.size()); }
    /// By position in SmMapContent::sms.
    const QRectF& sm(int index) const { return m_sms[static_cast<std::size_t>(index)]; }
    std::optional<int> smAt(const QPointF& position) const;
    const QRectF& gpc(int index) const { return m_gpcs[static_cast<std::size_t>(index)]; }
    /// Where a GPC's name goes; empty where there is no room for any.
    QRectF label(int gpc) const;
    double tpcWidth() const { return m_tpcWidth; }
    double tpcHeight() const { return m_tpcHeight; }
    bool hasLabels() const { return m_labelHeight > 0; }

private:
    struct Arrangement {
        int rows = 1; ///< TPCs one above the other in a block
        double tpcWidth = 0;
        double tpcHeight = 0;
        double labelHeight = 0;
        double gap = 0; ///< between blocks
        double height = 0;
    };
    static std::vector<int> tpcCounts(const SmMapContent& content);
    static std::optional<Arrangement> arranged(
        const std::vector<int>& tpcs, double tpcWidth, int rows, double width, double labelHeight);
    static Arrangement best(const std::vector<int>& tpcs, const QSizeF& size, double labelHeight);
    void place(const SmMapContent& content, const Arrangement& arrangement, double width);

    std::vector<QRectF> m_sms;
    std::vector<QRectF> m_gpcs;
    double m_tpcWidth = 0;
    double m_tpcHeight = 0;
    double m_labelHeight = 0;
};

} // namespace parterre::ui
