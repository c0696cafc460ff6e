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

/// Moving a file to such a place would put it where the device was, for everybody.
bool isDeviceOrPipe(const std::string& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
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
    // What a link leads to is replaced, not the link: /dev/stdout is one.
    if (std::error_code dangling; std::filesystem::is_symlink(m_path, dangling))
        if (const auto target = std::filesystem::canonical(m_path, dangling); !dangling)
            m_path = target.string();
    if (isDeviceOrPipe(m_path)) {
        m_descriptor = open(m_path.c_str(), O_WRONLY | O_CLOEXEC);
        if (m_descriptor < 0)
            throw InputError(
                m_option, '"' + m_path + '"',
                "a file that can be written (" + std::generic_category().message(errno) + ")");
        return;
    }
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

void requireDifferentFiles(const std::vector<NamedFile>& files) {
    const auto place = [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::weakly_canonical(std::filesystem::absolute(path), ignored);
    };
    for (auto one = files.begin(); one != files.end(); ++one)
        for (auto other = files.begin(); other != one; ++other)
            if (!one->path.empty() && !other->path.empty() && !isDeviceOrPipe(one->path) &&
                place(one->path) == place(other->path))
                throw InputError(
                    one->option, '"' + one->path + "\", which " + other->option + " names as well",
                    "a file of its own");
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
    if (m_temporary.empty()) {
        if (close(std::exchange(m_descriptor, -1)) != 0)
            fail(m_path, errno);
        return;
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
