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
inline constexpr const char* hello = "hello";
inline constexpr const char* devices = "devices";
inline constexpr const char* inspect = "inspect";
inline constexpr const char* workloads = "workloads";
inline constexpr const char* preview = "preview";
inline constexpr const char* apply = "apply";
inline constexpr const char* release = "release";
inline constexpr const char* run = "run";
inline constexpr const char* stop = "stop";
inline constexpr const char* status = "status";
inline constexpr const char* record = "record";
inline constexpr const char* probe = "probe";
inline constexpr const char* cancel = "cancel";
inline constexpr const char* shutdown = "shutdown";
} // namespace method

namespace notification {
inline constexpr const char* progress = "progress";
inline constexpr const char* samples = "samples";
inline constexpr const char* timeline = "timeline";
inline constexpr const char* runFailed = "run_failed";
} // namespace notification

/// Codes of a JSON-RPC error: those that JSON-RPC 2.0 defines, and Parterre's own.
enum class ErrorCode : int {
    parse = -32700,
    invalidRequest = -32600,
    methodNotFound = -32601,
    invalidParameters = -32602,
    internal = -32603,
    superseded = -32001, ///< a newer preview of the same device came in
    cancelled = -32002,
    refused = 1,     ///< the GPU or the driver refused; the command line's exit status 1
    unsupported = 3, ///< this driver cannot do it; the command line's exit status 3
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
