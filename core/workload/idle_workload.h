// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/workload.h"

namespace parterre {

/// resources/kernels/idle.cu: one block for each SM, which sleeps there for two milliseconds.
class IdleWorkload final : public Workload {
public:
    /// Takes no more blocks than the SMs hold at once. Throws CudaError.
    explicit IdleWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "idle"

    void launch() override;
    double workPerLaunch() const override; ///< SMs times seconds

private:
    std::shared_ptr<const Stream> m_stream;
    CatalogueKernel m_kernel;
    unsigned m_smCount;
    LaunchShape m_shape;
    unsigned long long m_nanoseconds;
};

} // namespace parterre
