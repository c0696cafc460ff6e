// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace parterre {

/// Sees to it that CUDA_DEVICE_ORDER is set, to PCI_BUS_ID unless the user set it: gpu:0 is then
/// the GPU that nvidia-smi calls 0. Left to itself the driver puts the fastest first. It reads the
/// variable once, when it is initialised: call this before any driver is opened and before any
/// thread is started.
void settleDeviceOrder();

/// A sentence for each variable by which the user made gpu:N another GPU than nvidia-smi's N:
/// CUDA_DEVICE_ORDER when it isn't PCI_BUS_ID, CUDA_VISIBLE_DEVICES when it is set.
std::vector<std::string> deviceOrderNotices();

} // namespace parterre
