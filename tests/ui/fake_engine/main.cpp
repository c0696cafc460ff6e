// SPDX-License-Identifier: GPL-3.0-or-later
// An engine for tests: speaks the protocol about a made-up GPU, and misbehaves on demand.
//
//   --crash-on METHOD      ends by signal when asked that
//   --exit-on METHOD       says why on standard error and ends with status 4 when asked that
//   --hang-on METHOD       answers nothing any more once asked that
//   --garbage-on METHOD    sends lines that are no messages before it answers that
//   --wrong-type-on METHOD answers that with a result of another shape
//   --refuse METHOD        answers that with an error of the driver
//   --flood-on METHOD      answers that with a line beyond the protocol's limit
//   --late MS              waits so long before each answer to preview
//   --protocol N           claims to speak that version
//   --requests FILE        writes the methods asked for, one a line
#include "core/model/protocol.h"
#include "tests/ui/fake_engine/fake_experiments.h"
#include "tests/ui/fake_engine/fake_gpu.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <poll.h>
#include <set>
#include <string>
#include <thread>
#include <unistd.h>

using namespace parterre;

namespace {

using Clock = std::chrono::steady_clock;

std::map<std::string, std::string> options;
bool hung = false;
bool probed = false;

bool misbehaves(const char* option, const std::string& method) {
    const auto found = options.find(option);
    return found != options.end() && found->second == method;
}

void send(const Json& message) {
    std::cout << protocol::line(message) << std::flush;
}

/// What is applied and runs on one GPU.
struct State {
    std::optional<PartitionPlan> plan;
    std::vector<PartitionReport> partitions;
    std::map<int, Clock::time_point> running;
    std::map<int, int> timelines; ///< windows that each partition has recorded
};
std::map<std::string, State> states;

/// The experiment under way; each of its runs takes as long as the loop goes round once.
struct Measuring {
    Json id;
    ExperimentResult result;
    int done = 0;
};
std::optional<Measuring> measuring;

/// Throws InputError.
void startExperiment(const Json& id, const JsonReader& reader) {
    const std::string device = reader.string("device");
    if (states[device].plan)
        throw InputError("device", '"' + device + '"', "one without partitions");
    ExperimentResult result = fake::experimentResult(
        reader.string("experiment"), experimentParametersFromJson(reader), device);
    measuring = Measuring{id, std::move(result)};
}

void measureOn() {
    if (!measuring)
        return;
    const int runs = std::max(measuring->result.parameters.runs, 1);
    send(protocol::makeNotification(
        protocol::notification::progress,
        {{"id", measuring->id},
         {"fraction", double(measuring->done) / runs},
         {"text", "run " + std::to_string(measuring->done + 1)}}));
    if (++measuring->done < runs)
        return;
    send(protocol::makeResult(measuring->id, measuring->result));
    measuring.reset();
}

void cancel(const Json& id) {
    if (!measuring || measuring->id != id)
        return;
    send(protocol::makeError(id, protocol::ErrorCode::cancelled, "cancelled"));
    measuring.reset();
}

PartitionPlan planOf(const Json& parameters) {
    return planFromJson(JsonReader(parameters, "params").object("plan"));
}

std::vector<int> partitionsOf(const JsonReader& reader, const State& state) {
    std::vector<int> all = reader.integers("partitions", 0, 1000);
    if (!reader.has("partitions"))
        for (std::size_t i = 0; i < state.partitions.size(); ++i)
            all.push_back(static_cast<int>(i));
    return all;
}

Json answer(const std::string& method, const Json& parameters) {
    namespace m = protocol::method;
    const JsonReader reader(parameters, "params");
    if (method == m::hello) {
        const auto version = options.find("--protocol");
        return {
            {"protocol", version == options.end() ? protocol::version : std::stoi(version->second)},
            {"engine", "fake engine"},
            {"pid", getpid()},
            {"hardware_connections", 32}};
    }
    if (method == m::devices)
        return {
            {"devices", {Json(fake::device("sim:test"))}},
            {"notices", {"No NVIDIA driver was found: libcuda.so.1 is not there."}}};
    if (method == m::inspect || method == m::probe) {
        const std::string id = reader.string("device");
        probed = probed || method == m::probe;
        return id.starts_with("gpu:") ? fake::realDevice(id, probed) : fake::device(id);
    }
    if (method == m::workloads)
        return {{"workloads", fake::workloads()}};
    if (method == m::experiments)
        return {{"experiments", fake::experiments()}};
    if (method == m::cancel)
        cancel(reader.raw("id"));
    if (method == m::preview) {
        if (const auto late = options.find("--late"); late != options.end())
            std::this_thread::sleep_for(std::chrono::milliseconds(std::stoi(late->second)));
        return fake::preview(planOf(parameters));
    }
    if (method == m::apply) {
        const PartitionPlan plan = planOf(parameters);
        states[plan.device] = {plan, fake::partitions(plan), {}, {}};
        return {{"partitions", states[plan.device].partitions}, {"preview", fake::preview(plan)}};
    }
    State& state = states[reader.string("device", "")];
    if (method == m::release)
        state = {};
    if (method == m::run)
        for (const int partition : partitionsOf(reader, state)) {
            PartitionReport& report = state.partitions.at(static_cast<std::size_t>(partition));
            report.workload = reader.string("workload", report.workload);
            state.running[partition] = Clock::now();
            if (timelineFromJson(reader, "timeline"))
                state.timelines[partition] = 0;
        }
    if (method == m::stop)
        for (const int partition : partitionsOf(reader, state)) {
            state.running.erase(partition);
            state.timelines.erase(partition);
        }
    return Json::object();
}

void handle(const Json& message) {
    const std::string method = message.value("method", "");
    if (const auto file = options.find("--requests"); file != options.end())
        std::ofstream(file->second, std::ios::app) << method << '\n';
    if (misbehaves("--crash-on", method))
        std::raise(SIGKILL);
    if (misbehaves("--exit-on", method)) {
        std::cerr << "the test wants it so" << std::endl;
        std::_Exit(4);
    }
    hung = hung || misbehaves("--hang-on", method);
    if (hung)
        return;
    if (misbehaves("--garbage-on", method))
        std::cout << "hello there\n{\"jsonrpc\":\n[1,2]\n{\"jsonrpc\":\"2.0\",\"id\":987654,"
                     "\"result\":{}}\n";
    if (misbehaves("--flood-on", method))
        std::cout << std::string(protocol::longestLine + 2, 'x') << std::endl;
    const Json id = message.value("id", Json());
    if (misbehaves("--wrong-type-on", method)) {
        send(protocol::makeResult(
            id, {{"devices", 7},
                 {"strategy", 7},
                 {"partitions", 7},
                 {"workloads", 7},
                 {"protocol", "seven"}}));
        return;
    }
    if (misbehaves("--refuse", method)) {
        send(protocol::makeError(
            id, protocol::ErrorCode::refused, "The driver refused.",
            {{"cuda_error", "CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION"},
             {"call", "cuGreenCtxCreate"},
             {"hint", "Ask for less."}}));
        return;
    }
    try {
        if (method == protocol::method::experiment) {
            const Json parameters = message.value("params", Json::object());
            startExperiment(id, JsonReader(parameters, ""));
            return;
        }
        send(protocol::makeResult(id, answer(method, message.value("params", Json::object()))));
    } catch (const InputError& error) {
        send(protocol::makeError(
            id, protocol::ErrorCode::invalidParameters, error.what(),
            {{"field", error.field()}, {"value", error.value()}, {"allowed", error.allowed()}}));
    }
    if (method == protocol::method::shutdown)
        std::exit(0);
}

void sendSamples() {
    for (const auto& [device, state] : states) {
        Json samples = Json::array();
        for (const auto& [partition, since] : state.running) {
            const double time = std::chrono::duration<double>(Clock::now() - since).count();
            const PartitionReport& report =
                state.partitions.at(static_cast<std::size_t>(partition));
            samples.push_back(
                Sample{partition, time, 0.03, fake::rate(report.workload, report.smCount, time)});
        }
        if (!samples.empty())
            send(protocol::makeNotification(
                protocol::notification::samples, {{"device", device}, {"samples", samples}}));
    }
}

void sendTimelines() {
    for (auto& [device, state] : states)
        for (auto& [partition, number] : state.timelines) {
            const PartitionReport& report =
                state.partitions.at(static_cast<std::size_t>(partition));
            const TimelineBatch batch =
                fake::timelineBatch(partition, report.observedSmIds, number++);
            send(protocol::makeNotification(
                protocol::notification::timeline,
                {{"device", device}, {"batches", Json::array({batch})}}));
        }
}

} // namespace

int main(int argc, char** argv) {
    for (int i = 1; i + 1 < argc; i += 2)
        options[argv[i]] = argv[i + 1];
    std::string pending;
    for (;;) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        poll(&input, 1, 33);
        if (!hung) {
            sendSamples();
            sendTimelines();
            measureOn();
        }
        if (!input.revents)
            continue;
        char buffer[65536];
        const ssize_t count = read(STDIN_FILENO, buffer, sizeof buffer);
        if (count <= 0)
            return 0;
        pending.append(buffer, static_cast<std::size_t>(count));
        for (auto end = pending.find('\n'); end != std::string::npos; end = pending.find('\n')) {
            const Json message = Json::parse(pending.substr(0, end), nullptr, false);
            pending.erase(0, end + 1);
            if (message.is_object())
                handle(message);
        }
    }
}
