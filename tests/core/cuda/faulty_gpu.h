// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/buffer.h"
#include "core/cuda/context.h"
#include "core/cuda/host_buffer.h"
#include "core/cuda/kernel.h"
#include "core/cuda/library.h"
#include "core/cuda/stream.h"
#include "tests/support/fault_injection.h"

#include <functional>
#include <memory>
#include <vector>

namespace parterre::test {

/// A GPU whose driver fails a call at will, and one of everything made on it before.
struct FaultyGpu {
    explicit FaultyGpu(FaultyTarget on);
    ~FaultyGpu();
    FaultyGpu(const FaultyGpu&) = delete;
    FaultyGpu& operator=(const FaultyGpu&) = delete;

    SmResource groupOf(unsigned sms) const;
    std::shared_ptr<Context> make(unsigned sms) const;

    FaultyTarget target;
    std::shared_ptr<FaultyDriver> driver;
    Device device;
    SmResource sm;
    SmSplit combined; ///< 10 and 6 SMs
    std::shared_ptr<Context> green;
    std::shared_ptr<Context> another;
    std::shared_ptr<Stream> stream;
    Event start;
    Event end;
    Buffer buffer;
    HostBuffer host;
    std::shared_ptr<Library> library;
    Kernel kernel;
    // Made behind our back, as other code of the program may.
    abi::CUstream foreignStream = nullptr;
    abi::CUgreenCtx foreignGreen = nullptr;
    abi::CUevent foreignEvent = nullptr;
};

/// Something that a program does with a GPU.
struct GpuOperation {
    const char* name;
    std::function<void(FaultyGpu&)> run;
    int since = 12040; ///< the driver that has it
};

/// Every public operation of core/cuda.
std::vector<GpuOperation> gpuOperations();

} // namespace parterre::test
