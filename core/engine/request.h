// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/json.h"

#include <stdexcept>
#include <string>
#include <string_view>

namespace parterre {

/// One JSON-RPC request as it came in.
struct Request {
    Json id; ///< null: a notification, which is not answered
    bool isNotification = false;
    std::string method;
    Json parameters = Json::object();

    /// Parses a line. Throws MalformedRequest.
    static Request parse(std::string_view line);
};

/// A line that is no request. Carries the answer to it.
class MalformedRequest : public std::runtime_error {
public:
    explicit MalformedRequest(Json answer)
        : std::runtime_error("malformed request")
        , m_answer(std::move(answer)) {}

    const Json& answer() const { return m_answer; }

private:
    Json m_answer;
};

} // namespace parterre
