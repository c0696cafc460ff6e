// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parterre::cli {

/// A file that is there whole or not at all: it is written beside its place under a name of its own
/// and moved there at the end, so that a reader never sees half of it and a failure costs nothing
/// that was there. A device or a pipe, such as /dev/stdout, is written to where it is.
class OutputFile {
public:
    /// Throws InputError naming `option` if there is such a file already, unless `replace`, or if
    /// none can be made there: before anything is done that the file is for.
    OutputFile(std::string path, std::string option, bool replace);
    /// Nothing is left unless commit() was called.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    /// Throws InputError if a file came to be there in the meantime, unless it may be replaced, and
    /// std::system_error, for a full disk say.
    void commit(std::string_view content);

private:
    [[noreturn]] void refuseExisting() const;

    std::string m_path;
    std::string m_option;
    bool m_replace;
    std::string m_temporary;
    int m_descriptor = -1;
};

/// A file that an option names.
struct NamedFile {
    std::string option;
    std::string path; ///< empty where the option was not given
};

/// Throws InputError if two options name the same file, by whatever path: one of them would be
/// lost. Devices and pipes take any number.
void requireDifferentFiles(const std::vector<NamedFile>& files);

} // namespace parterre::cli
