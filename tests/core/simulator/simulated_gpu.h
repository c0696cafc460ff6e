// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/simulated_driver.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace parterre::test {

/// A simulated H200 in virtual time, started, with its primary context current, and short ways to
/// do what most tests do. A call that fails throws, so that a test's own steps need no checks.
class SimulatedGpu {
public:
    explicit SimulatedGpu(SimulationOptions options = {});
    ~SimulatedGpu();
    SimulatedGpu(const SimulatedGpu&) = delete;
    SimulatedGpu& operator=(const SimulatedGpu&) = delete;

    SimulatedDriver& driver() { return *m_driver; }
    SimulatedDriver* operator->() { return m_driver.get(); }
    abi::CUcontext primary() const { return m_primary; }
    /// What its clock shows, in seconds.
    double now() const;

    abi::CUdevResource deviceResource();
    abi::CUdevResource resourceOf(abi::CUgreenCtx context);

    /// A work-queue configuration (13.1).
    abi::CUdevResource workqueues(unsigned concurrencyLimit, bool balanced);

    struct Split {
        std::vector<abi::CUdevResource> groups;
        abi::CUdevResource remainder{};
    };
    /// At most `capacity` groups of at least `minCount` SMs.
    Split split(
        const abi::CUdevResource& input, unsigned capacity, unsigned minCount, unsigned flags = 0);

    abi::CUdevResourceDesc describe(std::vector<abi::CUdevResource> resources);
    abi::CUgreenCtx createContext(std::vector<abi::CUdevResource> resources);
    abi::CUcontext contextOf(abi::CUgreenCtx context);
    abi::CUstream createStream(abi::CUgreenCtx context, int priority = 0);
    abi::CUevent createEvent();
    double secondsBetween(abi::CUevent start, abi::CUevent end);
    abi::CUfunction function(const char* name);
    abi::CUdeviceptr allocate(std::size_t bytes);

    /// One launch on a stream; answers what the driver answers.
    abi::CUresult launch(
        abi::CUstream stream, const char* kernel, unsigned blocks, unsigned threads,
        std::vector<void*> arguments);
    abi::CUresult launchFma(abi::CUstream stream, unsigned blocks, unsigned iterations);
    abi::CUresult launchCopy(
        abi::CUstream stream, unsigned blocks, abi::CUdeviceptr destination,
        abi::CUdeviceptr source, std::size_t bytes);

    /// A cooperative launch of blocks of 1024 threads on the current context's default stream.
    abi::CUresult launchCooperative(unsigned blocks);
    /// In blocks, sizes beyond the portable one allowed.
    int largestCluster(abi::CUstream stream);
    /// Clusters of so many blocks of 256 threads that can be active at once.
    int activeClusters(abi::CUstream stream, unsigned clusterSize);

    /// GB/s on the primary context's default stream of steps that move so many bytes each.
    double rateOf(double bytes, const std::function<abi::CUresult()>& step);

    /// The SM ids on which blocks really ran, by parterre_smid on this stream.
    std::vector<int> observedSmIds(abi::CUstream stream);

    /// Throws std::runtime_error naming `step` unless the result is CUDA_SUCCESS.
    static void require(abi::CUresult result, const char* step);

private:
    std::shared_ptr<SimulationClock> m_clock;
    std::unique_ptr<SimulatedDriver> m_driver;
    abi::CUcontext m_primary = nullptr;
    abi::CUlibrary m_library = nullptr;
};

/// Reads a recording of tests/data/recordings/h200-driver-13.0, one JSON object a line. Throws when
/// there is none.
std::vector<Json> recording(const char* file);

} // namespace parterre::test
