// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output_file.h"

#include "core/model/input_error.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace parterre::cli {
namespace {

[[noreturn]] void fail(const std::string& path, int error) {
    throw std::system_error(error, std::generic_category(), path);
}

bool exists(const std::string& path) {
    struct stat status {};
    return lstat(path.c_str(), &status) == 0;
}

/// What a new file may be read and written by, as the user's umask has it; mkstemp() makes it
/// private.
mode_t usualMode() {
    const mode_t mask = umask(0);
    umask(mask);
    constexpr mode_t everybody = 0666;
    return everybody & ~mask;
}

} // namespace

OutputFile::OutputFile(std::string path, std::string option, bool replace)
    : m_path(std::move(path))
    , m_option(std::move(option))
    , m_replace(replace) {
    if (std::error_code ignored; std::filesystem::is_directory(m_path, ignored))
        throw InputError(m_option, '"' + m_path + '"', "a file, not a folder");
    if (!m_replace && exists(m_path))
        refuseExisting();
    m_temporary = m_path + ".XXXXXX";
    m_descriptor = mkostemp(m_temporary.data(), O_CLOEXEC);
    if (m_descriptor < 0)
        throw InputError(
            m_option, '"' + m_path + '"',
            "a file that can be made (" + std::generic_category().message(errno) + ")");
    fchmod(m_descriptor, usualMode());
}

OutputFile::~OutputFile() {
    if (m_descriptor >= 0)
        close(m_descriptor);
    if (!m_temporary.empty())
        unlink(m_temporary.c_str());
}

void OutputFile::refuseExisting() const {
    throw InputError(
        m_option, '"' + m_path + "\", which is there already",
        "a file that is not, or --force to replace it");
}

void OutputFile::commit(std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = write(m_descriptor, content.data(), content.size());
        if (written < 0 && errno != EINTR)
            fail(m_path, errno);
        content.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    if (fsync(m_descriptor) != 0 || close(std::exchange(m_descriptor, -1)) != 0)
        fail(m_path, errno);
    int result = -1;
    if (!m_replace) {
        result =
            renameat2(AT_FDCWD, m_temporary.c_str(), AT_FDCWD, m_path.c_str(), RENAME_NOREPLACE);
        if (result != 0 && errno == EEXIST)
            refuseExisting();
    }
    // Replacing is wanted, or the file system can't do it in one step: then as near as it goes.
    if (result != 0) {
        if (!m_replace && exists(m_path))
            refuseExisting();
        if (rename(m_temporary.c_str(), m_path.c_str()) != 0)
            fail(m_path, errno);
    }
    m_temporary.clear();
}

} // namespace parterre::cli
