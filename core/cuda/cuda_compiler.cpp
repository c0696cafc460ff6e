// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/cuda_compiler.h"

#include "core/cuda/compile_log.h"
#include "core/cuda/context.h"
#include "core/cuda/errors.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace parterre {
namespace {

using Severity = CompileDiagnostic::Severity;

/// An nvrtcProgram, and its calls with their results checked.
class Program {
public:
    Program(const NvrtcLibrary& nvrtc, const CudaSource& source)
        : m_nvrtc(nvrtc) {
        std::vector<const char*> names;
        std::vector<const char*> texts;
        for (const auto& header : source.headers) {
            names.push_back(header.name.c_str());
            texts.push_back(header.text.c_str());
        }
        check(
            functions().nvrtcCreateProgram(
                &m_program, source.text.c_str(), source.name.c_str(),
                static_cast<int>(names.size()), texts.data(), names.data()),
            "nvrtcCreateProgram");
    }
    ~Program() {
        if (m_program != nullptr)
            functions().nvrtcDestroyProgram(&m_program);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// NVRTC's result; 0 is success.
    int compile(const std::vector<std::string>& options) {
        std::vector<const char*> texts;
        texts.reserve(options.size());
        for (const std::string& option : options)
            texts.push_back(option.c_str());
        return functions().nvrtcCompileProgram(
            m_program, static_cast<int>(texts.size()), texts.data());
    }

    std::string log() const {
        auto text = get<std::string>(
            functions().nvrtcGetProgramLogSize, functions().nvrtcGetProgramLog,
            "nvrtcGetProgramLog");
        return text.substr(0, text.find('\0')); // its size counts the terminating zero
    }
    std::vector<std::byte> cubin() const {
        return get<std::vector<std::byte>>(
            functions().nvrtcGetCUBINSize, functions().nvrtcGetCUBIN, "nvrtcGetCUBIN");
    }
    /// Zero-terminated.
    std::vector<std::byte> ptx() const {
        return get<std::vector<std::byte>>(
            functions().nvrtcGetPTXSize, functions().nvrtcGetPTX, "nvrtcGetPTX");
    }

private:
    const NvrtcLibrary::Functions& functions() const { return m_nvrtc.functions(); }

    void check(int result, const char* call) const {
        if (result != 0)
            throw CompileError(fmt::format("{}: {}", call, m_nvrtc.errorText(result)), {});
    }

    template <typename Bytes>
    Bytes
    get(int (*sizeOf)(void*, std::size_t*), int (*contents)(void*, char*), const char* call) const {
        std::size_t size = 0;
        check(sizeOf(m_program, &size), call);
        Bytes bytes(size, typename Bytes::value_type{});
        if (size > 0)
            check(contents(m_program, reinterpret_cast<char*>(bytes.data())), call);
        return bytes;
    }

    const NvrtcLibrary& m_nvrtc;
    void* m_program = nullptr;
};

std::string capabilityText(int computeCapability) {
    return fmt::format("{}.{}", computeCapability / 10, computeCapability % 10);
}

/// The newest architecture that the GPU can run code of.
int architectureFor(const NvrtcLibrary& nvrtc, int computeCapability) {
    const std::vector<int>& known = nvrtc.architectures();
    const auto above = std::upper_bound(known.begin(), known.end(), computeCapability);
    if (above != known.begin())
        return *(above - 1);
    const std::string version =
        fmt::format("NVRTC {}.{}", nvrtc.version() / 1000, nvrtc.version() % 1000 / 10);
    const std::string oldest = known.empty() ? "no GPU" : capabilityText(known.front());
    throw UnsupportedError(
        fmt::format(
            "{} has no code for a GPU of compute capability {}: the oldest that it knows is {}.",
            version, capabilityText(computeCapability), oldest),
        "an NVRTC for compute capability " + capabilityText(computeCapability), version);
}

void refuseArchitectures(const std::vector<std::string>& options) {
    for (const std::string& option : options) {
        if (option.starts_with("-arch") || option.starts_with("--gpu-architecture"))
            throw InputError("options", option, "no architecture: the device says which");
    }
}

std::string firstErrorOf(const std::vector<CompileDiagnostic>& diagnostics) {
    const CompileDiagnostic* first = nullptr;
    int count = 0;
    for (const CompileDiagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity != Severity::error)
            continue;
        if (first == nullptr)
            first = &diagnostic;
        ++count;
    }
    if (first == nullptr)
        return {};
    if (count == 1)
        return toText(*first);
    return fmt::format("{} (and {} more)", toText(*first), count - 1);
}

} // namespace

CompileError::CompileError(const std::string& sentence, std::vector<CompileDiagnostic> diagnostics)
    : std::runtime_error(sentence)
    , m_diagnostics(std::move(diagnostics)) {}

CudaCompiler::CudaCompiler(std::shared_ptr<const NvrtcLibrary> nvrtc)
    : m_nvrtc(std::move(nvrtc)) {}

CudaCompiler CudaCompiler::forDriver(int driverVersion) {
    NvrtcLibrary::OpenResult opened = NvrtcLibrary::open(driverVersion);
    if (!opened.library)
        throw UnsupportedError(opened.reason, "NVRTC 12.4", "none");
    return CudaCompiler(std::move(opened.library));
}

CompiledCode CudaCompiler::compile(const CudaSource& source, int computeCapability) const {
    refuseArchitectures(source.options);
    CompiledCode code;
    code.architecture = architectureFor(*m_nvrtc, computeCapability);
    // Machine code runs on later GPUs of its own major version only.
    code.isPtx = code.architecture / 10 != computeCapability / 10;
    std::vector<std::string> options{
        fmt::format("--gpu-architecture={}_{}", code.isPtx ? "compute" : "sm", code.architecture)};
    options.insert(options.end(), source.options.begin(), source.options.end());

    Program program(*m_nvrtc, source);
    const int result = program.compile(options);
    code.diagnostics = parseCompileLog(program.log());
    if (result != 0) {
        const std::string error = firstErrorOf(code.diagnostics);
        throw CompileError(
            error.empty() ? fmt::format("nvrtcCompileProgram: {}", m_nvrtc->errorText(result))
                          : error,
            std::move(code.diagnostics));
    }
    code.image = code.isPtx ? program.ptx() : program.cubin();
    return code;
}

int computeCapabilityOf(const Device& device) {
    return device.attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
           device.attribute(abi::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
}

std::shared_ptr<Library>
loadCudaSource(const std::shared_ptr<const Context>& context, const CudaSource& source) {
    const Device& device = context->device();
    const auto compiler = CudaCompiler::forDriver(device.driverVersion());
    return Library::load(context, compiler.compile(source, computeCapabilityOf(device)).image);
}

} // namespace parterre
