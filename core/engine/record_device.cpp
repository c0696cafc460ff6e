// SPDX-License-Identifier: Apache-2.0
#include "core/engine/record_device.h"

#include "core/engine/connection_child.h"

#include <fmt/chrono.h>

#include <chrono>

namespace parterre {

ProfileRecording recordDevice(
    const OpenDevice& device, const std::string& program, const std::stop_token& stop,
    const std::function<void(double fraction, const std::string& text)>& progress) {
    RecordOptions options;
    options.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now()));
    options.isSimulated = device.isSimulated();
    options.progress = progress;
    options.stop = stop;
    if (!program.empty())
        options.connectionProbe = connectionChild(program, device.id);
    options.now = [] {
        using Clock = std::chrono::steady_clock;
        return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
    };
    return recordProfile(device.device, options);
}

} // namespace parterre
