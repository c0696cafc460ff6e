// SPDX-License-Identifier: Apache-2.0
#include "core/model/workload_info.h"

#include <limits>

namespace parterre {
namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

Json parameterToJson(const WorkloadParameterInfo& parameter) {
    Json json = Json::object();
    json["name"] = parameter.name;
    json["unit"] = parameter.unit;
    json["description"] = parameter.description;
    json["least"] = parameter.least;
    json["most"] = parameter.most;
    json["step"] = parameter.step;
    json["usual"] = parameter.usual ? Json(*parameter.usual) : Json();
    return json;
}

WorkloadParameterInfo parameterFromJson(const JsonReader& reader) {
    WorkloadParameterInfo parameter;
    parameter.name = reader.string("name");
    parameter.unit = reader.string("unit", "");
    parameter.description = reader.string("description", "");
    parameter.least = reader.integer("least", least, most);
    parameter.most = reader.integer("most", parameter.least, most);
    parameter.step = reader.integer("step", 1, most, 1);
    if (reader.has("usual"))
        parameter.usual = reader.integer("usual", parameter.least, parameter.most);
    return parameter;
}

} // namespace

void to_json(Json& json, const WorkloadInfo& workload) {
    json = Json::object();
    json["name"] = workload.name;
    json["title"] = workload.title;
    json["unit"] = workload.unit;
    json["description"] = workload.description;
    json["parameters"] = Json::array();
    for (const WorkloadParameterInfo& parameter : workload.parameters)
        json["parameters"].push_back(parameterToJson(parameter));
    json["additive"] = workload.isAdditive;
}

WorkloadInfo workloadFromJson(const JsonReader& reader) {
    WorkloadInfo workload;
    workload.name = reader.string("name");
    workload.title = reader.string("title", "");
    workload.unit = reader.string("unit", "");
    workload.description = reader.string("description", "");
    reader.forEach("parameters", [&](const JsonReader& parameter) {
        workload.parameters.push_back(parameterFromJson(parameter));
    });
    workload.isAdditive = reader.boolean("additive", true);
    return workload;
}

WorkloadParameters workloadParametersFromJson(const JsonReader& reader, std::string_view key) {
    WorkloadParameters parameters;
    if (!reader.has(key))
        return parameters;
    const JsonReader object = reader.object(key);
    for (const auto& [name, value] : object.value().items())
        parameters[name] = object.integer(name, least, most);
    return parameters;
}

} // namespace parterre
