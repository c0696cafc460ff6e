// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/protocol.h"

#include <exception>
#include <stdexcept>
#include <string>

namespace parterre {

/// An error in the protocol's own terms.
class ProtocolError : public std::runtime_error {
public:
    /// `message` becomes what(), a sentence.
    explicit ProtocolError(
        protocol::ErrorCode code, const std::string& message, Json data = nullptr)
        : std::runtime_error(message)
        , m_code(code)
        , m_data(std::move(data)) {}

    protocol::ErrorCode code() const { return m_code; } ///< of the answer
    const Json& data() const { return m_data; }         ///< null when there is nothing to add

private:
    protocol::ErrorCode m_code;
    Json m_data;
};

/// An exception in the protocol's terms.
struct ErrorAnswer {
    protocol::ErrorCode code = protocol::ErrorCode::internal; ///< of the answer
    std::string message;                                      ///< a sentence for people
    Json data;                                                ///< null when there is nothing to add

    /// InputError, UnsupportedError, CudaError, PlanError, VerificationError, CompileError,
    /// TimeLimitError, ProtocolError and Cancelled have codes of their own; all others are internal
    /// ones. Not of a null pointer.
    static ErrorAnswer of(const std::exception_ptr& error);
};

} // namespace parterre
