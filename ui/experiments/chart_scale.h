// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/chart.h"

class QCPAxis;

namespace parterre::ui {

/// Sets an axis up for what it is to show: its title, numbers or names, linear or logarithmic.
void setUpAxis(QCPAxis& axis, const ChartAxis& chartAxis);
/// Makes all of it visible: from 0 where nothing is below it, or in whole powers of ten.
void fitAxis(QCPAxis& axis, const ChartAxis& chartAxis, double least, double most);

} // namespace parterre::ui
