// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_values.h"

#include "core/model/input_error.h"

#include <fmt/format.h>

#include <charconv>

namespace parterre::cli {
namespace {

/// Whether all of the text is a value from `least` to `most`; it is then in `value`.
template <typename Value>
bool read(const std::string& text, Value& value, Value least, Value most) {
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && rest == end && value >= least && value <= most;
}

} // namespace

int wholeNumber(const std::string& text, const std::string& option, int least, int most) {
    int value = 0;
    if (!read(text, value, least, most))
        throw InputError(
            option, fmt::format("\"{}\"", text),
            allowedRange("a whole number", std::int64_t{least}, most));
    return value;
}

double number(const std::string& text, const std::string& option, double least, double most) {
    double value = 0;
    if (!read(text, value, least, most))
        throw InputError(
            option, fmt::format("\"{}\"", text), allowedRange("a number", least, most));
    return value;
}

TimelineOptions timelineChoice(const std::string& window, const std::string& period) {
    constexpr int longest = 60'000;
    const int windowMs = wholeNumber(window, "--timeline-window", 1, longest);
    const int periodMs = wholeNumber(period, "--timeline-period", windowMs, longest);
    return timelineOptions(windowMs, periodMs, "--timeline-window", "--timeline-period");
}

std::vector<std::string> listOf(const std::string& text, const std::string& option) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        if (parts.back().empty())
            throw InputError(
                option, fmt::format("\"{}\"", text), "values with single commas between them");
        begin = end + 1;
    }
    return parts;
}

} // namespace parterre::cli
