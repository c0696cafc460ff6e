// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"

#include <array>
#include <string_view>

namespace parterre {

/// Where the driver's compiler writes what it has against PTX. Stays in its place and lives as long
/// as the library: with lazy loading the driver compiles, and writes, when a kernel is first asked
/// for.
class JitLog {
public:
    /// Empty, with room for 8191 characters; the driver cuts off what is longer.
    JitLog();
    JitLog(const JitLog&) = delete;
    JitLog& operator=(const JitLog&) = delete;

    /// What cuLibraryLoadData is to be given: the options, the values to each, and how many there
    /// are. They point into this object.
    abi::CUjit_option* options() { return m_options.data(); }
    void** values() { return m_values.data(); } ///< of options(), in the same order
    unsigned count() const { return static_cast<unsigned>(m_options.size()); } ///< of options()

    /// Without the white space around it; empty when nothing was written.
    std::string_view text() const;

private:
    std::array<char, 8192> m_text{};
    std::array<abi::CUjit_option, 2> m_options;
    std::array<void*, 2> m_values;
};

} // namespace parterre
