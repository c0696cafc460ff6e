// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/goal_choice.h"

#include "app/cli/workload_choice.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

namespace parterre::cli {
namespace {

using Kind = WorkloadGoal::Kind;

constexpr const char* forms = "p50<N, p99<N or max<N with us or ms, rate>=N with % or the "
                              "workload's unit, or most: latency:p99<60us, fma:rate>=80%, fma:most";

[[noreturn]] void refuse(const std::string& option, const std::string& text) {
    throw InputError(option, fmt::format("\"{}\"", text), forms);
}

std::vector<std::string> partsOf(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/// The goal that a part begins with, if it does.
std::optional<Kind> kindOf(std::string_view part) {
    const std::string_view word = part.substr(0, part.find_first_of("<>="));
    for (const auto& [name, kind] : goalWords())
        if (name == word)
            return kind;
    return {};
}

void readGoal(WorkloadGoal& goal, Kind kind, std::string_view part, const std::string& option) {
    goal.kind = kind;
    const std::string_view sign = kind == Kind::most ? "" : (isOfLatency(kind) ? "<" : ">=");
    const std::string_view rest = part.substr(wordOf(kind).size());
    if (rest.substr(0, sign.size()) != sign)
        refuse(option, std::string(part));
    const std::string_view number = rest.substr(sign.size());
    if (kind == Kind::most) {
        if (!number.empty())
            refuse(option, std::string(part));
        return;
    }
    const char* const end = number.data() + number.size();
    const auto [unit, error] = std::from_chars(number.data(), end, goal.value);
    if (error != std::errc())
        refuse(option, std::string(part));
    goal.unit.assign(unit, end);
}

} // namespace

WorkloadGoal goalChoice(const std::string& text, const std::string& option) {
    WorkloadGoal goal;
    std::string workload;
    bool hasGoal = false;
    for (const std::string& part : partsOf(text)) {
        const std::optional<Kind> kind = workload.empty() ? std::nullopt : kindOf(part);
        if (kind) {
            if (hasGoal)
                throw InputError(option + ' ' + text, "two goals", "one goal a workload");
            hasGoal = true;
            readGoal(goal, *kind, part, option);
        } else if (part.find_first_of("<>") != std::string::npos) {
            refuse(option, part);
        } else {
            if (!workload.empty())
                workload += ':';
            workload += part;
        }
    }
    if (!hasGoal)
        throw InputError(option + ' ' + text, "without a goal", forms);
    const std::vector<WorkloadChoice> choices = workloadChoices(workload, option);
    if (choices.size() > 1)
        throw InputError(option, '"' + text + '"', "one kernel; the other has a --goal of its own");
    goal.workload = choices.front().name;
    goal.workloadParameters = choices.front().parameters;
    return goal;
}

GoalFields goalFields(const std::string& text, const std::string& option) {
    const std::string all = option + ' ' + text;
    return {option, option + ' ' + text.substr(0, text.find(':')) + ':', all, all, all};
}

} // namespace parterre::cli
