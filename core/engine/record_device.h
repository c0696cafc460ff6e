// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/device_registry.h"
#include "core/recorder/profile_recorder.h"

#include <functional>
#include <stop_token>
#include <string>

namespace parterre {

/// recordProfile() of an open device today, in real time; the engine and `parterre-cli record` both
/// work through it. `program`: the parterre-cli that measures hardware connections; empty: they are
/// not measured.
ProfileRecording recordDevice(
    const OpenDevice& device, const std::string& program, const std::stop_token& stop,
    const std::function<void(double fraction, const std::string& text)>& progress);

} // namespace parterre
