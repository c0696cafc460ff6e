// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace parterre {

/// Wrong input from a person, a file or a peer: says which field, what it held and what is allowed.
/// what() is one sentence fit to be shown as it is.
class InputError : public std::invalid_argument {
public:
    /// `field` is a path such as "groups[1].sm_count", or an option such as "--counts".
    InputError(std::string field, std::string value, std::string allowed);

    const std::string& field() const { return m_field; }     ///< path or option
    const std::string& value() const { return m_value; }     ///< what it held, as text
    const std::string& allowed() const { return m_allowed; } ///< what it may hold

private:
    std::string m_field;
    std::string m_value;
    std::string m_allowed;
};

/// What a number may be, for InputError: "a whole number from 1 to 8", and "a whole number, here
/// only 1" where there is no choice. `what` is the kind of number.
std::string allowedRange(std::string_view what, std::int64_t least, std::int64_t most);
/// The same for numbers that need not be whole.
std::string allowedRange(std::string_view what, double least, double most);

} // namespace parterre
