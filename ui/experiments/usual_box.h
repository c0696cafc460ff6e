// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSpinBox>

#include <cstdint>
#include <optional>

namespace parterre::ui {

/// A whole number that may be left as is usual: one step below the least it shows "usual".
class UsualBox : public QSpinBox {
    Q_OBJECT
public:
    /// Only multiples of `step` are allowed. `usual`: what "usual" means, where that is known.
    UsualBox(
        std::int64_t least, std::int64_t most, std::int64_t step,
        const std::optional<std::int64_t>& usual);

    /// Empty: as is usual.
    std::optional<std::int64_t> given() const;
    void setGiven(const std::optional<std::int64_t>& value);
};

} // namespace parterre::ui
