// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/buffer.h"
#include "core/workload/workload.h"

namespace parterre {

/// resources/kernels/copy.cu from one buffer to another of 512 MiB each (see workingSet() for when
/// it is less).
class CopyWorkload final : public Workload {
public:
    /// Allocates both buffers and fills the first. Throws CudaError.
    explicit CopyWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "copy"

    void launch() override;
    double workPerLaunch() const override; ///< read and written both count

private:
    std::shared_ptr<const Stream> m_stream;
    CatalogueKernel m_kernel;
    Buffer m_source;
    Buffer m_destination;
    unsigned long long m_vectors;
    LaunchShape m_shape;
    LaunchShape m_loggedShape;
};

} // namespace parterre
