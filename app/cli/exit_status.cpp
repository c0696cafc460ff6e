// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exit_status.h"

#include "app/cli/preview_text.h"
#include "core/cuda/cuda_compiler.h"
#include "core/cuda/errors.h"
#include "core/model/input_error.h"
#include "core/plan/plan_error.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace parterre::cli {
namespace {

ExitStatus say(ExitStatus status, const char* what) {
    fmt::print(stderr, "parterre-cli: {}\n", what);
    return status;
}

} // namespace

ExitStatus report(const std::exception_ptr& error) {
    try {
        std::rethrow_exception(error);
    } catch (const InputError& wrong) {
        return say(ExitStatus::usage, wrong.what());
    } catch (const CompileError& wrong) {
        for (const CompileDiagnostic& diagnostic : wrong.diagnostics())
            fmt::print(stderr, "{}\n", toText(diagnostic));
        return say(ExitStatus::usage, wrong.what());
    } catch (const UnsupportedError& missing) {
        return say(ExitStatus::unsupported, missing.what());
    } catch (const PlanError& refused) {
        printDiagnostics(refused.preview().diagnostics);
        return refused.isUnsupported() ? ExitStatus::unsupported : ExitStatus::refused;
    } catch (const std::exception& failed) {
        return say(ExitStatus::refused, failed.what());
    }
}

void finishOutput() {
    // What an earlier flush could not write is gone, and only the stream's state still tells.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw std::system_error(errno, std::generic_category(), "standard output");
}

} // namespace parterre::cli
