// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/compile_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace parterre {
namespace {

using Severity = CompileDiagnostic::Severity;

/// How the compiler, NVRTC itself and its assembler begin what they say. The longer ones first:
/// "catastrophic error" ends as "error" does.
struct SeverityWord {
    std::string_view word;
    Severity severity;
};
constexpr std::array<SeverityWord, 7> severityWords{{
    {"catastrophic error", Severity::error},
    {"internal error", Severity::error},
    {"error", Severity::error},
    {"fatal", Severity::error},
    {"warning", Severity::warning},
    {"remark", Severity::note},
    {"info", Severity::note},
}};

std::string_view withoutLeadingSpace(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

/// Takes a severity and the colon after it from the front: "error   : ", "warning #177-D: ".
std::optional<Severity> takeSeverity(std::string_view& text) {
    for (const auto& [word, severity] : severityWords) {
        if (!text.starts_with(word))
            continue;
        std::string_view rest = withoutLeadingSpace(text.substr(word.size()));
        if (rest.starts_with('#'))
            rest.remove_prefix(std::min(rest.find_first_of(": "), rest.size()));
        if (!rest.starts_with(':'))
            continue;
        text = withoutLeadingSpace(rest.substr(1));
        return severity;
    }
    return std::nullopt;
}

int toNumber(std::string_view digits) {
    int number = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
    return error == std::errc{} && end == digits.end() ? number : 0;
}

/// "FILE(LINE): SEVERITY: MESSAGE", from the compiler's front end.
std::optional<CompileDiagnostic> parsePlaced(std::string_view line) {
    // A file's name may hold parentheses itself: the first that fits the whole form counts.
    for (std::size_t close = line.find("): "); close != std::string_view::npos;
         close = line.find("): ", close + 1)) {
        const std::size_t open = line.rfind('(', close);
        if (open == std::string_view::npos || open == 0)
            continue;
        CompileDiagnostic diagnostic;
        diagnostic.line = toNumber(line.substr(open + 1, close - open - 1));
        std::string_view rest = line.substr(close + 3);
        const auto severity = takeSeverity(rest);
        if (diagnostic.line == 0 || !severity)
            continue;
        diagnostic.file = line.substr(0, open);
        diagnostic.severity = *severity;
        diagnostic.message = rest;
        return diagnostic;
    }
    return std::nullopt;
}

/// "nvrtc: error: MESSAGE"; "ptxas fatal   : MESSAGE"; "ptxas INPUT, line 24; error   : MESSAGE",
/// where the line is one of the PTX that nobody sees.
std::optional<CompileDiagnostic> parseUnplaced(std::string_view line) {
    for (const std::string_view tool : {"nvrtc: ", "ptxas "}) {
        if (!line.starts_with(tool))
            continue;
        std::string_view rest = line.substr(tool.size());
        if (const std::size_t place = rest.find("; "); place != std::string_view::npos)
            rest.remove_prefix(place + 2);
        if (const auto severity = takeSeverity(rest))
            return CompileDiagnostic{{}, 0, 0, *severity, std::string(rest)};
    }
    return std::nullopt;
}

/// The line below a quoted source line: blanks and one caret. The quotation is indented by 2.
std::optional<int> columnOfCaret(std::string_view line) {
    const std::size_t caret = line.find_first_not_of(" \t");
    if (caret == std::string_view::npos || caret < 2 || line[caret] != '^' ||
        caret + 1 != line.size())
        return std::nullopt;
    return static_cast<int>(caret) - 1;
}

std::string_view takeLine(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

/// What follows the first line of a placed diagnostic, until an empty line: the source line with a
/// caret below it, and remarks such as which instantiation it happened in.
void takeDetails(CompileDiagnostic& diagnostic, std::string_view& log) {
    std::string_view held; // until it is known whether it is a quoted source line
    const auto flush = [&] {
        if (!withoutLeadingSpace(held).empty())
            diagnostic.message += fmt::format("\n{}", withoutLeadingSpace(held));
        held = {};
    };
    while (!log.empty()) {
        std::string_view rest = log;
        const std::string_view line = takeLine(rest);
        if (line.empty() || parsePlaced(line) || parseUnplaced(line))
            break;
        log = rest;
        if (const auto column = columnOfCaret(line); column && diagnostic.column == 0) {
            diagnostic.column = *column;
            held = {};
            continue;
        }
        flush();
        held = line;
    }
    flush();
}

} // namespace

std::vector<CompileDiagnostic> parseCompileLog(std::string_view log) {
    std::vector<CompileDiagnostic> diagnostics;
    while (!log.empty()) {
        const std::string_view line = takeLine(log);
        if (auto placed = parsePlaced(line)) {
            takeDetails(*placed, log);
            diagnostics.push_back(std::move(*placed));
        } else if (auto unplaced = parseUnplaced(line)) {
            diagnostics.push_back(std::move(*unplaced));
        }
    }
    return diagnostics;
}

} // namespace parterre
