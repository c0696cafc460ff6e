// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/buffer.h"
#include "core/workload/workload.h"

namespace parterre {

/// resources/kernels/fma.cu: as many blocks as the partition's SMs hold at once, each launch the
/// same time whatever their number.
class FmaWorkload final : public Workload {
public:
    /// Allocates a word for each block. Throws CudaError.
    explicit FmaWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "fma"

    void launch() override;
    double workPerLaunch() const override;

private:
    std::shared_ptr<const Stream> m_stream;
    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    unsigned m_iterations;
    Buffer m_sink;
};

} // namespace parterre
