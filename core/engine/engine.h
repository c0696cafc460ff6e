// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/device_batcher.h"
#include "core/engine/device_registry.h"
#include "core/engine/line_transport.h"
#include "core/engine/partition_session.h"
#include "core/engine/request.h"
#include "core/engine/task_queue.h"

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace parterre {

/// Answers the requests of docs/protocol.md. One thread reads; each device has one for what changes
/// it, in the order asked, and one for previews, so that these are answered while an apply goes on.
class Engine {
public:
    /// Both must outlive the engine. `program`: the parterre-cli that measures hardware
    /// connections; empty: `record` leaves them out, and the experiment about them is refused.
    Engine(DeviceRegistry& registry, LineTransport& transport, std::string program = {});
    ~Engine();

    /// Serves until the input ends, the other side goes, or `shutdown` is asked for. What is queued
    /// is still done, except that nothing is measured for a client that has gone or asked for the
    /// end; then runs are stopped and partitions released.
    void serve();

private:
    using Parameters = const JsonReader&;
    /// A request until it is answered.
    struct Work {
        Request request;
        std::stop_source stop;
    };
    using WorkPointer = std::shared_ptr<Work>;
    using Handler = Json (Engine::*)(Work& work, Parameters parameters);
    struct Method {
        const char* name;
        Handler handler;
        /// The thread that does it: the reading one, the general one, the compiler's, or one of the
        /// device's.
        enum class Place { reading, general, compiling, preview, changes } place;
        /// Takes long, and is of no use to a client that goes.
        bool isMeasuring = false;
    };
    static const std::vector<Method>& methods();
    /// Null for a name that is none.
    static const Method* findMethod(const std::string& name);

    /// The threads of one device, as the client spells it.
    struct Lane {
        TaskQueue changes;
        TaskQueue previews;
        std::mutex mutex; ///< guards waitingPreview
        WorkPointer waitingPreview;
    };

    void accept(Request request);
    void dispatch(const WorkPointer& work, const Method& method);
    void queuePreview(Lane& lane, const WorkPointer& work);
    /// Answers with what the method returns or throws.
    void perform(const WorkPointer& work, Handler handler);
    void answer(const WorkPointer& work, const Json& result);
    void answerError(const WorkPointer& work, const std::exception_ptr& error);
    void forget(const WorkPointer& work);
    Lane& lane(const std::string& device);
    PartitionSession& session(const std::string& device, const std::string& field = "device");
    void end();

    Json hello(Work& work, Parameters parameters);
    Json devices(Work& work, Parameters parameters);
    Json inspect(Work& work, Parameters parameters);
    Json workloads(Work& work, Parameters parameters);
    Json preview(Work& work, Parameters parameters);
    Json apply(Work& work, Parameters parameters);
    Json release(Work& work, Parameters parameters);
    Json run(Work& work, Parameters parameters);
    Json stop(Work& work, Parameters parameters);
    Json status(Work& work, Parameters parameters);
    Json record(Work& work, Parameters parameters);
    Json probe(Work& work, Parameters parameters);
    Json kernels(Work& work, Parameters parameters);
    Json compile(Work& work, Parameters parameters);
    Json experiments(Work& work, Parameters parameters);
    Json experiment(Work& work, Parameters parameters);
    Json cancel(Work& work, Parameters parameters);
    Json shutDown(Work& work, Parameters parameters);

    /// PartitionSession::doAlone() on the device asked for. Throws ProtocolError where partitions
    /// are applied.
    void measureAlone(
        Parameters parameters, const std::function<void(const OpenDevice& device)>& measure);
    /// Of requests under way, those that measure.
    void callOffMeasuring();

    void send(const Json& message);
    void flushMeasurements(); ///< so that none of what was measured follows
    RunCallbacks callbacksFor(const std::string& device);
    /// Sends progress notifications about a request; empty for one that is not answered.
    std::function<void(double fraction, const std::string& text)> progressOf(const Work& work);

    DeviceRegistry& m_registry;
    LineTransport& m_transport;
    std::string m_program;
    DeviceBatcher<Sample> m_samples;
    DeviceBatcher<TimelineBatch> m_timeline;
    WorkPointer m_shutDown; ///< the request to end, when there was one

    std::mutex m_workMutex; ///< guards m_work
    std::list<WorkPointer> m_work;
    std::mutex m_sessionMutex;                                           ///< guards m_sessions
    std::map<std::string, std::unique_ptr<PartitionSession>> m_sessions; ///< by OpenDevice::id
    std::map<std::string, std::unique_ptr<Lane>> m_lanes; ///< the reading thread's only
    TaskQueue m_general;                                  ///< what is about no applied device
    TaskQueue m_compiling; ///< apart, for a source may keep a compiler busy for long
};

} // namespace parterre
