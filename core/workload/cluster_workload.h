// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workload/checksum_workload.h"

namespace parterre {

/// resources/kernels/cluster.cu: as many clusters of the size asked for as the partition runs at
/// once.
class ClusterWorkload final : public ChecksumWorkload {
public:
    /// Throws UnsupportedError where the GPU has no clusters, InputError naming the largest size
    /// where this partition has none of that size.
    explicit ClusterWorkload(const WorkloadPlace& place);
    static const WorkloadInfo& info(); ///< the catalogue's "cluster"

    double workPerLaunch() const override;
    std::string remark() const override { return m_remark; }

private:
    void launchAdding(abi::CUdeviceptr sum) override;
    std::uint32_t addedPerLaunch() const override;
    void fitInto(const WorkloadPlace& place);

    CatalogueKernel m_kernel;
    LaunchShape m_shape;
    unsigned m_rounds;
    std::string m_remark;
};

} // namespace parterre
