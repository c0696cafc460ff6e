// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plain_text.h"

#include <QTextDocument>

namespace parterre::ui {

QString plainToolTip(const QString& text) {
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text) : text;
}

QString plainActionText(const QString& text) {
    return QString(text).replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace parterre::ui
