// SPDX-License-Identifier: Apache-2.0
#include "tests/support/split_requests/answer_comparison.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre::test {

std::string AnsweredRequest::line() const {
    return Json{{"request", request.json()}, {"answer", answer}}.dump();
}

AnsweredRequest AnsweredRequest::parse(const Json& value) {
    const JsonReader reader(value, "line");
    return {SplitRequest::parse(reader.raw("request")), reader.raw("answer")};
}

std::vector<std::string>
differencesOf(const SplitRequest& request, const Json& recorded, const Json& here) {
    if (recorded == here)
        return {};
    if (!recorded.is_array() || !here.is_array() || recorded.size() != here.size())
        return {fmt::format("recorded {}, here {}", recorded.dump(), here.dump())};
    const Json steps = request.json();
    std::vector<std::string> differences;
    for (std::size_t i = 0; i < recorded.size(); ++i) {
        std::vector<std::string> fields;
        for (const auto* const answer : {&recorded[i], &here[i]})
            for (const auto& [field, value] : answer->items())
                if (std::find(fields.begin(), fields.end(), field) == fields.end())
                    fields.push_back(field);
        for (const std::string& field : fields) {
            const Json was = recorded[i].value(field, Json());
            const Json is = here[i].value(field, Json());
            if (was != is)
                differences.push_back(fmt::format(
                    "step {} {}: {} recorded {}, here {}", i, steps[i].dump(), field, was.dump(),
                    is.dump()));
        }
    }
    return differences;
}

} // namespace parterre::test
