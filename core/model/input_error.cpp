// SPDX-License-Identifier: Apache-2.0
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <utility>

namespace parterre {

InputError::InputError(std::string field, std::string value, std::string allowed)
    : std::invalid_argument(fmt::format("{} is {}; allowed: {}", field, value, allowed))
    , m_field(std::move(field))
    , m_value(std::move(value))
    , m_allowed(std::move(allowed)) {}

} // namespace parterre
