// SPDX-License-Identifier: Apache-2.0
#include "core/workload/catalogue.h"

#include "core/model/input_error.h"
#include "core/workload/cluster_workload.h"
#include "core/workload/cooperative_workload.h"
#include "core/workload/copy_workload.h"
#include "core/workload/custom_workload.h"
#include "core/workload/divergent_workload.h"
#include "core/workload/fill_workload.h"
#include "core/workload/fma_workload.h"
#include "core/workload/idle_workload.h"
#include "core/workload/l2_workload.h"
#include "core/workload/latency_workload.h"
#include "core/workload/read_workload.h"
#include "core/workload/tensor_workload.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

struct Entry {
    const WorkloadInfo& (*info)();
    std::unique_ptr<Workload> (*make)(const WorkloadPlace&);
};

template <typename Made>
constexpr Entry entryOf() {
    return {&Made::info, [](const WorkloadPlace& place) -> std::unique_ptr<Workload> {
                return std::make_unique<Made>(place);
            }};
}

/// As they are offered: what computes, what moves data, the rest.
constexpr Entry entries[] = {
    entryOf<FmaWorkload>(),         entryOf<TensorWorkload>(),  entryOf<DivergentWorkload>(),
    entryOf<CopyWorkload>(),        entryOf<ReadWorkload>(),    entryOf<L2Workload>(),
    entryOf<FillWorkload>(),        entryOf<LatencyWorkload>(), entryOf<ClusterWorkload>(),
    entryOf<CooperativeWorkload>(), entryOf<CustomWorkload>(),  entryOf<IdleWorkload>(),
};

std::string namesOf(const std::vector<WorkloadParameterInfo>& parameters) {
    std::string names;
    for (const WorkloadParameterInfo& parameter : parameters)
        names += (names.empty() ? "" : ", ") + parameter.name;
    return names;
}

} // namespace

const std::vector<WorkloadInfo>& Catalogue::all() {
    static const std::vector<WorkloadInfo> infos = [] {
        std::vector<WorkloadInfo> all;
        for (const Entry& entry : entries)
            all.push_back(entry.info());
        return all;
    }();
    return infos;
}

const WorkloadInfo& Catalogue::find(std::string_view name, const std::string& field) {
    std::string allowed;
    for (const WorkloadInfo& info : all()) {
        if (info.name == name)
            return info;
        allowed += (allowed.empty() ? "" : ", ") + info.name;
    }
    throw InputError(field, '"' + std::string(name) + '"', allowed);
}

void Catalogue::check(
    const WorkloadInfo& workload, const WorkloadParameters& parameters, const std::string& prefix) {
    for (const auto& [name, value] : parameters) {
        const auto found = std::find_if(
            workload.parameters.begin(), workload.parameters.end(),
            [&, &wanted = name](const WorkloadParameterInfo& known) {
                return known.name == wanted;
            });
        if (found == workload.parameters.end())
            throw InputError(
                prefix + name, std::to_string(value),
                fmt::format(
                    "the parameters of {}: {}", workload.name, namesOf(workload.parameters)));
        if (value < found->least || value > found->most || value % found->step != 0) {
            std::string allowed = allowedRange("a whole number", found->least, found->most);
            if (found->step > 1)
                allowed += fmt::format(", a multiple of {}", found->step);
            throw InputError(prefix + name, std::to_string(value), allowed);
        }
    }
}

std::unique_ptr<Workload> Catalogue::make(std::string_view name, const WorkloadPlace& place) {
    const WorkloadInfo& info = find(name);
    check(info, place.parameters);
    return entries[&info - all().data()].make(place);
}

} // namespace parterre
