// SPDX-License-Identifier: Apache-2.0
/// The words of the engine's protocol: JSON-RPC 2.0, one message a line, over standard input and
/// output. docs/protocol.md says what each method takes and answers.
#pragma once

#include "core/model/json.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parterre::protocol {

/// Raised when a peer of another version could misunderstand a message.
inline constexpr int version = 1;
/// Longest line either side accepts, in bytes without the newline.
inline constexpr std::size_t longestLine = std::size_t{8} << 20;

namespace method {
/// Comes first: versions, the engine's process, hardware connections.
inline constexpr const char* hello = "hello";
inline constexpr const char* devices = "devices";     ///< all GPUs there are, and why some are not
inline constexpr const char* inspect = "inspect";     ///< one of them
inline constexpr const char* workloads = "workloads"; ///< the kernel catalogue
inline constexpr const char* kernels = "kernels"; ///< what there is to edit, and by what compiled
inline constexpr const char* compile = "compile"; ///< an edited kernel; runs nothing
inline constexpr const char* preview = "preview"; ///< what a plan would give; creates nothing
/// Makes a plan's partitions, in place of the device's earlier ones.
inline constexpr const char* apply = "apply";
inline constexpr const char* release = "release"; ///< gives a device's partitions back
inline constexpr const char* run = "run";         ///< starts workloads in partitions
inline constexpr const char* stop = "stop";       ///< ends them
inline constexpr const char* status = "status";   ///< what is applied and runs on a device
inline constexpr const char* record = "record";   ///< measures a device's profile
inline constexpr const char* probe = "probe";     ///< looks where kernels run, for the SM ids
inline constexpr const char* experiments = "experiments"; ///< which there are, and what they take
inline constexpr const char* experiment = "experiment";   ///< answers a question by measuring
inline constexpr const char* cancel = "cancel";           ///< calls off another request
inline constexpr const char* shutdown = "shutdown"; ///< releases everything and ends the engine
} // namespace method

namespace notification {
inline constexpr const char* progress = "progress";    ///< how far a request is
inline constexpr const char* samples = "samples";      ///< what the partitions that run achieve
inline constexpr const char* timeline = "timeline";    ///< where and when their blocks ran
inline constexpr const char* runFailed = "run_failed"; ///< a run ended by itself, and why
} // namespace notification

/// Codes of a JSON-RPC error: those that JSON-RPC 2.0 defines, and Parterre's own.
enum class ErrorCode : int {
    parse = -32700,             ///< a line that is no JSON
    invalidRequest = -32600,    ///< JSON, but no request; or a line that is too long
    methodNotFound = -32601,    ///< no method of that name
    invalidParameters = -32602, ///< wrong input; `data` tells field, value and what is allowed
    internal = -32603,          ///< a defect of the engine
    superseded = -32001,        ///< a newer preview of the same device came in
    cancelled = -32002,         ///< the client asked for that
    refused = 1,                ///< the GPU or the driver refused; the command line's exit status 1
    unsupported = 3,            ///< this driver cannot do it; the command line's exit status 3
};

/// A request, whose answer carries `id`. All four make JSON-RPC 2.0 messages.
Json makeRequest(std::int64_t id, std::string_view method, Json parameters);
/// A message that is not answered.
Json makeNotification(std::string_view method, Json parameters);
/// The answer to request `id`.
Json makeResult(const Json& id, Json value);
/// `data` names the field, the CUDA call and so on; see docs/protocol.md. Null when there is none.
Json makeError(const Json& id, ErrorCode code, std::string_view message, Json data = nullptr);

/// One line as sent: compact, invalid UTF-8 replaced, with the newline.
std::string line(const Json& message);

} // namespace parterre::protocol
