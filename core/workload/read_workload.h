// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/checksum_workload.h"

namespace parterre {

/// resources/kernels/read.cu over a buffer of 512 MiB (see workingSet() for when it is less).
class ReadWorkload final : public ChecksumWorkload {
public:
    /// Allocates and fills the buffer. Throws CudaError.
    explicit ReadWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "read"

    double workPerLaunch() const override;

private:
    void launchAdding(abi::CUdeviceptr sum) override;
    std::uint32_t addedPerLaunch() const override;

    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    unsigned m_intensity;
    Buffer m_source;
};

} // namespace parterre
