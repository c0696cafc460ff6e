// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/csv_field.h"

namespace parterre::cli {

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace parterre::cli
