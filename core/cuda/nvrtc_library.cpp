// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/nvrtc_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

namespace parterre {
namespace {

constexpr int oldestMajor = 12;
constexpr int newestKnownMajor = 13;
/// The oldest toolkit whose code Parterre's kernels are compiled with; see CudaKernels.cmake.
constexpr int oldestVersion = 12040;

std::vector<int> majorsInOrder(int driverMajor) {
    std::vector<int> majors;
    for (int major = driverMajor; major >= oldestMajor; --major)
        majors.push_back(major);
    for (int major = std::max(driverMajor + 1, oldestMajor); major <= newestKnownMajor; ++major)
        majors.push_back(major);
    return majors;
}

std::vector<std::string> toolkitFolders() {
    std::vector<std::string> folders;
    const auto add = [&folders](const std::string& folder) {
        if (std::find(folders.begin(), folders.end(), folder) == folders.end())
            folders.push_back(folder);
    };
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
        const char* folder = std::getenv(variable);
        if (folder != nullptr && *folder != '\0')
            add(folder);
    }
    add("/usr/local/cuda");
    return folders;
}

template <typename Function>
bool resolve(void* library, const char* symbol, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, symbol));
    return function != nullptr;
}

} // namespace

std::vector<std::string> NvrtcLibrary::candidates(int driverVersion) {
    std::vector<std::string> names;
    for (const int major : majorsInOrder(driverVersion / 1000)) {
        const std::string soname = fmt::format("libnvrtc.so.{}", major);
        names.push_back(soname);
        for (const std::string& folder : toolkitFolders()) {
            for (const char* inside : {"lib64", "lib"})
                names.push_back(fmt::format("{}/{}/{}", folder, inside, soname));
        }
    }
    return names;
}

NvrtcLibrary::OpenResult NvrtcLibrary::open(int driverVersion) {
    return openFirstOf(candidates(driverVersion));
}

NvrtcLibrary::OpenResult NvrtcLibrary::openFirstOf(const std::vector<std::string>& libraries) {
    std::string reasons;
    for (const std::string& library : libraries) {
        std::shared_ptr<NvrtcLibrary> opened(new NvrtcLibrary);
        const std::string reason = opened->load(library);
        if (reason.empty())
            return {opened, {}};
        reasons += fmt::format("{}{}", reasons.empty() ? "" : "; ", reason);
    }
    return {
        nullptr, fmt::format(
                     "There is no NVRTC to be used, which comes with the CUDA Toolkit 12.4 or "
                     "newer; CUDA_HOME may say where that is ({}).",
                     reasons.empty() ? "nowhere to look" : reasons)};
}

std::string NvrtcLibrary::load(const std::string& library) {
    // Never closed: opening it again gives the same one, and code of it may be running at exit.
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* error = dlerror();
        return error != nullptr ? error : library;
    }
    m_name = library;

    const char* missing = nullptr;
    const auto find = [&](const char* symbol, auto& function) {
        if (!resolve(handle, symbol, function) && missing == nullptr)
            missing = symbol;
    };
    find("nvrtcVersion", m_functions.nvrtcVersion);
    find("nvrtcGetNumSupportedArchs", m_functions.nvrtcGetNumSupportedArchs);
    find("nvrtcGetSupportedArchs", m_functions.nvrtcGetSupportedArchs);
    find("nvrtcGetErrorString", m_functions.nvrtcGetErrorString);
    find("nvrtcCreateProgram", m_functions.nvrtcCreateProgram);
    find("nvrtcDestroyProgram", m_functions.nvrtcDestroyProgram);
    find("nvrtcCompileProgram", m_functions.nvrtcCompileProgram);
    find("nvrtcGetProgramLogSize", m_functions.nvrtcGetProgramLogSize);
    find("nvrtcGetProgramLog", m_functions.nvrtcGetProgramLog);
    find("nvrtcGetCUBINSize", m_functions.nvrtcGetCUBINSize);
    find("nvrtcGetCUBIN", m_functions.nvrtcGetCUBIN);
    find("nvrtcGetPTXSize", m_functions.nvrtcGetPTXSize);
    find("nvrtcGetPTX", m_functions.nvrtcGetPTX);
    if (missing != nullptr)
        return fmt::format("{}: lacks {}", library, missing);

    int major = 0;
    int minor = 0;
    if (const int result = m_functions.nvrtcVersion(&major, &minor); result != 0)
        return fmt::format("{}: nvrtcVersion: {}", library, errorText(result));
    m_version = major * 1000 + minor * 10;
    if (m_version < oldestVersion)
        return fmt::format("{}: is of CUDA {}.{}", library, major, minor);

    int count = 0;
    int result = m_functions.nvrtcGetNumSupportedArchs(&count);
    if (result == 0) {
        m_architectures.resize(static_cast<std::size_t>(std::max(count, 0)));
        result = m_functions.nvrtcGetSupportedArchs(m_architectures.data());
    }
    if (result != 0)
        return fmt::format("{}: nvrtcGetSupportedArchs: {}", library, errorText(result));
    std::sort(m_architectures.begin(), m_architectures.end());
    return {};
}

std::string NvrtcLibrary::errorText(int result) const {
    const char* text = m_functions.nvrtcGetErrorString(result);
    return text != nullptr ? text : fmt::format("result {}", result);
}

} // namespace parterre
