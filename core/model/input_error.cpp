// SPDX-License-Identifier: Apache-2.0
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <utility>

namespace parterre {
namespace {

template <typename Number>
std::string rangeText(std::string_view what, Number least, Number most) {
    return most > least ? fmt::format("{} from {} to {}", what, least, most)
                        : fmt::format("{}, here only {}", what, least);
}

} // namespace

InputError::InputError(std::string field, std::string value, std::string allowed)
    : std::invalid_argument(fmt::format("{} is {}; allowed: {}", field, value, allowed))
    , m_field(std::move(field))
    , m_value(std::move(value))
    , m_allowed(std::move(allowed)) {}

std::string allowedRange(std::string_view what, std::int64_t least, std::int64_t most) {
    return rangeText(what, least, most);
}

std::string allowedRange(std::string_view what, double least, double most) {
    return rangeText(what, least, most);
}

} // namespace parterre
