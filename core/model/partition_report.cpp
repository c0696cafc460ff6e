// SPDX-License-Identifier: Apache-2.0
#include "core/model/partition_report.h"

namespace parterre {
namespace {

/// All 64 bits of it, which JsonReader::integer() has no room for.
unsigned long long greenContextId(const JsonReader& reader) {
    const Json& id = reader.raw("green_context_id");
    if (id.is_number_unsigned())
        return id.get<unsigned long long>();
    return static_cast<unsigned long long>(
        reader.integer("green_context_id", 0, std::numeric_limits<std::int64_t>::max(), 0));
}

} // namespace

void to_json(Json& json, const PartitionReport& report) {
    json = Json::object();
    json["name"] = report.name;
    if (!report.parent.empty())
        json["parent"] = report.parent;
    if (report.isSplit)
        json["is_split"] = true;
    json["requested_sm_count"] = report.requestedSmCount;
    json["sm_count"] = report.smCount;
    json["min_partition_size"] = report.minPartitionSize;
    json["coscheduled_alignment"] = report.coscheduledAlignment;
    json["is_remainder"] = report.isRemainder;
    json["observed_sm_ids"] = report.observedSmIds;
    json["green_context_id"] = report.greenContextId;
    json["workload"] = report.workload;
    if (!report.workloadParameters.empty())
        json["workload_parameters"] = report.workloadParameters;
}

PartitionReport partitionReportFromJson(const JsonReader& reader) {
    constexpr std::int64_t mostSms = 1 << 20;
    const auto count = [&](std::string_view key) {
        return static_cast<int>(reader.integer(key, 0, mostSms, 0));
    };
    PartitionReport report;
    report.name = reader.string("name");
    report.parent = reader.string("parent", "");
    report.isSplit = reader.boolean("is_split", false);
    report.requestedSmCount = count("requested_sm_count");
    report.smCount = count("sm_count");
    report.minPartitionSize = count("min_partition_size");
    report.coscheduledAlignment = count("coscheduled_alignment");
    report.isRemainder = reader.boolean("is_remainder", false);
    report.observedSmIds = reader.integers("observed_sm_ids", 0, mostSms);
    report.greenContextId = greenContextId(reader);
    report.workload = reader.string("workload", "");
    report.workloadParameters = workloadParametersFromJson(reader, "workload_parameters");
    return report;
}

} // namespace parterre
