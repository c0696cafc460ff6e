// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/library.h"
#include "core/cuda/stream.h"
#include "core/model/workload_info.h"
#include "core/workload/catalogue_kernel.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace parterre {

/// Where a workload runs.
struct WorkloadPlace {
    std::shared_ptr<const Context> context; ///< the partition's
    std::shared_ptr<const Stream> stream;   ///< of that context
    std::shared_ptr<const Library> library; ///< the catalogue's kernels (loadEmbeddedKernels())
    int partition = 0;                      ///< index in the applied plan
    int partitionCount = 1;                 ///< partitions that share the device's memory
    WorkloadParameters parameters{};        ///< valid ones (Catalogue::check())
    bool isLogged = false; ///< whether blocks will be logged (Workload::logBlocks())
};

/// A kernel of the catalogue with what it needs to run in one partition, ready to be launched again
/// and again. Used by one thread.
class Workload {
public:
    /// Batches that may be under way at once; each has a slot of its own.
    static constexpr std::size_t slotCount = 4;

    Workload() = default;
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;
    virtual ~Workload() = default;

    /// Called before the launches of a batch.
    virtual void beginBatch(std::size_t /*slot*/) {}
    /// From now on the blocks of launches log themselves there, or nowhere. Only with
    /// WorkloadPlace::isLogged.
    void logBlocks(const std::optional<BlockLogPlace>& log) { m_log = log; }
    /// Queues one launch, without waiting.
    virtual void launch() = 0;
    /// Work of one launch, in the workload's unit times a second: 10^12 operations for TFLOP/s,
    /// 10^9 bytes for GB/s.
    virtual double workPerLaunch() const = 0;

    /// One sentence on how it runs here, such as the largest grid that fits; empty: nothing to say.
    virtual std::string remark() const { return {}; }
    /// Set for a workload that is launched once in so long a time, and whose launches are timed one
    /// by one: its rate is their median latency in microseconds, and workPerLaunch() says nothing.
    virtual std::optional<std::chrono::microseconds> period() const { return {}; }

    /// Whether results are read back and checked; then the next two do something.
    virtual bool isVerified() const { return false; }
    /// Queues the reading back of some of the batch's results.
    virtual void queueReadBack(std::size_t /*slot*/) {}
    /// Checks what was read back. Throws VerificationError.
    virtual void verify(std::size_t /*slot*/) {}
    /// Checks everything, when no more is queued. Throws VerificationError.
    virtual void verifyAll() {}

protected:
    const std::optional<BlockLogPlace>& log() const { return m_log; } ///< for launches

private:
    std::optional<BlockLogPlace> m_log;
};

} // namespace parterre
