// SPDX-License-Identifier: Apache-2.0
#include "tests/support/split_requests/split_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace parterre::test {
namespace {

constexpr std::int64_t mostUnsigned = std::numeric_limits<unsigned>::max();

Json jsonOf(const SplitStep& step) {
    Json json{
        {"split", step.input.text()},
        {"flags", step.flags},
        {"min_count", step.minCount},
        {"capacity", step.capacity}};
    if (step.dryRun)
        json["dry_run"] = true;
    if (!step.wantsRemainder)
        json["remainder"] = false;
    return json;
}

Json jsonOf(const ContextStep& step) {
    Json names = Json::array();
    for (const ResourceName& name : step.resources)
        names.push_back(name.text());
    return {{"context", names}};
}

} // namespace

std::string ResourceName::text() const {
    switch (kind) {
    case Kind::device:
        break;
    case Kind::context:
        return fmt::format("context {}", step);
    case Kind::group:
        return fmt::format("group {} of {}", group, step);
    case Kind::remainder:
        return fmt::format("remainder of {}", step);
    }
    return "device";
}

ResourceName ResourceName::parse(const std::string& text) {
    ResourceName name;
    if (std::sscanf(text.c_str(), "context %zu", &name.step) == 1) // NOLINT(cert-err34-c)
        name.kind = Kind::context;
    else if (
        std::sscanf( // NOLINT(cert-err34-c)
            text.c_str(), "group %u of %zu", &name.group, &name.step) == 2)
        name.kind = Kind::group;
    else if (std::sscanf(text.c_str(), "remainder of %zu", &name.step) == 1) // NOLINT(cert-err34-c)
        name.kind = Kind::remainder;
    if (name.text() != text)
        throw InputError(
            "resource", '"' + text + '"',
            "device, context STEP, group NUMBER of STEP or remainder of STEP");
    return name;
}

std::size_t SplitRequest::contextCount() const {
    return static_cast<std::size_t>(
        std::count_if(steps.begin(), steps.end(), [](const RequestStep& step) {
            return std::holds_alternative<ContextStep>(step);
        }));
}

Json SplitRequest::json() const {
    Json json = Json::array();
    for (const RequestStep& step : steps)
        json.push_back(std::visit([](const auto& known) { return jsonOf(known); }, step));
    return json;
}

SplitRequest SplitRequest::parse(const Json& value) {
    SplitRequest request;
    for (const Json& written : value) {
        const JsonReader reader(written, "request");
        if (reader.has("context")) {
            ContextStep step;
            for (const std::string& name : reader.strings("context"))
                step.resources.push_back(ResourceName::parse(name));
            if (step.resources.empty())
                throw InputError(reader.pathOf("context"), "empty", "one resource or more");
            request.steps.emplace_back(step);
            continue;
        }
        SplitStep step;
        step.input = ResourceName::parse(reader.string("split"));
        step.flags = static_cast<unsigned>(reader.integer("flags", 0, mostUnsigned));
        step.minCount = static_cast<unsigned>(reader.integer("min_count", 0, mostUnsigned));
        step.capacity = static_cast<unsigned>(reader.integer("capacity", 0, 4096));
        step.dryRun = reader.boolean("dry_run", false);
        step.wantsRemainder = reader.boolean("remainder", true);
        request.steps.emplace_back(step);
    }
    return request;
}

} // namespace parterre::test
