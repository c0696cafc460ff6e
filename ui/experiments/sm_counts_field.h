// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <optional>
#include <vector>

namespace parterre::ui {

/// A list of SM counts as text: "8, 16, 64". Says what is wrong with it.
class SmCountsField : public QLineEdit {
    Q_OBJECT
public:
    explicit SmCountsField(QWidget* parent = nullptr);

    void setSmCount(int smCount) { m_smCount = smCount; } ///< of the GPU; 0: not known yet

    /// Empty where nothing is written, and where problem() is not empty.
    std::vector<int> counts() const;
    /// What is wrong with what is written; empty when nothing is.
    QString problem() const;

private:
    /// Nothing where `text` is no list of numbers.
    static std::optional<std::vector<int>> parsed(const QString& text);

    int m_smCount = 0;
};

} // namespace parterre::ui
