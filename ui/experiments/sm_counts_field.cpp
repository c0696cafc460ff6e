// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/sm_counts_field.h"

#include <QRegularExpression>

#include <algorithm>

namespace parterre::ui {

SmCountsField::SmCountsField(QWidget* parent)
    : QLineEdit(parent) {
    setPlaceholderText(tr("the experiment's own choice"));
    setClearButtonEnabled(true);
}

std::optional<std::vector<int>> SmCountsField::parsed(const QString& text) {
    static const QRegularExpression between(QStringLiteral("[\\s,;]+"));
    std::vector<int> counts;
    for (const QString& word : text.split(between, Qt::SkipEmptyParts)) {
        bool isNumber = false;
        counts.push_back(word.toInt(&isNumber));
        if (!isNumber)
            return {};
    }
    return counts;
}

std::vector<int> SmCountsField::counts() const {
    return problem().isEmpty() ? *parsed(text()) : std::vector<int>();
}

QString SmCountsField::problem() const {
    const auto counts = parsed(text());
    if (!counts)
        return tr("Whole numbers with commas between them, please: 8, 16, 64");
    const auto wrong = std::find_if(counts->begin(), counts->end(), [this](int count) {
        return count < 1 || (m_smCount > 0 && count > m_smCount);
    });
    if (wrong == counts->end())
        return {};
    return m_smCount > 0 ? tr("%1: this GPU has 1 to %2 SMs to give.").arg(*wrong).arg(m_smCount)
                         : tr("%1 SMs are none.").arg(*wrong);
}

} // namespace parterre::ui
