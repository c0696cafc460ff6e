// SPDX-License-Identifier: Apache-2.0
/// What the engine's methods about edited kernels do.
#include "core/cuda/cuda_compiler.h"
#include "core/engine/engine.h"
#include "core/workload/edited_code.h"

namespace parterre {

Json Engine::kernels(Work&, Parameters parameters) {
    const OpenDevice device = m_registry.open(parameters.string("device"));
    KernelOffer offer = kernelOffer(device.device.driverVersion());
    if (device.isSimulated()) {
        offer.compiler.clear();
        offer.whyNot = simulatedRunsCatalogueOnly;
    }
    return offer;
}

Json Engine::compile(Work&, Parameters parameters) {
    const OpenDevice device = m_registry.open(parameters.string("device"));
    const EditedKernel kernel = editedKernelFromJson(parameters.object("kernel"));
    requireReal(device);
    CompileReport report;
    try {
        report = loadEditedKernel(device.device.primaryContext(), kernel).report;
    } catch (const CompileError& error) {
        if (error.diagnostics().empty()) // NVRTC's own failure
            throw;
        report.diagnostics = error.diagnostics();
    }
    return report;
}

} // namespace parterre
