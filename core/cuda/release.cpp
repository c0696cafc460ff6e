// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/release.h"

#include "core/cuda/pushed_context.h"

namespace parterre {
namespace {

/// The call for each kind of thing. A class, since std::visit wants one with overloads.
class Attempt {
public:
    Attempt(Driver& driver, abi::CUcontext root)
        : m_driver(driver)
        , m_root(root) {}

    bool operator()(abi::CUstream stream) const {
        return anywhere([&] { return m_driver.cuStreamDestroy(stream); });
    }
    bool operator()(abi::CUevent event) const {
        return anywhere([&] { return m_driver.cuEventDestroy(event); });
    }
    bool operator()(abi::CUlibrary library) const {
        return anywhere([&] { return m_driver.cuLibraryUnload(library); });
    }
    bool operator()(const Release::DeviceMemory& memory) const {
        return inRoot([&] { return m_driver.cuMemFree(memory.address); });
    }
    bool operator()(const Release::HostMemory& memory) const {
        return inRoot([&] { return m_driver.cuMemFreeHost(memory.address); });
    }
    bool operator()(const Release::GreenContext& green) const {
        // Destroying a current green context succeeds and leaves it current, dead: any later call
        // of this thread would fail far from the cause.
        if (green.context != nullptr) {
            abi::CUcontext current = nullptr;
            if (m_driver.cuCtxGetCurrent(&current) != abi::CUDA_SUCCESS)
                return false;
            if (current == green.context && m_driver.cuCtxSetCurrent(nullptr) != abi::CUDA_SUCCESS)
                return false;
        }
        m_driver.cuGreenCtxDestroy(green.handle);
        return true;
    }

private:
    /// For what names its own context: needs no current one, so there is less that can fail.
    template <typename Call>
    bool anywhere(const Call& call) const {
        return call() != abi::CUDA_ERROR_INVALID_CONTEXT || inRoot(call);
    }

    template <typename Call>
    bool inRoot(const Call& call) const {
        const PushedContext pushed(m_driver, m_root);
        if (pushed.result() != abi::CUDA_SUCCESS)
            return false;
        call();
        return true;
    }

    Driver& m_driver;
    abi::CUcontext m_root;
};

} // namespace

bool Release::attempt(Driver& driver, abi::CUcontext root) const noexcept {
    return std::visit(Attempt(driver, root), m_what);
}

} // namespace parterre
