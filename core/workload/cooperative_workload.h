// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/checksum_workload.h"

namespace parterre {

/// resources/kernels/cooperative.cu: a grid of as many blocks as the partition holds at once.
class CooperativeWorkload final : public ChecksumWorkload {
public:
    /// Throws UnsupportedError where the GPU has no cooperative launches, InputError for a grid
    /// that does not fit.
    explicit CooperativeWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "cooperative"

    double workPerLaunch() const override { return m_rounds; }
    std::string remark() const override { return m_remark; }

private:
    void launchAdding(abi::CUdeviceptr sum) override;
    std::uint32_t addedPerLaunch() const override;

    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    unsigned m_rounds;
    Buffer m_arrived; ///< one 64-bit word
    Buffer m_written; ///< two words a block
    std::string m_remark;
};

} // namespace parterre
