// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/output_file.h"
#include "app/cli/stop_signals.h"
#include "core/engine/own_program.h"
#include "core/engine/record_device.h"
#include "core/model/cancelled.h"

#include <fmt/format.h>

#include <unistd.h>

namespace parterre::cli {
namespace {

/// One line for each thing measured, kept up to date where standard error is a terminal.
class ProgressLine {
public:
    void show(double fraction, const std::string& text) {
        const int percent = static_cast<int>(fraction * 100);
        if (!m_isTerminal) {
            if (text != m_text)
                fmt::print(stderr, "{:3} % {}\n", percent, text);
        } else if (text != m_text || percent != m_percent) {
            fmt::print(stderr, "\r{:3} % {:<40}", percent, text);
            std::fflush(stderr);
        }
        m_text = text;
        m_percent = percent;
    }
    ~ProgressLine() {
        if (m_isTerminal && m_percent >= 0)
            fmt::print(stderr, "\n");
    }
    ProgressLine() = default;
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

private:
    bool m_isTerminal = isatty(STDERR_FILENO) != 0;
    std::string m_text;
    int m_percent = -1;
};

} // namespace

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
