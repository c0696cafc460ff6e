// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace parterre {

/// GPU code as the driver can take it. The driver is told no length and goes by what the image says
/// of itself, so one that is cut off would make it read beyond the end: this checks first.
class CodeImage {
public:
    /// A cubin, a fatbin or PTX, zero-terminated or not. Throws InputError for anything else, and
    /// for one that is cut off.
    explicit CodeImage(std::span<const std::byte> image);
    /// The same of a file. Throws InputError also if it can't be read.
    static CodeImage fromFile(const std::filesystem::path& file);

    /// What the driver is given. Valid as long as this lives.
    const void* data() const { return m_bytes.data(); }

private:
    CodeImage(std::vector<std::byte> bytes, const char* field);

    std::vector<std::byte> m_bytes; ///< a copy: aligned as the driver wants it, PTX terminated
};

} // namespace parterre
