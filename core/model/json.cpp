// SPDX-License-Identifier: Apache-2.0
#include "core/model/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace parterre {
namespace {

/// Far deeper than any message or plan, far shallower than a thread's stack.
constexpr int deepestJson = 64;

/// A field's value as an error shows it: short, on one line.
std::string shown(const Json& value) {
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    constexpr std::size_t longest = 60;
    if (text.size() > longest)
        text = text.substr(0, longest) + "…";
    return text;
}

} // namespace

Json parseJson(std::string_view text, const std::string& source) {
    // Reading is iterative, but copying, comparing and printing recur once a level.
    const auto refuseDepth = [&](int depth, Json::parse_event_t, const Json&) {
        if (depth > deepestJson)
            throw InputError(
                source, fmt::format("nested more than {} levels deep", deepestJson),
                fmt::format("at most {} levels", deepestJson));
        return true;
    };
    try {
        return Json::parse(text, refuseDepth);
    } catch (const Json::out_of_range&) {
        throw InputError(source, "a number out of range", "numbers a double can hold");
    } catch (const Json::parse_error& error) {
        const auto upTo =
            text.substr(0, error.byte > 0 ? std::min(error.byte - 1, text.size()) : 0);
        const auto line = 1 + std::count(upTo.begin(), upTo.end(), '\n');
        const auto lineStart = upTo.rfind('\n');
        const auto column =
            upTo.size() - (lineStart == std::string_view::npos ? 0 : lineStart + 1) + 1;
        throw InputError(
            fmt::format("{}, line {}, column {}", source, line, column),
            text.empty() ? "empty" : "not JSON", "a JSON document");
    }
}

JsonReader::JsonReader(const Json& value, std::string path)
    : m_value(value)
    , m_path(std::move(path)) {
    if (!m_value.is_object())
        throw InputError(m_path.empty() ? "the document" : m_path, shown(value), "a JSON object");
}

std::string JsonReader::pathOf(std::string_view key) const {
    return m_path.empty() ? std::string(key) : fmt::format("{}.{}", m_path, key);
}

bool JsonReader::has(std::string_view key) const {
    const auto found = m_value.find(std::string(key));
    return found != m_value.end() && !found->is_null();
}

const Json& JsonReader::raw(std::string_view key) const {
    static const Json null;
    const auto found = m_value.find(std::string(key));
    return found == m_value.end() ? null : *found;
}

const Json& JsonReader::require(std::string_view key, std::string_view allowed) const {
    if (!has(key))
        throw InputError(pathOf(key), "missing", std::string(allowed));
    return raw(key);
}

std::string JsonReader::string(std::string_view key) const {
    const Json& value = require(key, "a text");
    if (!value.is_string())
        throw InputError(pathOf(key), shown(value), "a text");
    return value.get<std::string>();
}

std::string JsonReader::string(std::string_view key, std::string_view fallback) const {
    return has(key) ? string(key) : std::string(fallback);
}

bool JsonReader::boolean(std::string_view key, bool fallback) const {
    if (!has(key))
        return fallback;
    const Json& value = raw(key);
    if (!value.is_boolean())
        throw InputError(pathOf(key), shown(value), "true or false");
    return value.get<bool>();
}

std::int64_t
JsonReader::integer(std::string_view key, std::int64_t least, std::int64_t most) const {
    const std::string allowed = allowedRange("a whole number", least, most);
    const Json& value = require(key, allowed);
    // A number above what int64 holds is stored as unsigned and would wrap.
    const bool fits = value.is_number_integer() &&
                      !(value.is_number_unsigned() &&
                        value.get<std::uint64_t>() >
                            static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
    if (!fits || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most)
        throw InputError(pathOf(key), shown(value), allowed);
    return value.get<std::int64_t>();
}

std::int64_t JsonReader::integer(
    std::string_view key, std::int64_t least, std::int64_t most, std::int64_t fallback) const {
    return has(key) ? integer(key, least, most) : fallback;
}

double JsonReader::number(std::string_view key, double fallback) const {
    if (!has(key))
        return fallback;
    const Json& value = raw(key);
    if (!value.is_number() || !std::isfinite(value.get<double>()))
        throw InputError(pathOf(key), shown(value), "a number");
    return value.get<double>();
}

std::vector<int>
JsonReader::integers(std::string_view key, std::int64_t least, std::int64_t most) const {
    std::vector<int> result;
    if (!has(key))
        return result;
    const std::string allowed = allowedRange("a list of whole numbers", least, most);
    const Json& list = raw(key);
    if (!list.is_array())
        throw InputError(pathOf(key), shown(list), allowed);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Json& item = list[i];
        if (!item.is_number_integer() || item.get<double>() < static_cast<double>(least) ||
            item.get<double>() > static_cast<double>(most))
            throw InputError(fmt::format("{}[{}]", pathOf(key), i), shown(item), allowed);
        result.push_back(item.get<int>());
    }
    return result;
}

std::vector<double> JsonReader::numbers(std::string_view key) const {
    std::vector<double> result;
    if (!has(key))
        return result;
    const Json& list = raw(key);
    if (!list.is_array())
        throw InputError(pathOf(key), shown(list), "a list of numbers");
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!list[i].is_number() || !std::isfinite(list[i].get<double>()))
            throw InputError(
                fmt::format("{}[{}]", pathOf(key), i), shown(list[i]), "a list of numbers");
        result.push_back(list[i].get<double>());
    }
    return result;
}

std::vector<std::string> JsonReader::strings(std::string_view key) const {
    std::vector<std::string> result;
    if (!has(key))
        return result;
    const Json& list = raw(key);
    if (!list.is_array())
        throw InputError(pathOf(key), shown(list), "a list of texts");
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!list[i].is_string())
            throw InputError(fmt::format("{}[{}]", pathOf(key), i), shown(list[i]), "a text");
        result.push_back(list[i].get<std::string>());
    }
    return result;
}

void JsonReader::forEach(
    std::string_view key, const std::function<void(const JsonReader&)>& each) const {
    if (!has(key))
        return;
    const Json& list = raw(key);
    if (!list.is_array())
        throw InputError(pathOf(key), shown(list), "a list");
    for (std::size_t i = 0; i < list.size(); ++i)
        each(JsonReader(list[i], fmt::format("{}[{}]", pathOf(key), i)));
}

JsonReader JsonReader::object(std::string_view key) const {
    return {require(key, "a JSON object"), pathOf(key)};
}

Json JsonReader::unknownFields(std::initializer_list<std::string_view> known) const {
    Json result = Json::object();
    for (const auto& [key, value] : m_value.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            result[key] = value;
    return result;
}

} // namespace parterre
