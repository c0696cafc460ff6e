// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace parterre {

/// Runs a program to its end and returns what it wrote to its standard output; its standard input
/// is empty. `environment` is added to this process's. Throws std::runtime_error, with what it
/// wrote to its standard error, when it can't be started or fails, and Cancelled when a stop is
/// asked for: by then the program was asked to end (SIGTERM) and, had it not done so in five
/// seconds, was killed.
std::string outputOfChild(
    const std::string& program, const std::vector<std::string>& arguments,
    const std::map<std::string, std::string>& environment, const std::stop_token& stop);

} // namespace parterre
