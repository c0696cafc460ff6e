// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/cublas_gemm.h"

#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/scoped_current.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <stdexcept>

namespace parterre {
namespace {

// cublas_api.h and library_types.h, which need not be here when this is built.
constexpr int notTransposed = 0;
constexpr int transposed = 1;
constexpr int realBf16 = 14;
constexpr int computeFp32 = 68;
constexpr int usualAlgorithm = -1;
constexpr std::uint32_t twoOnes = 0x3f803f80; // in bf16

void check(int status, const char* call) {
    if (status != 0)
        throw std::runtime_error(fmt::format("{} answers {}", call, status));
}

} // namespace

struct CublasGemm::Functions {
    void* library = nullptr;
    void* handle = nullptr;
    int (*create)(void**) = nullptr;
    int (*destroy)(void*) = nullptr;
    int (*setStream)(void*, void*) = nullptr;
    int (*gemm)(
        void*, int, int, int, int, int, const void*, const void*, int, int, const void*, int, int,
        const void*, void*, int, int, int, int) = nullptr;
};

std::unique_ptr<CublasGemm> CublasGemm::open(std::string& why) {
    auto functions = std::make_unique<Functions>();
    for (const char* name :
         {"libcublas.so.13", "libcublas.so.12", "/usr/local/cuda/lib64/libcublas.so.13",
          "/usr/local/cuda/lib64/libcublas.so.12", "libcublas.so"})
        if (functions->library == nullptr)
            functions->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (functions->library == nullptr) {
        why = "no libcublas.so.13 or .12 where the loader finds it (set LD_LIBRARY_PATH)";
        return nullptr;
    }
    const auto find = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
            dlsym(functions->library, name));
        if (function == nullptr)
            why = fmt::format("cuBLAS has no {}", name);
    };
    find(functions->create, "cublasCreate_v2");
    find(functions->destroy, "cublasDestroy_v2");
    find(functions->setStream, "cublasSetStream_v2");
    find(functions->gemm, "cublasGemmEx");
    if (!why.empty())
        return nullptr;
    return std::unique_ptr<CublasGemm>(new CublasGemm(std::move(functions)));
}

CublasGemm::CublasGemm(std::unique_ptr<Functions> functions)
    : m_functions(std::move(functions)) {}

CublasGemm::~CublasGemm() {
    if (m_functions->handle != nullptr)
        m_functions->destroy(m_functions->handle);
}

double CublasGemm::rate(const Stream& stream, int size) {
    const ScopedCurrent current(*stream.context());
    Functions& cublas = *m_functions;
    if (cublas.handle == nullptr)
        check(cublas.create(&cublas.handle), "cublasCreate");
    check(cublas.setStream(cublas.handle, stream.handle()), "cublasSetStream");
    const auto bytes = 2 * static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    Buffer a(stream.context(), bytes);
    Buffer b(stream.context(), bytes);
    const Buffer c(stream.context(), bytes);
    a.fill(twoOnes, stream);
    b.fill(twoOnes, stream);
    const float one = 1;
    const float zero = 0;
    Event begin = stream.context()->createEvent();
    Event end = stream.context()->createEvent();
    const auto measure = [&](int products) {
        begin.record(stream);
        for (int i = 0; i < products; ++i)
            check(
                cublas.gemm(
                    cublas.handle, transposed, notTransposed, size, size, size, &one,
                    reinterpret_cast<const void*>(a.address()), realBf16, size,
                    reinterpret_cast<const void*>(b.address()), realBf16, size, &zero,
                    reinterpret_cast<void*>(c.address()), realBf16, size, computeFp32,
                    usualAlgorithm),
                "cublasGemmEx");
        end.record(stream);
        end.synchronize();
        return end.secondsSince(begin);
    };
    measure(1);
    const int products = std::max(1, static_cast<int>(3 / measure(3)));
    return 2e-12 * size * size * static_cast<double>(size) * products / measure(products);
}

} // namespace parterre
