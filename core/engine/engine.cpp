// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include "core/engine/end_process.h"
#include "core/engine/error_answer.h"
#include "core/model/protocol.h"

#include <fmt/format.h>

#include <algorithm>

namespace parterre {
namespace {

using protocol::ErrorCode;

/// Each device asked for has two threads.
constexpr std::size_t mostLanes = 64;

// Of one device.
constexpr std::size_t mostSamplesWaiting = 50'000;
constexpr std::size_t mostTimelineBatchesWaiting = 512;

/// What is not sent counts as dropped, in the next batch of its partition.
void shedTimeline(std::vector<TimelineBatch>& batches, std::size_t count) {
    const auto kept = batches.begin() + static_cast<std::ptrdiff_t>(count);
    std::map<int, std::int64_t> dropped;
    for (auto batch = batches.begin(); batch != kept; ++batch)
        dropped[batch->partition] +=
            batch->dropped + static_cast<std::int64_t>(batch->blocks.size());
    batches.erase(batches.begin(), kept);
    for (const auto& [partition, blocks] : dropped) {
        const auto next =
            std::find_if(batches.begin(), batches.end(), [&, of = partition](const auto& batch) {
                return batch.partition == of;
            });
        if (next != batches.end())
            next->dropped += blocks;
        else
            batches.push_back({partition, {}, blocks});
    }
}

/// The device that a request is about, as the client spells it; `hasPlan`: in its plan.
std::string deviceOf(const JsonReader& parameters, bool hasPlan) {
    const JsonReader holder = hasPlan ? parameters.object("plan") : parameters;
    return DeviceId::parse(holder.string("device"), holder.pathOf("device")).text();
}

Json tooLongAnswer() {
    return protocol::makeError(
        nullptr, ErrorCode::invalidRequest,
        fmt::format("the line is longer than {} bytes and was skipped", protocol::longestLine),
        {{"field", "the line"},
         {"value", "longer"},
         {"allowed", fmt::format("at most {} bytes", protocol::longestLine)}});
}

} // namespace

Engine::Engine(DeviceRegistry& registry, LineTransport& transport, std::string program)
    : m_registry(registry)
    , m_transport(transport)
    , m_program(std::move(program))
    , m_samples(
          [this](const std::string& device, const std::vector<Sample>& samples) {
              send(protocol::makeNotification(
                  protocol::notification::samples, {{"device", device}, {"samples", samples}}));
          },
          mostSamplesWaiting)
    , m_timeline(
          [this](const std::string& device, const std::vector<TimelineBatch>& batches) {
              // One a message: each has thousands of blocks.
              for (const TimelineBatch& batch : batches)
                  send(protocol::makeNotification(
                      protocol::notification::timeline,
                      {{"device", device}, {"batches", Json::array({batch})}}));
          },
          mostTimelineBatchesWaiting, shedTimeline) {}

Engine::~Engine() = default;

void Engine::serve() {
    while (m_shutDown == nullptr) {
        const auto line = m_transport.read();
        if (!line)
            break;
        if (line->isTooLong) {
            send(tooLongAnswer());
            continue;
        }
        if (line->text.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        try {
            accept(Request::parse(line->text));
        } catch (const MalformedRequest& malformed) {
            send(malformed.answer());
        }
    }
    end();
}

void Engine::end() {
    if (m_shutDown != nullptr)
        callOffMeasuring();
    m_general.finish();
    m_compiling.finish();
    for (const auto& [device, lane] : m_lanes) {
        lane->previews.finish();
        lane->changes.finish();
    }
    m_sessions.clear();
    flushMeasurements();
    if (m_shutDown != nullptr)
        answer(m_shutDown, Json::object());
}

void Engine::accept(Request request) {
    const auto work = std::make_shared<Work>();
    work->request = std::move(request);
    {
        const std::scoped_lock lock(m_workMutex);
        m_work.push_back(work);
    }
    const Method* const found = findMethod(work->request.method);
    try {
        if (found == nullptr)
            throw ProtocolError(
                ErrorCode::methodNotFound, fmt::format("no method \"{}\"", work->request.method),
                {{"field", "method"}, {"value", work->request.method}});
        dispatch(work, *found);
    } catch (...) {
        answerError(work, std::current_exception());
    }
}

const Engine::Method* Engine::findMethod(const std::string& name) {
    const auto found = std::find_if(methods().begin(), methods().end(), [&](const Method& method) {
        return method.name == name;
    });
    return found == methods().end() ? nullptr : &*found;
}

void Engine::callOffMeasuring() {
    const std::scoped_lock lock(m_workMutex);
    for (const WorkPointer& work : m_work)
        if (const Method* method = findMethod(work->request.method);
            method != nullptr && method->isMeasuring)
            work->stop.request_stop();
}

void Engine::dispatch(const WorkPointer& work, const Method& method) {
    const auto task = [this, work, handler = method.handler] { perform(work, handler); };
    const JsonReader parameters(work->request.parameters, "params");
    const JsonReader unprefixed(parameters.value(), "");
    switch (method.place) {
    case Method::Place::reading:
        if (work->request.method == protocol::method::shutdown)
            m_shutDown = work; // answered when all is done
        else
            task();
        break;
    case Method::Place::general:
        m_general.post(task);
        break;
    case Method::Place::compiling:
        m_compiling.post(task);
        break;
    case Method::Place::preview:
        queuePreview(lane(deviceOf(unprefixed, true)), work);
        break;
    case Method::Place::changes:
        lane(deviceOf(unprefixed, work->request.method == protocol::method::apply))
            .changes.post(task);
        break;
    }
}

void Engine::queuePreview(Lane& lane, const WorkPointer& work) {
    WorkPointer older;
    {
        const std::scoped_lock lock(lane.mutex);
        older = std::exchange(lane.waitingPreview, work);
    }
    if (older != nullptr) { // its turn is now the newer one's
        answerError(
            older, std::make_exception_ptr(ProtocolError(
                       ErrorCode::superseded, "superseded by a newer preview of this device")));
        return;
    }
    lane.previews.post([this, &lane] {
        WorkPointer newest;
        {
            const std::scoped_lock lock(lane.mutex);
            newest = std::exchange(lane.waitingPreview, nullptr);
        }
        perform(newest, &Engine::preview);
    });
}

void Engine::perform(const WorkPointer& work, Handler handler) {
    try {
        if (work->stop.stop_requested())
            throw Cancelled();
        const JsonReader parameters(work->request.parameters, "");
        answer(work, (this->*handler)(*work, parameters));
    } catch (...) {
        answerError(work, std::current_exception());
    }
}

void Engine::answer(const WorkPointer& work, const Json& result) {
    forget(work);
    if (!work->request.isNotification)
        send(protocol::makeResult(work->request.id, result));
}

void Engine::answerError(const WorkPointer& work, const std::exception_ptr& error) {
    forget(work);
    if (work->request.isNotification)
        return;
    const ErrorAnswer answer = ErrorAnswer::of(error);
    send(protocol::makeError(work->request.id, answer.code, answer.message, answer.data));
}

void Engine::forget(const WorkPointer& work) {
    const std::scoped_lock lock(m_workMutex);
    m_work.remove(work);
}

Engine::Lane& Engine::lane(const std::string& device) {
    if (const auto found = m_lanes.find(device); found != m_lanes.end())
        return *found->second;
    // Names that were misspelt, most of them. Only this thread posts, so that idle ones stay idle.
    if (m_lanes.size() >= mostLanes)
        std::erase_if(m_lanes, [](const auto& item) {
            return item.second->changes.isIdle() && item.second->previews.isIdle();
        });
    if (m_lanes.size() >= mostLanes)
        throw InputError(
            "device", '"' + device + '"',
            fmt::format("at most {} devices at work in one engine", mostLanes));
    return *m_lanes.emplace(device, std::make_unique<Lane>()).first->second;
}

PartitionSession& Engine::session(const std::string& device, const std::string& field) {
    OpenDevice open = m_registry.open(device, field);
    const std::scoped_lock lock(m_sessionMutex);
    std::unique_ptr<PartitionSession>& found = m_sessions[open.id];
    if (found == nullptr) {
        RunCallbacks callbacks = callbacksFor(open.id);
        found = std::make_unique<PartitionSession>(std::move(open), std::move(callbacks));
    }
    return *found;
}

RunCallbacks Engine::callbacksFor(const std::string& device) {
    RunCallbacks callbacks;
    callbacks.sample = [this, device](const Sample& sample) { m_samples.add(device, sample); };
    callbacks.timeline = [this, device](const TimelineBatch& batch) {
        m_timeline.add(device, batch);
    };
    const auto tellFailed = [this, device](int partition, const std::exception_ptr& error) {
        flushMeasurements();
        const ErrorAnswer answer = ErrorAnswer::of(error);
        send(protocol::makeNotification(
            protocol::notification::runFailed, {{"device", device},
                                                {"partition", partition},
                                                {"message", answer.message},
                                                {"data", answer.data}}));
    };
    callbacks.failed = tellFailed;
    callbacks.overdue = [tellFailed](int partition, const TimeLimitError& error) {
        endProcess([&] { tellFailed(partition, std::make_exception_ptr(error)); });
    };
    return callbacks;
}

std::function<void(double fraction, const std::string& text)> Engine::progressOf(const Work& work) {
    if (work.request.isNotification)
        return {};
    return [this, id = work.request.id](double fraction, const std::string& text) {
        send(protocol::makeNotification(
            protocol::notification::progress,
            {{"id", id}, {"fraction", fraction}, {"text", text}}));
    };
}

void Engine::flushMeasurements() {
    m_samples.flush();
    m_timeline.flush();
}

void Engine::send(const Json& message) {
    m_transport.write(protocol::line(message));
    if (m_transport.isStopped())
        callOffMeasuring(); // nobody listens any more
}

} // namespace parterre
