// SPDX-License-Identifier: Apache-2.0
#include "core/model/json_lines.h"

#include "core/model/json.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace parterre {
namespace {

/// Walks over a JSON text that was parsed before, and so is known to be one.
class Cursor {
public:
    explicit Cursor(std::string_view text)
        : m_text(text) {
        if (m_text.substr(0, 3) == "\xEF\xBB\xBF") // the parser skips it, too
            m_at = 3;
        skipSpace();
    }

    std::size_t position() const { return m_at; }

    /// To the value of that member of the object here; of several the last, as the parser takes it.
    bool toMember(std::string_view key) {
        std::optional<std::size_t> found;
        eachItem('{', [&](std::size_t) {
            const std::size_t begin = m_at;
            skipString();
            const bool isIt = Json::parse(m_text.substr(begin, m_at - begin)) == Json(key);
            skipSpace();
            next(); // the colon
            skipSpace();
            if (isIt)
                found = m_at;
            return false;
        });
        m_at = found.value_or(m_at);
        return found.has_value();
    }

    /// To an element of the array here.
    bool toElement(std::size_t index) {
        std::optional<std::size_t> found;
        eachItem('[', [&](std::size_t i) {
            if (i == index)
                found = m_at;
            return found.has_value();
        });
        m_at = found.value_or(m_at);
        return found.has_value();
    }

private:
    char here() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    void next() { m_at = std::min(m_at + 1, m_text.size()); }
    void skipSpace() {
        while (here() == ' ' || here() == '\t' || here() == '\n' || here() == '\r')
            next();
    }
    void skipString() {
        next();
        while (m_at < m_text.size() && here() != '"') {
            if (here() == '\\')
                next();
            next();
        }
        next();
    }
    void skipValue() {
        int depth = 0;
        do {
            const char now = here();
            if (now == '"') {
                skipString();
                continue;
            }
            if (now == '{' || now == '[')
                ++depth;
            else if (now == '}' || now == ']')
                --depth;
            next();
        } while (m_at < m_text.size() && (depth > 0 || !endsScalar()));
    }
    bool endsScalar() const {
        return std::string_view(",]} \t\r\n").find(here()) != std::string_view::npos;
    }
    /// Calls `each` at every item of the object or array here, until it returns true.
    template <typename Each>
    void eachItem(char opening, const Each& each) {
        if (here() != opening)
            return;
        const std::size_t begin = m_at;
        next();
        skipSpace();
        for (std::size_t i = 0; m_at < m_text.size() && here() != '}' && here() != ']'; ++i) {
            if (each(i))
                break;
            skipValue();
            skipSpace();
            if (here() == ',')
                next();
            skipSpace();
        }
        m_at = begin;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// Takes the first step off a path that is not empty: "groups" off "groups[1].name", "[1]" off
/// "[1].name". What is no path has an empty step and nothing after it.
std::string_view takeStep(std::string_view& path) {
    if (path.front() == '.')
        path.remove_prefix(1);
    const bool isIndex = path.substr(0, 1) == "[";
    const std::size_t end = isIndex ? path.find(']') : path.find_first_of(".[");
    const std::string_view step = path.substr(0, isIndex && end < path.size() ? end + 1 : end);
    path.remove_prefix(step.empty() ? path.size() : step.size());
    return step;
}

bool goTo(Cursor& cursor, std::string_view step) {
    if (step.substr(0, 1) != "[")
        return cursor.toMember(step);
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(step.data() + 1, step.data() + step.size(), index);
    return error == std::errc() && cursor.toElement(index);
}

} // namespace

int lineOfField(std::string_view text, std::string_view path) {
    Cursor cursor(text);
    while (!path.empty())
        if (!goTo(cursor, takeStep(path)))
            break;
    const std::string_view before = text.substr(0, cursor.position());
    return 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
}

} // namespace parterre
