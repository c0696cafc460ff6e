// SPDX-License-Identifier: Apache-2.0
#include "core/workload/tensor_workload.h"

#include "core/cuda/context.h"
#include "core/cuda/cuda_compiler.h"
#include "core/cuda/errors.h"
#include "core/workload/workload_parameters.h"

#include <fmt/format.h>

namespace parterre {
namespace {

// As tensor.cu has it.
constexpr unsigned blockThreads = 256;
constexpr double operationsPerIteration = 1 << 24;
constexpr std::uint32_t addedPerIteration = 512 * 3 * 5;
/// The largest element of the product is still a whole number in fp32.
constexpr int mostIterations = 8192;

const WorkloadPlace& checked(const WorkloadPlace& place) {
    constexpr int firstWithBf16 = 80;
    if (const int capability = computeCapabilityOf(place.context->device());
        capability < firstWithBf16) {
        const std::string found =
            fmt::format("compute capability {}.{}", capability / 10, capability % 10);
        throw UnsupportedError(
            fmt::format(
                "the workload tensor needs matrix units that know bf16, from compute capability "
                "8.0 on; this GPU has {}",
                found),
            "compute capability 8.0", found);
    }
    return place;
}

ParameterValues valuesOf(const WorkloadPlace& place) {
    return {TensorWorkload::info(), place.parameters};
}

LaunchShape shapeOf(const WorkloadPlace& place, const Kernel& kernel) {
    const auto perSm = valuesOf(place).find("blocks_per_sm");
    const int atOnce = kernel.maxActiveBlocksPerSm(*place.context, blockThreads);
    return {
        place.context->resources().sm().smCount() * static_cast<unsigned>(perSm.value_or(atOnce)),
        blockThreads};
}

} // namespace

const WorkloadInfo& TensorWorkload::info() {
    static const WorkloadInfo info{
        "tensor",
        "bf16 matrix units",
        "TFLOP/s",
        "Matrix products of operands that stay in shared memory or registers, summed up in fp32 "
        "and checked: the rate of the matrix units alone, which scales with the SMs until the GPU "
        "lowers its clock. A whole matrix multiplication also moves data and gets less.",
        {intensityParameter(
             512, 1, mostIterations, "iterations",
             "how long a launch is: 2^24 operations a block each"),
         blocksPerSmParameter()}};
    return info;
}

TensorWorkload::TensorWorkload(const WorkloadPlace& place)
    : ChecksumWorkload(checked(place))
    , m_kernel(*place.library, "parterre_tensor", 2, place.isLogged)
    , m_shape(shapeOf(place, m_kernel.kernel()))
    , m_iterations(valuesOf(place).at("intensity")) {}

void TensorWorkload::launchAdding(abi::CUdeviceptr sum) {
    m_kernel.launch(log(), stream(), m_shape, sum, m_iterations);
}

std::uint32_t TensorWorkload::addedPerLaunch() const {
    return addedPerIteration * m_iterations * static_cast<std::uint32_t>(m_shape.grid.count());
}

double TensorWorkload::workPerLaunch() const {
    return 1e-12 * operationsPerIteration * m_iterations *
           static_cast<double>(m_shape.grid.count());
}

} // namespace parterre
