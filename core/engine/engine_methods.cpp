// SPDX-License-Identifier: Apache-2.0
/// What each method of the protocol does.
#include "core/engine/engine.h"
#include "core/engine/engine_version.h"
#include "core/engine/error_answer.h"
#include "core/engine/experiment_target.h"
#include "core/engine/record_device.h"
#include "core/experiment/experiments.h"
#include "core/model/cancelled.h"
#include "core/model/protocol.h"
#include "core/workload/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <unistd.h>

namespace parterre {
namespace {

std::optional<std::vector<int>> partitionsOf(const JsonReader& parameters) {
    if (!parameters.has("partitions"))
        return {};
    // Each group may be one, and each split's remainder.
    return parameters.integers("partitions", 0, 2L * PartitionPlan::mostGroups);
}

std::optional<EditedKernel> kernelOf(const JsonReader& parameters) {
    if (!parameters.has("kernel"))
        return {};
    return editedKernelFromJson(parameters.object("kernel"));
}

Json reportsOf(const AppliedPlan& applied) {
    Json reports = Json::array();
    for (const PartitionReport& report : applied.reports())
        reports.push_back(report);
    return reports;
}

std::vector<std::string> simulatedIds(const JsonReader& parameters) {
    return parameters.has("simulated") ? parameters.strings("simulated")
                                       : DeviceRegistry::builtInIds();
}

} // namespace

const std::vector<Engine::Method>& Engine::methods() {
    namespace names = protocol::method;
    using Place = Method::Place;
    static const std::vector<Method> all{
        {names::hello, &Engine::hello, Place::reading},
        {names::workloads, &Engine::workloads, Place::reading},
        {names::cancel, &Engine::cancel, Place::reading},
        {names::shutdown, nullptr, Place::reading},
        {names::devices, &Engine::devices, Place::general},
        {names::inspect, &Engine::inspect, Place::general},
        {names::kernels, &Engine::kernels, Place::compiling},
        {names::compile, &Engine::compile, Place::compiling},
        {names::preview, &Engine::preview, Place::preview},
        {names::apply, &Engine::apply, Place::changes},
        {names::release, &Engine::release, Place::changes},
        {names::run, &Engine::run, Place::changes},
        {names::stop, &Engine::stop, Place::changes},
        {names::status, &Engine::status, Place::changes},
        {names::record, &Engine::record, Place::changes, true},
        {names::probe, &Engine::probe, Place::changes, true},
        {names::experiments, &Engine::experiments, Place::reading},
        {names::experiment, &Engine::experiment, Place::changes, true}};
    return all;
}

Json Engine::hello(Work&, Parameters parameters) {
    parameters.integer("protocol", protocol::version, protocol::version);
    parameters.string("client", "");
    return {
        {"protocol", protocol::version},
        {"engine", fmt::format("parterre-cli {}", engineVersion())},
        {"pid", getpid()},
        {"hardware_connections", m_registry.hardwareConnections()}};
}

Json Engine::devices(Work&, Parameters parameters) {
    Json devices = Json::array();
    for (const OpenDevice& device : m_registry.realDevices())
        devices.push_back(device.describe());
    const std::vector<std::string> simulated = simulatedIds(parameters);
    for (std::size_t i = 0; i < simulated.size(); ++i)
        devices.push_back(
            m_registry.open(simulated[i], fmt::format("simulated[{}]", i)).describe());
    return {{"devices", std::move(devices)}, {"notices", m_registry.notices()}};
}

Json Engine::inspect(Work&, Parameters parameters) {
    return m_registry.open(parameters.string("device")).describe();
}

Json Engine::workloads(Work&, Parameters) {
    return {{"workloads", Catalogue::all()}};
}

Json Engine::preview(Work&, Parameters parameters) {
    const PartitionPlan plan = planFromJson(parameters.object("plan"));
    const PartitionSession& found = session(plan.device, "plan.device");
    PlanSurroundings surroundings = found.device().surroundings;
    surroundings.applied = found.applied();
    return previewPlan(found.device().device, plan, surroundings);
}

Json Engine::apply(Work& work, Parameters parameters) {
    const PartitionPlan plan = planFromJson(parameters.object("plan"));
    ApplyHooks hooks;
    hooks.stop = work.stop.get_token();
    hooks.progress = progressOf(work);
    const auto applied = session(plan.device, "plan.device").apply(plan, std::move(hooks));
    flushMeasurements(); // of runs that the apply stopped
    return {{"partitions", reportsOf(*applied)}, {"preview", applied->preview()}};
}

Json Engine::release(Work&, Parameters parameters) {
    session(parameters.string("device")).release();
    flushMeasurements();
    return Json::object();
}

Json Engine::run(Work&, Parameters parameters) {
    PartitionSession& found = session(parameters.string("device"));
    found.run(
        partitionsOf(parameters), parameters.string("workload", ""),
        workloadParametersFromJson(parameters, "workload_parameters"),
        timelineFromJson(parameters, "timeline"), kernelOf(parameters));
    Json remarks = Json::array();
    for (const auto& [partition, text] : found.remarks())
        remarks.push_back({{"partition", partition}, {"text", text}});
    return {{"remarks", std::move(remarks)}};
}

Json Engine::stop(Work&, Parameters parameters) {
    session(parameters.string("device")).stop(partitionsOf(parameters));
    flushMeasurements(); // so that no sample follows the answer
    return Json::object();
}

Json Engine::status(Work&, Parameters parameters) {
    const PartitionSession::Status status = session(parameters.string("device")).status();
    const bool applied = status.applied != nullptr;
    return {
        {"applied", applied},
        {"partitions", applied ? reportsOf(*status.applied) : Json::array()},
        {"running", status.running},
        {"plan", applied ? Json(status.applied->plan()) : Json()}};
}

void Engine::measureAlone(
    Parameters parameters, const std::function<void(const OpenDevice& device)>& measure) {
    PartitionSession& found = session(parameters.string("device"));
    if (!found.doAlone(measure))
        throw ProtocolError(
            protocol::ErrorCode::refused,
            fmt::format(
                "partitions are applied on {}: they would falsify what is measured",
                found.device().id),
            {{"hint", "Release them first."}});
}

Json Engine::record(Work& work, Parameters parameters) {
    Json result;
    measureAlone(parameters, [&](const OpenDevice& device) {
        result["profile"] =
            recordDevice(device, m_program, work.stop.get_token(), progressOf(work)).toJson();
    });
    return result;
}

Json Engine::experiments(Work&, Parameters) {
    Json all = Json::array();
    for (const Experiment* experiment : parterre::experiments())
        all.push_back(experiment->info());
    return {{"experiments", std::move(all)}};
}

Json Engine::experiment(Work& work, Parameters parameters) {
    const Experiment& experiment = findExperiment(parameters.string("experiment"));
    const ExperimentParameters given = experimentParametersFromJson(parameters);
    Json result;
    measureAlone(parameters, [&](const OpenDevice& device) {
        result = experiment.run(
            experimentTarget(device, m_program), given, {progressOf(work), work.stop.get_token()});
    });
    return result;
}

Json Engine::probe(Work& work, Parameters parameters) {
    PartitionSession& found = session(parameters.string("device"));
    if (!found.status().running.empty())
        throw ProtocolError(
            protocol::ErrorCode::refused,
            fmt::format(
                "workloads run on {}: they would hide SMs from the kernels that look for them",
                found.device().id),
            {{"hint", "Stop them first."}});
    OpenDevice device = found.device();
    const auto progress = progressOf(work);
    device.observed =
        std::make_shared<const ObservedPlacement>(observePlacement(device.device, [&](double done) {
            if (work.stop.stop_requested())
                throw Cancelled();
            if (progress)
                progress(done, "looking where the SMs are");
        }));
    if (!device.isSimulated()) // a profile knows better
        m_registry.remember(device.id, device.observed);
    return device.describe();
}

Json Engine::cancel(Work&, Parameters parameters) {
    const Json& id = parameters.raw("id");
    if (!id.is_string() && !id.is_number_integer())
        throw InputError(
            "id", id.is_null() ? "missing" : id.dump(-1, ' ', true),
            "the id of a request under way");
    const std::scoped_lock lock(m_workMutex);
    for (const WorkPointer& work : m_work)
        if (work->request.id == id)
            work->stop.request_stop();
    return Json::object();
}

} // namespace parterre
