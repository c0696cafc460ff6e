// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace parterre::ui {

/// A text as a cell of a CSV file, whatever is in it (RFC 4180).
inline QString csvQuoted(QString text) {
    text.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

} // namespace parterre::ui
