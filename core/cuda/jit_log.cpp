// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/jit_log.h"

namespace parterre {

JitLog::JitLog()
    : m_options{abi::CU_JIT_ERROR_LOG_BUFFER, abi::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES}
    // The size goes in a pointer's place; one byte stays zero.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    , m_values{m_text.data(), reinterpret_cast<void*>(m_text.size() - 1)} {}

std::string_view JitLog::text() const {
    constexpr std::string_view white = " \t\r\n";
    const std::string_view text = m_text.data();
    const std::size_t begin = text.find_first_not_of(white);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(white) - begin + 1);
}

} // namespace parterre
