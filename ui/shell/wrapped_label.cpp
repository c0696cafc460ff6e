// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/wrapped_label.h"

#include <QLabel>

namespace parterre::ui {

QLabel* wrappedLabel(const QString& sentence, bool quiet) {
    auto* label = new QLabel(sentence);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    if (quiet)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace parterre::ui
