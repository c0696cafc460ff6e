// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/checksum_workload.h"

namespace parterre {

/// resources/kernels/tensor.cu: as many blocks as the partition's SMs hold at once.
class TensorWorkload final : public ChecksumWorkload {
public:
    /// Throws UnsupportedError before compute capability 8.0, which has no bf16.
    explicit TensorWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "tensor"

    double workPerLaunch() const override;

private:
    void launchAdding(abi::CUdeviceptr sum) override;
    std::uint32_t addedPerLaunch() const override;

    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    unsigned m_iterations;
};

} // namespace parterre
