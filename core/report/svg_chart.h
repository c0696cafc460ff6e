// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/chart.h"

#include <string>

namespace parterre {

/// The chart as an SVG element, complete in itself: light or dark as the reader's system is, series
/// told apart by colour and by shape, spreads as bars with caps. Fit for a file of its own and for
/// a place in HTML.
std::string svgOf(const Chart& chart);

} // namespace parterre
