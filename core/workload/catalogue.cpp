// SPDX-License-Identifier: Apache-2.0
#include "core/workload/catalogue.h"

#include "core/model/input_error.h"
#include "core/workload/copy_workload.h"
#include "core/workload/fill_workload.h"
#include "core/workload/fma_workload.h"

#include <functional>

namespace parterre {
namespace {

template <typename Made>
std::unique_ptr<Workload> makeA(const WorkloadPlace& place) {
    return std::make_unique<Made>(place);
}

using Maker = std::unique_ptr<Workload> (*)(const WorkloadPlace&);
constexpr Maker makers[] = {makeA<FmaWorkload>, makeA<CopyWorkload>, makeA<FillWorkload>};

} // namespace

const std::vector<WorkloadInfo>& Catalogue::all() {
    static const std::vector<WorkloadInfo> infos{
        {"fma", "fp32 multiply-add", "TFLOP/s",
         "Multiply-adds in registers: scales with the partition's SMs, whatever the neighbours "
         "do."},
        {"copy", "memory copy", "GB/s",
         "Copies a buffer much larger than L2, bytes read and written: bandwidth is shared, so "
         "neighbours are felt."},
        {"fill", "verified fill", "GB/s",
         "Writes a value per partition, reads it back and checks it on the host."},
    };
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

std::unique_ptr<Workload> Catalogue::make(std::string_view name, const WorkloadPlace& place) {
    const auto index = static_cast<std::size_t>(&find(name) - all().data());
    return makers[index](place);
}

} // namespace parterre
