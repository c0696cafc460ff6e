// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/embedded_kernels.h"
#include "core/cuda/stream.h"
#include "core/simulator/simulated_driver.h"
#include "tests/core/cuda/driver_versions.h"
#include "tests/support/split_by_count.h"

#include <QTest>

#include <memory>
#include <vector>

namespace parterre::test {

/// A simulated H200 behind one version of the driver, in virtual time, to make partitions of.
struct PartitionedH200 {
    std::shared_ptr<SimulatedDriver> driver;
    Device device;

    explicit PartitionedH200(int driverVersion = 13000)
        : driver(make(driverVersion))
        , device(driver, 0) {}

    std::shared_ptr<Context> green(unsigned sms = 16) const { return greens(1, sms).front(); }
    std::vector<std::shared_ptr<Context>> greens(unsigned count, unsigned sms = 16) const {
        std::vector<std::shared_ptr<Context>> made;
        for (const SmResource& group :
             test::splitByCount(device.resources().sm(), count, sms).groups)
            made.push_back(device.createContext({group}));
        return made;
    }

    abi::CUcontext current() const {
        abi::CUcontext context = nullptr;
        if (driver->cuCtxGetCurrent(&context) != abi::CUDA_SUCCESS)
            qFatal("cuCtxGetCurrent");
        return context;
    }

    /// A stream as foreign code makes it in a context of ours.
    abi::CUstream rawStream(const Context& context) const {
        abi::CUstream stream = nullptr;
        driver->cuCtxPushCurrent(context.handle());
        const abi::CUresult result =
            driver->cuStreamCreateWithPriority(&stream, abi::CU_STREAM_NON_BLOCKING, 0);
        abi::CUcontext popped = nullptr;
        driver->cuCtxPopCurrent(&popped);
        if (result != abi::CUDA_SUCCESS)
            qFatal("cuStreamCreateWithPriority");
        return stream;
    }

    /// A green context that foreign code made.
    abi::CUgreenCtx rawGreen() const {
        abi::CUdevResource raw = test::splitByCount(device.resources().sm(), 1, 16).groups[0].raw();
        abi::CUdevResourceDesc descriptor = nullptr;
        abi::CUgreenCtx context = nullptr;
        if (driver->cuDevResourceGenerateDesc(&descriptor, &raw, 1) != abi::CUDA_SUCCESS ||
            driver->cuGreenCtxCreate(
                &context, descriptor, device.handle(), abi::CU_GREEN_CTX_DEFAULT_STREAM) !=
                abi::CUDA_SUCCESS)
            qFatal("no green context");
        return context;
    }

private:
    static std::shared_ptr<SimulatedDriver> make(int driverVersion) {
        SimulationOptions options;
        options.driverVersion = driverVersion;
        options.hardwareConnections = 8;
        options.clock = std::make_shared<VirtualClock>();
        return std::make_shared<SimulatedDriver>(DeviceProfile::load("h200"), options);
    }
};

/// What the error says; empty when nothing is thrown. Errors of other types pass through.
template <typename Error, typename Call>
QString sentenceOf(const Call& call) {
    try {
        call();
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace parterre::test

#define PARTERRE_SAYS(sentence, part)                                                              \
    QVERIFY2((sentence).contains(part), qPrintable("it says: " + (sentence)))
