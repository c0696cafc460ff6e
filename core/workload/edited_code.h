// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/library.h"
#include "core/model/edited_kernel.h"
#include "core/model/kernel_offer.h"

#include <memory>

namespace parterre {

/// What there is to edit, and what would compile it for a driver of that version
/// (cuDriverGetVersion's number).
KernelOffer kernelOffer(int driverVersion);

/// An edited kernel, compiled and loaded.
struct EditedCode {
    EditedKernel kernel;                    ///< as it was given
    std::shared_ptr<const Library> library; ///< has what the workload launches
    bool canBeLogged = false;               ///< whether its blocks can be recorded
    CompileReport report;                   ///< warnings, and what was found in it
};

/// Compiles the kernel for the context's device with the NVRTC that suits its driver, loads it, and
/// looks whether the workload can launch it. Runs nothing. Throws CompileError also where it can't,
/// UnsupportedError where there is no NVRTC, InputError for a workload that is not in the
/// catalogue, CudaError.
EditedCode
loadEditedKernel(const std::shared_ptr<const Context>& context, const EditedKernel& kernel);

} // namespace parterre
