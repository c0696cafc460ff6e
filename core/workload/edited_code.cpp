// SPDX-License-Identifier: Apache-2.0
#include "core/workload/edited_code.h"

#include "core/cuda/context.h"
#include "core/cuda/cuda_compiler.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/errors.h"
#include "core/cuda/kernel_sources.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace parterre {
namespace {

using Severity = CompileDiagnostic::Severity;

/// The kernel that a workload launches, without what all names begin with.
std::string kernelOf(const std::string& workload) {
    return workload == "latency" ? "fma" : workload;
}

/// Empty if the code has none of that name.
std::optional<Kernel> find(const Library& library, const std::string& name) {
    try {
        return library.kernel(name);
    } catch (const CudaError& error) {
        if (error.result() != abi::CUDA_ERROR_NOT_FOUND)
            throw;
        return std::nullopt;
    }
}

/// One that can't be launched as the catalogue's is would read what nobody passed.
std::string whyNotLaunched(const Kernel& own, const Kernel& catalogue) {
    if (own.parameterSizes() == catalogue.parameterSizes())
        return {};
    return fmt::format(
        "the parameters of {} are {} bytes large, and it is launched with some of {} bytes: they "
        "must be as in the catalogue's kernel",
        own.name(), fmt::join(own.parameterSizes(), ", "),
        fmt::join(catalogue.parameterSizes(), ", "));
}

CompileReport::Kernel describe(const Kernel& kernel) {
    const KernelAttributes attributes = kernel.attributes();
    return {kernel.name(), attributes.registers, attributes.sharedBytes, attributes.localBytes};
}

/// Looks for the kernel in both its forms.
void lookInto(EditedCode& code, const Library& catalogue) {
    const std::string name = "parterre_" + kernelOf(code.kernel.workload);
    std::vector<CompileDiagnostic>& diagnostics = code.report.diagnostics;
    const auto say = [&](Severity severity, std::string sentence) {
        diagnostics.push_back({code.kernel.file, 0, 0, severity, std::move(sentence)});
    };
    for (const std::string& form : {name, name + "_timed"}) {
        const std::optional<Kernel> own = find(*code.library, form);
        if (own) {
            std::string whyNot = whyNotLaunched(*own, catalogue.kernel(form));
            if (!whyNot.empty()) {
                say(Severity::error, std::move(whyNot));
                return;
            }
            code.canBeLogged = form != name;
            code.report.kernels.push_back(describe(*own));
        } else if (form == name) {
            say(Severity::error,
                fmt::format(
                    "there is no kernel {}, which {} launches: PARTERRE_KERNEL({}, …) makes it, or "
                    "extern \"C\" __global__ void {}(…)",
                    name, code.kernel.workload, kernelOf(code.kernel.workload), name));
            return;
        } else {
            say(Severity::note,
                fmt::format(
                    "without {}, which PARTERRE_KERNEL makes as well, its blocks can't be recorded "
                    "for the SM timeline",
                    form));
        }
    }
}

} // namespace

KernelOffer kernelOffer(int driverVersion) {
    KernelOffer offer;
    const NvrtcLibrary::OpenResult nvrtc = NvrtcLibrary::open(driverVersion);
    offer.whyNot = nvrtc.reason;
    if (nvrtc.library) {
        const int version = nvrtc.library->version();
        offer.compiler = fmt::format("NVRTC {}.{}", version / 1000, version % 1000 / 10);
    }
    for (const WorkloadInfo& workload : Catalogue::all())
        offer.workloads.push_back({workload.name, kernelOf(workload.name) + ".cu"});
    for (const CudaSource::Header& file : kernelSources().headers)
        offer.files.push_back({file.name, file.text});
    return offer;
}

EditedCode
loadEditedKernel(const std::shared_ptr<const Context>& context, const EditedKernel& kernel) {
    Catalogue::find(kernel.workload, "kernel.workload");
    CudaSource source = kernelSources(); // for its options, and so that files can be included
    source.name = kernel.file;
    source.text = kernel.text;
    const Device& device = context->device();
    CompiledCode compiled = CudaCompiler::forDriver(device.driverVersion())
                                .compile(source, computeCapabilityOf(device));

    EditedCode code;
    code.kernel = kernel;
    code.report.diagnostics = std::move(compiled.diagnostics);
    code.library = Library::load(context, compiled.image);
    lookInto(code, *loadEmbeddedKernels(context));
    if (!code.report.canRun())
        throw CompileError(
            toText(code.report.diagnostics.back()), std::move(code.report.diagnostics));
    return code;
}

} // namespace parterre
