// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/kernel.h"

#include "core/cuda/errors.h"
#include "core/cuda/library.h"
#include "core/cuda/scoped_current.h"

namespace parterre {
namespace {

abi::CUlaunchConfig configurationOf(const Stream& stream, const LaunchShape& shape) {
    abi::CUlaunchConfig configuration{};
    configuration.gridDimX = shape.gridBlocks;
    configuration.gridDimY = 1;
    configuration.gridDimZ = 1;
    configuration.blockDimX = shape.blockThreads;
    configuration.blockDimY = 1;
    configuration.blockDimZ = 1;
    configuration.sharedMemBytes = shape.sharedBytes;
    configuration.hStream = stream.handle();
    return configuration;
}

} // namespace

int Kernel::attribute(abi::CUfunction_attribute attribute) const {
    const Context& context = *m_library->context();
    const ScopedCurrent current(context);
    int value = 0;
    check(
        context.driver().cuKernelGetAttribute(
            &value, attribute, m_handle, context.device().handle()),
        DriverFunction::cuKernelGetAttribute);
    return value;
}

int Kernel::maxActiveBlocksPerSm(
    const Context& context, unsigned blockThreads, std::size_t sharedBytes) const {
    const ScopedCurrent current(context);
    int blocks = 0;
    check(
        context.driver().cuOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, function(context.driver()), static_cast<int>(blockThreads), sharedBytes),
        DriverFunction::cuOccupancyMaxActiveBlocksPerMultiprocessor);
    return blocks;
}

void Kernel::setAttribute(abi::CUfunction_attribute attribute, int value) const {
    const Context& context = *m_library->context();
    const ScopedCurrent current(context);
    check(
        context.driver().cuKernelSetAttribute(
            attribute, value, m_handle, context.device().handle()),
        DriverFunction::cuKernelSetAttribute);
}

int Kernel::maxClusterBlocks(const Stream& stream, const LaunchShape& shape) const {
    const ScopedCurrent current(*stream.context());
    Driver& driver = stream.context()->driver();
    const abi::CUlaunchConfig configuration = configurationOf(stream, shape);
    int blocks = 0;
    check(
        driver.cuOccupancyMaxPotentialClusterSize(&blocks, function(driver), &configuration),
        DriverFunction::cuOccupancyMaxPotentialClusterSize);
    return blocks;
}

void Kernel::launchWith(const Stream& stream, const LaunchShape& shape, void** arguments) const {
    const ScopedCurrent current(*stream.context());
    Driver& driver = stream.context()->driver();
    abi::CUlaunchConfig configuration = configurationOf(stream, shape);
    abi::CUlaunchAttribute cluster{};
    if (shape.clusterBlocks > 1) {
        cluster.id = abi::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        cluster.value.clusterDim = {shape.clusterBlocks, 1, 1};
        configuration.attrs = &cluster;
        configuration.numAttrs = 1;
    }
    check(
        driver.cuLaunchKernelEx(&configuration, function(driver), arguments, nullptr),
        DriverFunction::cuLaunchKernelEx);
}

abi::CUfunction Kernel::function(Driver& driver) const {
    abi::CUfunction function = nullptr;
    check(driver.cuKernelGetFunction(&function, m_handle), DriverFunction::cuKernelGetFunction);
    return function;
}

} // namespace parterre
