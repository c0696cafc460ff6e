// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"
#include "core/model/profile_provenance.h"

#include <optional>
#include <vector>

namespace parterre {

/// What a simulated driver can tell beside CUDA's interface: a real one keeps the SM ids of a
/// resource to itself, so that a preview knows them only for a simulated device. Found by
/// dynamic_cast from Driver. Safe to call from any thread.
class PlacementOracle {
public:
    PlacementOracle() = default;
    PlacementOracle(const PlacementOracle&) = delete;
    PlacementOracle& operator=(const PlacementOracle&) = delete;
    virtual ~PlacementOracle() = default;

    /// The SMs of this resource, ascending. Empty for what is no SM resource of this driver.
    virtual std::optional<std::vector<int>> smIdsOf(const abi::CUdevResource& resource) const = 0;

    /// GPC → TPC → SM ids of the device; empty for an unknown device.
    virtual std::vector<std::vector<std::vector<int>>> gpcsOf(abi::CUdevice device) const = 0;

    /// Where the device's figures come from. Empty for an unknown device.
    virtual std::optional<ProfileProvenance> provenanceOf(abi::CUdevice device) const = 0;

    /// CUDA_DEVICE_MAX_CONNECTIONS as this driver read it: 1 to 32.
    virtual int hardwareConnections() const = 0;
};

} // namespace parterre
