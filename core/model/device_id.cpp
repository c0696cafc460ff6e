// SPDX-License-Identifier: Apache-2.0
#include "core/model/device_id.h"

#include "core/model/driver_version.h"
#include "core/model/input_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace parterre {
namespace {

constexpr const char* allowedIds =
    "gpu:INDEX, gpu:UUID, gpu:PCI-ADDRESS, sim:NAME or sim:NAME@DRIVER (for example sim:h200@12.4)";

std::optional<int> smallNumber(std::string_view text) {
    if (text.empty() || text.size() > 2 ||
        !std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); }))
        return std::nullopt;
    return std::stoi(std::string(text));
}

std::optional<int> versionIn(std::string_view text) {
    const auto dot = text.find('.');
    const auto major = smallNumber(text.substr(0, dot));
    const auto minor =
        dot == std::string_view::npos ? std::nullopt : smallNumber(text.substr(dot + 1));
    if (!major || !minor || *minor > 9 || *major < 10)
        return std::nullopt;
    return *major * 1000 + *minor * 10;
}

} // namespace

int parseDriverVersion(std::string_view text, const std::string& field) {
    const auto version = versionIn(text);
    if (!version)
        throw InputError(
            field, fmt::format("\"{}\"", text), "a CUDA driver version such as 12.4, 13.0 or 13.1");
    return *version;
}

std::string simulatedDriverRange() {
    return fmt::format(
        "from {} to {}", driverVersionText(oldestSimulatedDriver),
        driverVersionText(newestSimulatedDriver));
}

bool DeviceId::isFile(std::string_view name) {
    return name.ends_with(".json") || name.find('/') != std::string_view::npos;
}

DeviceId DeviceId::parse(std::string_view text, const std::string& field) {
    const auto colon = text.find(':');
    const std::string_view prefix = text.substr(0, colon);
    const std::string_view rest =
        colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    if ((prefix != "gpu" && prefix != "sim") || rest.empty())
        throw InputError(field, fmt::format("\"{}\"", text), allowedIds);

    DeviceId id;
    if (prefix == "gpu") {
        id.kind = Kind::real;
        id.name = rest;
        return id;
    }
    auto at = rest.rfind('@');
    if (at != std::string_view::npos && isFile(rest.substr(at)))
        at = std::string_view::npos;
    id.name = rest.substr(0, at);
    if (id.name.empty())
        throw InputError(field, fmt::format("\"{}\"", text), allowedIds);
    if (at != std::string_view::npos) {
        id.driverVersion = versionIn(rest.substr(at + 1));
        if (!id.driverVersion || *id.driverVersion < oldestSimulatedDriver ||
            *id.driverVersion > newestSimulatedDriver)
            throw InputError(
                field, fmt::format("\"{}\"", text),
                fmt::format(
                    "sim:{0}, or sim:{0}@DRIVER with a CUDA driver version {1}, such as "
                    "sim:{0}@12.4",
                    id.name, simulatedDriverRange()));
    }
    return id;
}

std::string DeviceId::text() const {
    if (kind == Kind::real)
        return "gpu:" + name;
    return driverVersion ? fmt::format("sim:{}@{}", name, driverVersionText(*driverVersion))
                         : "sim:" + name;
}

} // namespace parterre
