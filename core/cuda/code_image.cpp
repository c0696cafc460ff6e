// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/code_image.h"

#include "core/model/input_error.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>

namespace parterre {
namespace {

using Bytes = std::vector<std::byte>;

constexpr const char* allowed = "a whole cubin, fatbin or PTX text";

constexpr std::array elfMagic{std::byte{0x7f}, std::byte{'E'}, std::byte{'L'}, std::byte{'F'}};
constexpr std::array fatbinMagic{
    std::byte{0x50}, std::byte{0xed}, std::byte{0x55}, std::byte{0xba}};

template <std::size_t count>
bool startsWith(const Bytes& bytes, const std::array<std::byte, count>& magic) {
    return bytes.size() >= count && std::equal(magic.begin(), magic.end(), bytes.begin());
}

/// A little-endian field, as all GPUs' images have them; 0 beyond the end.
template <typename Field>
std::uint64_t fieldAt(const Bytes& bytes, std::size_t offset) {
    Field field = 0;
    if (offset + sizeof field <= bytes.size())
        std::memcpy(&field, bytes.data() + offset, sizeof field);
    return field;
}

bool holds(const Bytes& bytes, std::uint64_t offset, std::uint64_t size) {
    return offset <= bytes.size() && size <= bytes.size() - offset;
}

/// The tables of program and section headers of a 64-bit ELF file, which lie at its end.
bool isWholeElf(const Bytes& bytes) {
    constexpr std::size_t headerBytes = 64;
    const auto table = [&](std::size_t offset, std::size_t entrySize, std::size_t entryCount) {
        return holds(
            bytes, fieldAt<std::uint64_t>(bytes, offset),
            fieldAt<std::uint16_t>(bytes, entrySize) * fieldAt<std::uint16_t>(bytes, entryCount));
    };
    return bytes.size() >= headerBytes && table(0x20, 0x36, 0x38) && table(0x28, 0x3a, 0x3c);
}

/// The header is a magic number, a version, its own size and the size of what follows.
bool isWholeFatbin(const Bytes& bytes) {
    constexpr std::size_t headerBytes = 16;
    return bytes.size() >= headerBytes &&
           holds(bytes, fieldAt<std::uint16_t>(bytes, 6), fieldAt<std::uint64_t>(bytes, 8));
}

bool isText(const Bytes& bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](std::byte byte) {
        constexpr std::byte space{0x20};
        return byte >= space || (byte >= std::byte{'\t'} && byte <= std::byte{'\r'});
    });
}

Bytes read(const std::filesystem::path& file) {
    std::error_code error;
    std::ifstream stream(file, std::ios::binary);
    // The stream opens folders too.
    if (!stream || !std::filesystem::is_regular_file(file, error))
        throw InputError("code file", file.string(), "a file that can be read");
    const std::vector<char> text(std::istreambuf_iterator<char>(stream), {});
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

} // namespace

CodeImage::CodeImage(std::span<const std::byte> image)
    : CodeImage(Bytes(image.begin(), image.end()), "code") {}

CodeImage CodeImage::fromFile(const std::filesystem::path& file) {
    return {read(file), "code file"};
}

CodeImage::CodeImage(Bytes bytes, const char* field)
    : m_bytes(std::move(bytes)) {
    if (startsWith(m_bytes, elfMagic)) {
        if (!isWholeElf(m_bytes))
            throw InputError(field, "a cubin that is cut off", allowed);
        return;
    }
    if (startsWith(m_bytes, fatbinMagic)) {
        if (!isWholeFatbin(m_bytes))
            throw InputError(field, "a fatbin that is cut off", allowed);
        return;
    }
    while (!m_bytes.empty() && m_bytes.back() == std::byte{0})
        m_bytes.pop_back();
    if (m_bytes.empty())
        throw InputError(field, "empty", allowed);
    if (!isText(m_bytes))
        throw InputError(field, "something else", allowed);
    m_bytes.push_back(std::byte{0});
}

} // namespace parterre
