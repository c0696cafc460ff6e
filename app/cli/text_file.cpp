// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_file.h"

#include "core/model/input_error.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace parterre::cli {

std::string readTextFile(const std::string& path, const std::string& option) {
    std::ifstream file(path, std::ios::binary);
    // Opening a folder succeeds; only reading it would throw.
    if (!file || std::filesystem::is_directory(path))
        throw InputError(option, '"' + path + '"', "a file that can be read");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace parterre::cli
