// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/latency_axis.h"

#include <QCoreApplication>
#include <qcustomplot.h>

namespace parterre::ui {

void makeLatencyAxis(QCPAxis& axis) {
    axis.setScaleType(QCPAxis::stLogarithmic);
    axis.setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    axis.setNumberFormat(QStringLiteral("gb"));
    axis.setNumberPrecision(6);
    axis.setRange(1, 1000);
    axis.setLabel(QCoreApplication::translate("LatencyAxis", "latency, µs"));
}

} // namespace parterre::ui
