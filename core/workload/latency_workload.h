// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/buffer.h"
#include "core/workload/workload.h"

namespace parterre {

/// A small launch of resources/kernels/fma.cu once in a period: 16 blocks that compute for a few
/// microseconds, as the recordings' latencies were taken with.
class LatencyWorkload final : public Workload {
public:
    /// Allocates a word for each block. Throws CudaError.
    explicit LatencyWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "latency"

    void launch() override;
    double workPerLaunch() const override { return 1; }
    std::optional<std::chrono::microseconds> period() const override { return m_period; }

private:
    std::shared_ptr<const Stream> m_stream;
    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    unsigned m_iterations;
    std::chrono::microseconds m_period;
    Buffer m_sink;
};

} // namespace parterre
