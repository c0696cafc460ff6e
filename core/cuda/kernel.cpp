// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/kernel.h"

#include "core/cuda/errors.h"
#include "core/cuda/library.h"
#include "core/cuda/scoped_current.h"
#include "core/model/input_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace parterre {

Kernel::Kernel(
    std::shared_ptr<const Library> library, abi::CUkernel handle, std::string name,
    std::optional<std::size_t> parameterCount)
    : m_library(std::move(library))
    , m_handle(handle) {
    auto signature = std::make_shared<Signature>();
    signature->name = std::move(name);
    Driver& driver = m_library->context()->driver();
    signature->isKnown = driver.has(DriverFunction::cuKernelGetParamInfo);
    while (signature->isKnown && signature->parameterSizes.size() != parameterCount) {
        std::size_t offset = 0;
        std::size_t bytes = 0;
        const abi::CUresult result = driver.cuKernelGetParamInfo(
            m_handle, signature->parameterSizes.size(), &offset, &bytes);
        if (result == abi::CUDA_ERROR_INVALID_VALUE) // there is no parameter of this index
            break;
        check(result, DriverFunction::cuKernelGetParamInfo);
        signature->parameterSizes.push_back(bytes);
    }
    m_signature = std::move(signature);
}

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

KernelAttributes Kernel::attributes() const {
    KernelAttributes all;
    all.registers = attribute(abi::CU_FUNC_ATTRIBUTE_NUM_REGS);
    all.sharedBytes = attribute(abi::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    all.localBytes = attribute(abi::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    all.maxThreadsPerBlock = attribute(abi::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    all.binaryVersion = attribute(abi::CU_FUNC_ATTRIBUTE_BINARY_VERSION);
    all.maxDynamicSharedBytes = attribute(abi::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    all.nonPortableClusters =
        attribute(abi::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED) != 0;
    return all;
}

void Kernel::allowDynamicSharedBytes(int bytes) const {
    setAttribute(abi::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes);
}

void Kernel::allowNonPortableClusters() const {
    setAttribute(abi::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
}

void Kernel::setAttribute(abi::CUfunction_attribute attribute, int value) const {
    const Context& context = *m_library->context();
    const ScopedCurrent current(context);
    check(
        context.driver().cuKernelSetAttribute(
            attribute, value, m_handle, context.device().handle()),
        DriverFunction::cuKernelSetAttribute);
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

Occupancy Kernel::occupancy(const Stream& stream, const LaunchShape& shape) const {
    const LaunchConfiguration configuration(shape, stream.handle());
    const Context& context = *stream.context();
    Driver& driver = context.driver();
    Occupancy occupancy;
    occupancy.blocksPerSm = maxActiveBlocksPerSm(
        context, static_cast<unsigned>(shape.block.count()), shape.sharedBytes);
    occupancy.smCount = static_cast<int>(context.resources().sm().smCount());
    occupancy.cooperativeBlocks = occupancy.blocksPerSm * occupancy.smCount;
    occupancy.activeClusters = occupancy.cooperativeBlocks;
    if (context.device().attribute(abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) == 0)
        return occupancy;

    const ScopedCurrent current(context);
    const abi::CUfunction asked = function(driver);
    check(
        driver.cuOccupancyMaxPotentialClusterSize(
            &occupancy.largestCluster, asked, configuration.get()),
        DriverFunction::cuOccupancyMaxPotentialClusterSize);
    if (shape.cluster.count() > 1)
        check(
            driver.cuOccupancyMaxActiveClusters(
                &occupancy.activeClusters, asked, configuration.get()),
            DriverFunction::cuOccupancyMaxActiveClusters);
    return occupancy;
}

void Kernel::checkArguments(std::span<const Argument> arguments) const {
    if (!m_signature->isKnown)
        return;
    const std::vector<std::size_t>& sizes = parameterSizes();
    if (arguments.size() != sizes.size())
        throw InputError(
            fmt::format("number of arguments of {}", name()), std::to_string(arguments.size()),
            fmt::format("{}, of {} bytes", sizes.size(), fmt::join(sizes, ", ")));
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (arguments[i].bytes != sizes[i])
            throw InputError(
                fmt::format("arguments[{}] of {}", i, name()),
                fmt::format("{} bytes long", arguments[i].bytes), fmt::format("{}", sizes[i]));
}

void Kernel::launchWith(
    const Stream& stream, const LaunchShape& shape, std::span<const Argument> arguments) const {
    checkArguments(arguments);
    const LaunchConfiguration configuration(shape, stream.handle());
    std::vector<void*> addresses;
    for (const Argument& argument : arguments)
        addresses.push_back(argument.address);

    Driver& driver = stream.context()->driver();
    const ScopedCurrent current(*stream.context());
    const abi::CUresult result =
        driver.cuLaunchKernelEx(configuration.get(), function(driver), addresses.data(), nullptr);
    if (result != abi::CUDA_SUCCESS)
        check(result, DriverFunction::cuLaunchKernelEx, whyTooMuch(stream, shape));
}

std::string Kernel::whyTooMuch(const Stream& stream, const LaunchShape& shape) const {
    try {
        const int threads = attribute(abi::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
        if (shape.block.count() > static_cast<unsigned>(threads))
            return fmt::format(
                "{} was asked for {} threads a block and can have {}", name(), shape.block.count(),
                threads);
        const Occupancy fits = occupancy(stream, shape);
        if (fits.blocksPerSm == 0)
            return fmt::format(
                "an SM has no room for a block of {} threads with {} bytes of shared memory",
                shape.block.count(), shape.sharedBytes);
        if (shape.cooperative && shape.grid.count() > static_cast<unsigned>(fits.cooperativeBlocks))
            return fmt::format(
                "a cooperative grid of {} blocks does not fit into this partition: {} SMs hold {} "
                "blocks each, {} together",
                shape.grid.count(), fits.smCount, fits.blocksPerSm, fits.cooperativeBlocks);
        if (shape.cluster.count() > static_cast<unsigned>(fits.largestCluster))
            return fmt::format(
                "a cluster of {} blocks does not fit into this partition, the largest is {}",
                shape.cluster.count(), fits.largestCluster);
    } catch (const std::exception&) {
        return {}; // the launch's own error is the one to tell
    }
    return {};
}

abi::CUfunction Kernel::function(Driver& driver) const {
    abi::CUfunction function = nullptr;
    check(
        driver.cuKernelGetFunction(&function, m_handle), DriverFunction::cuKernelGetFunction,
        m_library->log());
    return function;
}

} // namespace parterre
