// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/workload_choice.h"

#include "app/cli/option_values.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <charconv>

namespace parterre::cli {
namespace {

/// One that is written a=b, with a whole number.
void addParameter(
    WorkloadParameters& parameters, const std::string& text, const std::string& field) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    std::int64_t value = 0;
    bool isNumber = false;
    if (equals != std::string::npos) {
        const char* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data() + equals + 1, end, value);
        isNumber = error == std::errc() && rest == end;
    }
    if (name.empty() || !isNumber)
        throw InputError(
            field, fmt::format("\"{}\"", text), "KEY=VALUE after a colon, with a whole number");
    if (!parameters.emplace(name, value).second)
        throw InputError(field + ":" + name, "given twice", "one value");
}

} // namespace

std::vector<WorkloadChoice> workloadChoices(const std::string& text, const std::string& option) {
    std::vector<WorkloadChoice> choices;
    for (const std::string& part : listOf(text, option)) {
        std::size_t end = part.find(':');
        WorkloadChoice choice{part.substr(0, end), {}};
        while (end != std::string::npos) {
            const std::size_t begin = end + 1;
            end = part.find(':', begin);
            addParameter(
                choice.parameters, part.substr(begin, end == std::string::npos ? end : end - begin),
                option + " " + choice.name);
        }
        choices.push_back(std::move(choice));
    }
    return choices;
}

} // namespace parterre::cli
