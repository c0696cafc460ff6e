// SPDX-License-Identifier: Apache-2.0
#include "core/model/kernel_offer.h"

#include <algorithm>

namespace parterre {

const KernelFile* KernelOffer::find(const std::string& file) const {
    const auto found = std::find_if(
        files.begin(), files.end(), [&](const KernelFile& one) { return one.name == file; });
    return found == files.end() ? nullptr : &*found;
}

void to_json(Json& json, const KernelOffer& offer) {
    json = Json::object();
    json["compiler"] = offer.compiler;
    json["why_not"] = offer.whyNot;
    json["workloads"] = Json::array();
    for (const KernelOffer::Home& home : offer.workloads)
        json["workloads"].push_back({{"workload", home.workload}, {"file", home.file}});
    json["files"] = Json::array();
    for (const KernelFile& file : offer.files)
        json["files"].push_back({{"name", file.name}, {"text", file.text}});
}

KernelOffer kernelOfferFromJson(const JsonReader& reader) {
    KernelOffer offer;
    offer.compiler = reader.string("compiler", "");
    offer.whyNot = reader.string("why_not", "");
    reader.forEach("workloads", [&](const JsonReader& item) {
        offer.workloads.push_back({item.string("workload"), item.string("file")});
    });
    reader.forEach("files", [&](const JsonReader& item) {
        offer.files.push_back({item.string("name"), item.string("text")});
    });
    return offer;
}

bool CompileReport::canRun() const {
    return std::none_of(diagnostics.begin(), diagnostics.end(), [](const auto& diagnostic) {
        return diagnostic.severity == CompileDiagnostic::Severity::error;
    });
}

void to_json(Json& json, const CompileReport& report) {
    json = Json::object();
    json["diagnostics"] = report.diagnostics;
    json["kernels"] = Json::array();
    for (const CompileReport::Kernel& kernel : report.kernels)
        json["kernels"].push_back(
            {{"name", kernel.name},
             {"registers", kernel.registers},
             {"shared_bytes", kernel.sharedBytes},
             {"local_bytes", kernel.localBytes}});
}

CompileReport compileReportFromJson(const JsonReader& reader) {
    constexpr int most = 1 << 30;
    const auto number = [](const JsonReader& item, const char* key) {
        return static_cast<int>(item.integer(key, 0, most, 0));
    };
    CompileReport report;
    reader.forEach("diagnostics", [&](const JsonReader& item) {
        report.diagnostics.push_back(compileDiagnosticFromJson(item));
    });
    reader.forEach("kernels", [&](const JsonReader& item) {
        report.kernels.push_back(
            {item.string("name"), number(item, "registers"), number(item, "shared_bytes"),
             number(item, "local_bytes")});
    });
    return report;
}

} // namespace parterre
