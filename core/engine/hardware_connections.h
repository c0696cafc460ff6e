// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace parterre {

/// Sees to it that CUDA_DEVICE_MAX_CONNECTIONS is set, to 32 unless the user set it, and returns
/// what is in force: 1 to 32, as the driver reads it (a number out of that range counts as the
/// nearest in it, what is no number as 8). A driver
/// reads it once, when it is initialised: call it before any is opened and before any thread is
/// started.
int settleHardwareConnections();

} // namespace parterre
