// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/buffer.h"
#include "core/workload/workload.h"

namespace parterre {

/// resources/kernels/custom.cu: what a kernel of one's own is launched as (EditedKernel). As it is,
/// it writes its memory.
class CustomWorkload final : public Workload {
public:
    /// Allocates and clears the buffer, of 64 MiB (see workingSet() for when it is less). Throws
    /// CudaError.
    explicit CustomWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "custom"

    void launch() override;
    double workPerLaunch() const override { return 1; } ///< nobody else knows what it is about

private:
    std::shared_ptr<const Stream> m_stream;
    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    Buffer m_words;
    unsigned m_launches = 0;
};

} // namespace parterre
