// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace parterre::cli {

/// A table for a terminal: columns as wide as their widest cell, two spaces apart.
class TextTable {
public:
    enum class Align { left, right };
    struct Column {
        std::string title;
        Align align = Align::left;
    };

    explicit TextTable(std::vector<Column> columns);
    /// As many cells as there are columns.
    void addRow(std::vector<std::string> cells);
    /// With a final newline; no spaces at the ends of lines.
    std::string text() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace parterre::cli
