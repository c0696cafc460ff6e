// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/english_plurals.h"

namespace parterre::ui {

QString EnglishPlurals::translate(const char*, const char* sourceText, const char*, int n) const {
    if (n < 0)
        return {}; // not counted: the source text will do
    return QString::fromUtf8(sourceText)
        .replace(QLatin1String("(s)"), QLatin1String(n == 1 ? "" : "s"));
}

} // namespace parterre::ui
