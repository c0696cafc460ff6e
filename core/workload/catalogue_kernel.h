// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/library.h"

#include <optional>
#include <string>

namespace parterre {

/// Where blocks write where and when they ran (resources/kernels/block_log.cu).
struct BlockLogPlace {
    abi::CUdeviceptr address = 0; ///< of the log, in device memory
    unsigned capacity = 0;        ///< blocks
};

/// A kernel of resources/kernels in both its forms: as it is, and with blocks that are logged.
class CatalogueKernel {
public:
    /// `isLogged`: whether it will be launched with a log; else the second form is not loaded.
    /// `parameterCount` as in Library::kernel().
    CatalogueKernel(
        const Library& library, const std::string& name, std::size_t parameterCount, bool isLogged)
        : m_kernel(library.kernel(name, parameterCount)) {
        constexpr std::size_t ofLog = 2;
        if (isLogged)
            m_logged = library.kernel(name + "_timed", parameterCount + ofLog);
    }

    /// The one that occupancy has to be asked of: where there are two forms, the one that needs
    /// more.
    const Kernel& kernel() const { return m_logged ? *m_logged : m_kernel; }

    /// In both forms; see Kernel::allowNonPortableClusters().
    void allowNonPortableClusters() const {
        m_kernel.allowNonPortableClusters();
        if (m_logged)
            m_logged->allowNonPortableClusters();
    }

    /// With a log, its blocks write there.
    template <typename... Arguments>
    void launch(
        const std::optional<BlockLogPlace>& log, const Stream& stream, const LaunchShape& shape,
        Arguments... arguments) const {
        if (log)
            m_logged->launch(stream, shape, arguments..., log->address, log->capacity);
        else
            m_kernel.launch(stream, shape, arguments...);
    }

private:
    Kernel m_kernel;
    std::optional<Kernel> m_logged;
};

} // namespace parterre
