// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace parterre::ui {

/// Makes "%n partition(s)" into "1 partition" or "2 partitions" where no other translation is
/// installed; Qt itself leaves the source text as it is.
class EnglishPlurals : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;

    bool isEmpty() const override { return false; }
    QString translate(
        const char* context, const char* sourceText, const char* disambiguation,
        int n) const override;
};

} // namespace parterre::ui
