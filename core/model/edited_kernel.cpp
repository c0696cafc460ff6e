// SPDX-License-Identifier: Apache-2.0
#include "core/model/edited_kernel.h"

#include <fmt/format.h>

namespace parterre {

void to_json(Json& json, const EditedKernel& kernel) {
    json = Json::object();
    json["workload"] = kernel.workload;
    json["file"] = kernel.file;
    json["text"] = kernel.text;
    json["time_limit_s"] = kernel.timeLimit.count();
}

EditedKernel editedKernelFromJson(const JsonReader& reader) {
    EditedKernel kernel;
    kernel.workload = reader.string("workload");
    kernel.file = reader.string("file", kernel.workload + ".cu");
    kernel.text = reader.string("text");
    if (kernel.text.size() > EditedKernel::mostBytes)
        throw InputError(
            reader.pathOf("text"), fmt::format("{} bytes long", kernel.text.size()),
            fmt::format("at most {} bytes", EditedKernel::mostBytes));
    // They would end the text early for a compiler that takes C strings.
    for (const auto& [key, text] : {std::pair{"file", &kernel.file}, {"text", &kernel.text}})
        if (text->find('\0') != std::string::npos)
            throw InputError(reader.pathOf(key), "a text with a zero byte", "CUDA C++");
    kernel.timeLimit = std::chrono::seconds(reader.integer(
        "time_limit_s", EditedKernel::leastLimit.count(), EditedKernel::mostLimit.count(),
        EditedKernel::usualLimit.count()));
    return kernel;
}

} // namespace parterre
