// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/experiments/usual_box.h"

#include <algorithm>
#include <limits>

namespace parterre::ui {
namespace {

int asInt(std::int64_t value) {
    return static_cast<int>(std::clamp<std::int64_t>(
        value, std::numeric_limits<int>::min() + 1, std::numeric_limits<int>::max()));
}

} // namespace

UsualBox::UsualBox(
    std::int64_t least, std::int64_t most, std::int64_t step,
    const std::optional<std::int64_t>& usual) {
    setRange(asInt(least - step), asInt(most));
    setSingleStep(asInt(step));
    setSpecialValueText(usual ? tr("%1 (usual)").arg(*usual) : tr("as usual"));
    setValue(minimum());
    setStepType(step == 1 ? QAbstractSpinBox::AdaptiveDecimalStepType : DefaultStepType);
    // The nearest multiple below what was typed.
    connect(this, &QSpinBox::editingFinished, this, [this] {
        if (value() > minimum())
            setValue(std::max(value() / singleStep() * singleStep(), minimum() + singleStep()));
    });
}

std::optional<std::int64_t> UsualBox::given() const {
    return value() == minimum() ? std::nullopt : std::optional<std::int64_t>(value());
}

void UsualBox::setGiven(const std::optional<std::int64_t>& value) {
    setValue(value ? asInt(*value) : minimum());
}

} // namespace parterre::ui
