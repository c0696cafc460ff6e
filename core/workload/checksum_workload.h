// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/buffer.h"
#include "core/cuda/host_buffer.h"
#include "core/workload/workload.h"

#include <array>
#include <cstdint>

namespace parterre {

/// A kernel that adds a known number to one 32-bit word with each launch, modulo 2^32. The word is
/// read back after each batch and must be what all launches so far add up to.
class ChecksumWorkload : public Workload {
public:
    void launch() final;
    bool isVerified() const final { return true; }
    void queueReadBack(std::size_t slot) final;
    void verify(std::size_t slot) final;
    void verifyAll() final;

protected:
    /// Allocates and clears the word.
    explicit ChecksumWorkload(const WorkloadPlace& place);

    /// Queues one launch, which adds addedPerLaunch() to the word at `sum`.
    virtual void launchAdding(abi::CUdeviceptr sum) = 0;
    /// Modulo 2^32, the same for each launch; computed on the host.
    virtual std::uint32_t addedPerLaunch() const = 0;

    const Stream& stream() const { return *m_stream; } ///< to launch in

private:
    void compare(std::uint32_t expected, std::uint32_t found) const;

    std::shared_ptr<const Stream> m_stream;
    int m_partition;
    Buffer m_sum;
    HostBuffer m_readBack; ///< a word for each slot
    std::uint32_t m_expected = 0;
    std::array<std::uint32_t, slotCount> m_expectedInSlot{};
};

} // namespace parterre
