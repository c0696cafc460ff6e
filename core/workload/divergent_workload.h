// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/checksum_workload.h"

namespace parterre {

/// resources/kernels/divergent.cu: as many blocks as the partition's SMs hold at once.
class DivergentWorkload final : public ChecksumWorkload {
public:
    /// Computes the sum on the host. Throws CudaError.
    explicit DivergentWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "divergent"

    double workPerLaunch() const override;

private:
    void launchAdding(abi::CUdeviceptr sum) override;
    std::uint32_t addedPerLaunch() const override { return m_added; }

    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    unsigned m_iterations;
    unsigned m_ways;
    std::uint32_t m_added;
};

} // namespace parterre
