// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCPAxis;

namespace parterre::ui {

/// Makes an axis show latencies: logarithmic, in microseconds.
void makeLatencyAxis(QCPAxis& axis);

} // namespace parterre::ui
