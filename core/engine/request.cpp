// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request.h"

#include "core/model/protocol.h"

namespace parterre {
namespace {

using protocol::ErrorCode;

[[noreturn]] void
refuse(const Json& id, ErrorCode code, std::string_view message, Json data = nullptr) {
    throw MalformedRequest(protocol::makeError(id, code, message, std::move(data)));
}

Json about(const InputError& error) {
    return {{"field", error.field()}, {"value", error.value()}, {"allowed", error.allowed()}};
}

} // namespace

Request Request::parse(std::string_view line) {
    Json message;
    try {
        message = parseJson(line, "the message");
    } catch (const InputError& error) {
        refuse(nullptr, ErrorCode::parse, error.what(), about(error));
    }
    if (message.is_array())
        refuse(nullptr, ErrorCode::invalidRequest, "batches are not supported: one request a line");

    Request request;
    try {
        const JsonReader reader(message, "");
        const Json& id = reader.raw("id");
        request.isNotification = !message.contains("id");
        if (!id.is_null() && !id.is_string() && !id.is_number_integer())
            throw InputError("id", id.dump(-1, ' ', true), "a whole number or a text");
        request.id = id;
        if (reader.string("jsonrpc") != "2.0")
            throw InputError("jsonrpc", '"' + reader.string("jsonrpc") + '"', "\"2.0\"");
        request.method = reader.string("method");
    } catch (const InputError& error) {
        refuse(request.id, ErrorCode::invalidRequest, error.what(), about(error));
    }
    const auto parameters = message.find("params");
    if (parameters != message.end() && !parameters->is_null())
        request.parameters = *parameters;
    return request;
}

} // namespace parterre
