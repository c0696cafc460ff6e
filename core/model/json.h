// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/input_error.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parterre {

/// Keeps keys in the order written, so that a saved plan and a printed answer read the way they are
/// documented.
using Json = nlohmann::ordered_json;

/// Parses a whole document, nested at most 64 levels deep. Throws InputError naming `source`, for
/// syntax with line and column.
Json parseJson(std::string_view text, const std::string& source);

/// Reads one JSON object, with errors that name the path of the field, what it holds and what is
/// allowed ("groups[1].sm_count is \"many\"; allowed: a whole number from 0 to 4096").
class JsonReader {
public:
    /// `value` must outlive the reader. Throws InputError unless it is an object.
    JsonReader(const Json& value, std::string path);

    const std::string& path() const { return m_path; } ///< of the object, as errors name it
    std::string pathOf(std::string_view key) const;    ///< path of one of its fields
    bool has(std::string_view key) const;              ///< present and not null

    // Each has a form with a fallback for an absent (or null) field, and one that requires it.
    /// Throws InputError unless the field is there and a string.
    std::string string(std::string_view key) const;
    /// `fallback` when absent or null. Throws InputError unless it is a string.
    std::string string(std::string_view key, std::string_view fallback) const;
    /// `fallback` when absent or null. Throws InputError unless it is true or false.
    bool boolean(std::string_view key, bool fallback) const;
    /// Throws InputError unless the field is there and a whole number from `least` to `most`.
    std::int64_t integer(std::string_view key, std::int64_t least, std::int64_t most) const;
    /// `fallback` when absent or null. Throws InputError unless it is a whole number in that range.
    std::int64_t integer(
        std::string_view key, std::int64_t least, std::int64_t most, std::int64_t fallback) const;
    /// A finite number.
    double number(std::string_view key, double fallback) const;

    /// One of the given words.
    template <typename Enum>
    Enum word(
        std::string_view key, const std::vector<std::pair<std::string_view, Enum>>& words,
        Enum fallback) const {
        if (!has(key))
            return fallback;
        const std::string text = string(key);
        std::string allowed;
        for (const auto& [name, value] : words) {
            if (name == text)
                return value;
            allowed += (allowed.empty() ? "" : ", ") + std::string(name);
        }
        throw InputError(pathOf(key), '"' + text + '"', allowed);
    }

    // Lists; empty when absent (or null).
    /// Whole numbers from `least` to `most`. Throws InputError for anything else, naming the
    /// element.
    std::vector<int> integers(std::string_view key, std::int64_t least, std::int64_t most) const;
    std::vector<double> numbers(std::string_view key) const; ///< finite ones
    /// Throws InputError unless it is a list of strings, naming the element that is none.
    std::vector<std::string> strings(std::string_view key) const;

    /// Calls `each` with a reader for every object of the array at `key`; nothing when absent.
    void forEach(std::string_view key, const std::function<void(const JsonReader&)>& each) const;
    /// A reader of the object at `key`. Throws InputError unless there is one.
    JsonReader object(std::string_view key) const;
    /// The value as it is; a null when absent.
    const Json& raw(std::string_view key) const;
    const Json& value() const { return m_value; } ///< the object read

    /// The fields whose keys are not among `known`, so that what a newer version wrote survives.
    Json unknownFields(std::initializer_list<std::string_view> known) const;

private:
    const Json& require(std::string_view key, std::string_view allowed) const;
    const Json& m_value;
    std::string m_path;
};

} // namespace parterre
