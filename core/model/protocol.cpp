// SPDX-License-Identifier: Apache-2.0
#include "core/model/protocol.h"

namespace parterre::protocol {
namespace {

Json message() {
    return {{"jsonrpc", "2.0"}};
}

} // namespace

Json makeRequest(std::int64_t id, std::string_view method, Json parameters) {
    Json json = message();
    json["id"] = id;
    json["method"] = method;
    json["params"] = std::move(parameters);
    return json;
}

Json makeNotification(std::string_view method, Json parameters) {
    Json json = message();
    json["method"] = method;
    json["params"] = std::move(parameters);
    return json;
}

Json makeResult(const Json& id, Json value) {
    Json json = message();
    json["id"] = id;
    json["result"] = std::move(value);
    return json;
}

Json makeError(const Json& id, ErrorCode code, std::string_view text, Json data) {
    Json json = message();
    json["id"] = id;
    json["error"] = {{"code", static_cast<int>(code)}, {"message", text}};
    if (!data.is_null())
        json["error"]["data"] = std::move(data);
    return json;
}

std::string line(const Json& message) {
    return message.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace parterre::protocol
