// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace parterre {

/// One JSON-RPC request as it came in.
struct Request {
    Json id;                     ///< null: a notification, which is not answered
    bool isNotification = false; ///< has no id at all
    std::string method;          ///< not checked yet
    /// As it came in, whatever it is; an object if it was left out.
    Json parameters = Json::object();

    /// Parses a line. Throws MalformedRequest.
    static Request parse(std::string_view line);
};

/// A line that is no request. Carries the answer to it.
class MalformedRequest : public std::runtime_error {
public:
    /// `answer`: a whole JSON-RPC error.
    explicit MalformedRequest(Json answer)
        : std::runtime_error("malformed request")
        , m_answer(std::move(answer)) {}

    const Json& answer() const { return m_answer; } ///< to be sent

private:
    Json m_answer;
};

} // namespace parterre
