// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output_file.h"
#include "app/cli/progress_line.h"
#include "app/cli/stop_signals.h"
#include "core/engine/own_program.h"
#include "core/engine/record_device.h"
#include "core/model/cancelled.h"

#include <fmt/format.h>

namespace parterre::cli {
ExitStatus
recordDevice(DeviceRegistry& registry, const std::string& id, const std::string& path, bool force) {
    const OpenDevice device = registry.open(id, "--device");
    OutputFile file(path, "--output", force);
    const StopSignals signals;
    try {
        ProgressLine line;
        const ProfileRecording recording = parterre::recordDevice(
            device, ownProgram(), signals.token(),
            [&](double fraction, const std::string& text) { line.show(fraction, text); });
        file.commit(recording.toJson().dump(2) + '\n');
    } catch (const Cancelled&) {
        fmt::print(stderr, "parterre-cli: stopped, nothing written\n");
        return signals.status();
    }
    fmt::print(stderr, "{}: --device sim:{} plays it\n", path, path);
    return ExitStatus::done;
}

} // namespace parterre::cli
