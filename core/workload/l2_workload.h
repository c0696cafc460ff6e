// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/checksum_workload.h"

namespace parterre {

/// resources/kernels/l2.cu over a buffer that fits into the partition's share of L2.
class L2Workload final : public ChecksumWorkload {
public:
    /// Allocates and fills the buffer. Throws CudaError.
    explicit L2Workload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "l2"

    double workPerLaunch() const override;

private:
    void launchAdding(abi::CUdeviceptr sum) override;
    std::uint32_t addedPerLaunch() const override;

    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    unsigned m_passes;
    Buffer m_source;
};

} // namespace parterre
