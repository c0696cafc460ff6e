// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/throughput/curve_visibility.h"

namespace parterre::ui {

const QString CurveVisibility::total = QStringLiteral("total");

CurveVisibility::CurveVisibility(QObject* parent)
    : QObject(parent)
    , m_hidden{total} {}

void CurveVisibility::setShown(const QString& key, bool shown) {
    if (shown == isShown(key))
        return;
    if (shown)
        m_hidden.remove(key);
    else
        m_hidden.insert(key);
    emit changed(key);
}

} // namespace parterre::ui
