// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/buffer.h"
#include "core/cuda/host_buffer.h"
#include "core/workload/workload.h"

#include <array>
#include <cstdint>
#include <vector>

namespace parterre {

/// resources/kernels/fill.cu, a new value with each batch, so that neither another partition's
/// writes nor an earlier batch's can pass for this one's. After each batch a window of the buffer,
/// each time the next one, is read back and checked; at the end all of it.
class FillWorkload final : public Workload {
public:
    /// Allocates the buffer, of 256 MiB (see workingSet() for when it is less). Throws CudaError.
    explicit FillWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "fill"

    void beginBatch(std::size_t slot) override;
    void launch() override;
    double workPerLaunch() const override;
    bool isVerified() const override { return true; }
    void queueReadBack(std::size_t slot) override;
    void verify(std::size_t slot) override;
    void verifyAll() override;

private:
    struct Slot {
        std::uint32_t value = 0;
        std::size_t offset = 0; ///< bytes
    };
    const std::uint32_t* windowOf(std::size_t slot) const;
    void compare(const Slot& slot, const std::uint32_t* words) const;

    std::shared_ptr<const Stream> m_stream;
    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    int m_partition;
    Buffer m_buffer;
    HostBuffer m_readBack; ///< one window for each slot
    std::array<Slot, slotCount> m_slots;
    std::uint32_t m_value;
    std::size_t m_nextOffset = 0;
};

} // namespace parterre
