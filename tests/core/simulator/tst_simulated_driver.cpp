// SPDX-License-Identifier: Apache-2.0
// What a simulated H200 answers, beside what the real one answered (tests/data/recordings).
#include "core/driver/result.h"
#include "tests/core/simulator/simulated_gpu.h"

#include <QTest>

#include <map>
#include <set>
#include <string>
#include <thread>

using namespace parterre;
using namespace parterre::abi;
using parterre::test::recording;
using parterre::test::SimulatedGpu;

namespace {

/// The lines of behaviours.jsonl that tell what a call answered, by what each is about. Which of
/// them any test has asked for is remembered.
class Behaviours {
public:
    Behaviours() {
        for (const Json& line : recording("behaviours.jsonl"))
            if (line["k"] == "err")
                m_lines[line["what"].get<std::string>()] = line;
    }
    const Json& at(const std::string& what) const {
        s_asked.insert(what);
        return m_lines.at(what);
    }
    std::size_t count() const { return m_lines.size(); }
    std::string unasked() const {
        std::string names;
        // Nothing here calls cuCtxDestroy.
        for (const auto& [what, line] : m_lines)
            if (!s_asked.contains(what) && what != "cuCtxDestroy on green's ctx")
                names += what + "; ";
        return names;
    }

private:
    std::map<std::string, Json> m_lines;
    static inline std::set<std::string> s_asked;
};

Behaviours behaviours() {
    return {};
}

std::string nameOf(CUresult result) {
    return std::string(resultName(result));
}

/// A 144-byte resource whose bytes are all the same.
CUdevResource builtByHand(CUdevResourceType type, unsigned smCount) {
    CUdevResource resource{};
    resource.type = type;
    resource.sm.smCount = smCount;
    return resource;
}

} // namespace

class TestSimulatedDriver : public QObject {
    Q_OBJECT

private slots:
    void init() { m_ran.insert(QTest::currentTestFunction()); }
    void device();
    void resourceTypes();
    void creation();
    void streamsOfGreenContexts();
    void splitsOfResults();
    void descriptors();
    void combinedResources();
    void nestedSplits();
    void streamsOfCurrentContext();
    void cooperativeLaunches();
    void destruction();
    void splits();
    void splitsByGroupCount();
    void placements();
    void clusterOccupancy();

    void nothingBeforeInit();
    void olderDrivers();
    void newerDrivers_structuredSplit();
    void newerDrivers_locality();
    void newerDrivers_workqueues();
    void handlesNeverMade();
    void resourcesBuiltByHand();
    void currentContextIsPerThread();
    void contextsTakeMemory();
    void placementOracle();
    void symbolsByVersion();
    void everyBehaviourWasCompared();

private:
    std::set<std::string> m_ran;
};

/// cuGetProcAddress was asked with each version, of a 13.0 driver.
void TestSimulatedDriver::symbolsByVersion() {
    const std::map<std::string, DriverFunction> functions{
#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    {#symbol, DriverFunction::symbol},
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION
    };
    int lines = 0;
    int used = 0;
    for (const Json& line : recording("symbols.jsonl")) {
        ++lines;
        const auto function = functions.find(line["name"].get<std::string>());
        if (function == functions.end())
            continue; // nothing here calls it
        ++used;
        for (const int version : {12040, 12050, 12080, 13000}) {
            SimulationOptions options;
            options.driverVersion = version;
            SimulatedGpu gpu(options);
            QVERIFY2(
                gpu->has(function->second) == (line[std::to_string(version)] == "found"),
                line.dump().c_str());
        }
    }
    QCOMPARE(lines, 20);
    QCOMPARE(used, 14);
    qInfo(
        "symbols.jsonl: %d lines, %d of them functions that are called, all as recorded", lines,
        used);
}

/// Runs last.
void TestSimulatedDriver::everyBehaviourWasCompared() {
    for (const char* needed :
         {"creation", "streamsOfGreenContexts", "splitsOfResults", "descriptors",
          "streamsOfCurrentContext", "destruction"})
        if (!m_ran.contains(needed))
            QSKIP("only some of the tests ran");
    const Behaviours all;
    QCOMPARE(QString::fromStdString(all.unasked()), QString());
    qInfo("behaviours.jsonl: %d lines, all of them compared", static_cast<int>(all.count()));
}

void TestSimulatedDriver::device() {
    SimulatedGpu gpu;
    const Json recorded = recording("device.jsonl").front();
    char name[64];
    QCOMPARE(gpu->cuDeviceGetName(name, sizeof name, 0), CUDA_SUCCESS);
    QCOMPARE(std::string(name), recorded["name"].get<std::string>());
    int version = 0;
    QCOMPARE(gpu->cuDriverGetVersion(&version), CUDA_SUCCESS);
    QCOMPARE(version, recorded["driver"].get<int>());
    const std::map<std::string, CUdevice_attribute> attributes{
        {"sm", CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
        {"l2", CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE},
        {"clock_khz", CU_DEVICE_ATTRIBUTE_CLOCK_RATE},
        {"mem_khz", CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE},
        {"bus", CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH}};
    for (const auto& [key, attribute] : attributes) {
        int value = 0;
        QCOMPARE(gpu->cuDeviceGetAttribute(&value, attribute, 0), CUDA_SUCCESS);
        QCOMPARE(value, recorded[key].get<int>());
    }
}

void TestSimulatedDriver::resourceTypes() {
    SimulatedGpu gpu;
    int compared = 0;
    for (const Json& line : recording("behaviours.jsonl")) {
        if (line["k"] != "restype")
            continue;
        CUdevResource resource{};
        const auto type = static_cast<CUdevResourceType>(line["type"].get<int>());
        QCOMPARE(
            nameOf(gpu->cuDeviceGetDevResource(0, &resource, type)),
            line["err"].get<std::string>());
        ++compared;
    }
    QCOMPARE(compared, 5);
    const CUdevResource sm = gpu.deviceResource();
    QCOMPARE(sm.sm.smCount, 132U);
    QCOMPARE(sm.sm.minSmPartitionSize, 8U);
    QCOMPARE(sm.sm.smCoscheduledAlignment, 8U);
}

void TestSimulatedDriver::creation() {
    const auto recorded = behaviours();
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 2, 32);
    auto* const descriptor = gpu.describe({split.groups[0]});
    CUgreenCtx context = nullptr;
    const auto create = [&](unsigned flags) {
        return nameOf(gpu->cuGreenCtxCreate(&context, descriptor, 0, flags));
    };
    QCOMPARE(create(0), recorded.at("create flags 0")["err"].get<std::string>());
    QCOMPARE(create(1), recorded.at("create ok")["err"].get<std::string>());
    QCOMPARE(create(1), recorded.at("same desc twice")["err"].get<std::string>());
    QCOMPARE(
        gpu.contextOf(context) == gpu.contextOf(context),
        recorded.at("ctxFromGreen stable")["v"] == 1);
    unsigned long long id = 0;
    QCOMPARE(
        nameOf(gpu->cuGreenCtxGetId(context, &id)),
        recorded.at("cuGreenCtxGetId")["err"].get<std::string>());
    QVERIFY(id != 0);
}

void TestSimulatedDriver::streamsOfGreenContexts() {
    const auto recorded = behaviours();
    SimulatedGpu gpu;
    auto* const context = gpu.createContext(gpu.split(gpu.deviceResource(), 1, 32).groups);
    CUstream stream = nullptr;
    QCOMPARE(
        nameOf(gpu->cuGreenCtxStreamCreate(&stream, context, CU_STREAM_DEFAULT, 0)),
        recorded.at("blocking stream")["err"].get<std::string>());
    QCOMPARE(
        nameOf(gpu->cuGreenCtxStreamCreate(&stream, context, CU_STREAM_NON_BLOCKING, -99)),
        recorded.at("prio -99")["err"].get<std::string>());
    int priority = 0;
    QCOMPARE(gpu->cuStreamGetPriority(stream, &priority), CUDA_SUCCESS);
    QCOMPARE(priority, recorded.at("prio got")["v"].get<int>());
    int least = 1;
    int greatest = 1;
    QCOMPARE(gpu->cuCtxGetStreamPriorityRange(&least, &greatest), CUDA_SUCCESS);
    QCOMPARE(least, recorded.at("prio got")["least"].get<int>());
    QCOMPARE(greatest, recorded.at("prio got")["greatest"].get<int>());

    CUcontext owner = nullptr;
    QCOMPARE(
        nameOf(gpu->cuStreamGetCtx(stream, &owner)),
        recorded.at("cuStreamGetCtx")["err"].get<std::string>());
    QCOMPARE(owner, gpu.contextOf(context));
    CUgreenCtx green = nullptr;
    QCOMPARE(
        nameOf(gpu->cuStreamGetGreenCtx(stream, &green)),
        recorded.at("cuStreamGetGreenCtx")["err"].get<std::string>());
    QCOMPARE(green, context);
}

void TestSimulatedDriver::splitsOfResults() {
    const auto recorded = behaviours();
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 4, 32);
    CUdevResource results[16];
    CUdevResource rest{};
    unsigned count = 2;
    QCOMPARE(
        nameOf(gpu->cuDevSmResourceSplitByCount(results, &count, &split.groups[0], &rest, 0, 8)),
        recorded.at("split a result directly")["err"].get<std::string>());
    QCOMPARE(count, recorded.at("split a result directly")["n"].get<unsigned>());
    count = 4;
    QCOMPARE(
        nameOf(gpu->cuDevSmResourceSplitByCount(results, &count, &split.remainder, &rest, 0, 2)),
        recorded.at("split remainder directly")["err"].get<std::string>());
    QCOMPARE(count, recorded.at("split remainder directly")["n"].get<unsigned>());

    const auto big = gpu.split(gpu.deviceResource(), 1, 32);
    auto* const parent = gpu.createContext(big.groups);
    const CUdevResource whole = gpu.resourceOf(parent);
    count = 16;
    QCOMPARE(
        nameOf(gpu->cuDevSmResourceSplitByCount(results, &count, &whole, &rest, 0, 8)),
        recorded.at("split green ctx resource")["err"].get<std::string>());
    QCOMPARE(count, recorded.at("split green ctx resource")["n"].get<unsigned>());
    QCOMPARE(
        results[0].sm.smCount, recorded.at("split green ctx resource")["first"].get<unsigned>());

    CUgreenCtx child = nullptr;
    QCOMPARE(
        nameOf(gpu->cuGreenCtxCreate(&child, gpu.describe({results[0]}), 0, 1)),
        recorded.at("nested green ctx")["err"].get<std::string>());
    for (const Json& line : recording("behaviours.jsonl")) {
        if (line["k"] != "nested")
            continue;
        QCOMPARE(
            gpu.observedSmIds(gpu.createStream(parent)), line["parent"].get<std::vector<int>>());
        QCOMPARE(gpu.observedSmIds(gpu.createStream(child)), line["child"].get<std::vector<int>>());
    }
}

void TestSimulatedDriver::descriptors() {
    const auto recorded = behaviours();
    SimulatedGpu gpu;
    const auto one = gpu.split(gpu.deviceResource(), 1, 16);
    const auto other = gpu.split(gpu.deviceResource(), 1, 32);
    CUdevResourceDesc descriptor = nullptr;
    const auto describe = [&](std::vector<CUdevResource> resources) {
        return nameOf(gpu->cuDevResourceGenerateDesc(
            &descriptor, resources.data(), static_cast<unsigned>(resources.size())));
    };
    QCOMPARE(
        describe({one.groups[0], one.remainder}),
        recorded.at("desc group+remainder same split")["err"].get<std::string>());
    CUgreenCtx context = nullptr;
    QCOMPARE(
        nameOf(gpu->cuGreenCtxCreate(&context, descriptor, 0, 1)),
        recorded.at("ctx of both")["err"].get<std::string>());
    QCOMPARE(
        describe({one.groups[0], other.groups[0]}),
        recorded.at("desc from two splits")["err"].get<std::string>());
    QCOMPARE(
        describe({one.groups[0], one.groups[0]}),
        recorded.at("desc duplicate")["err"].get<std::string>());
    QCOMPARE(
        describe({gpu.deviceResource()}),
        recorded.at("desc whole device")["err"].get<std::string>());
    QCOMPARE(
        nameOf(gpu->cuGreenCtxCreate(&context, descriptor, 0, 1)),
        recorded.at("ctx whole device")["err"].get<std::string>());
    // The SMs of this one are in those before, too.
    QCOMPARE(describe({other.groups[0]}), std::string("CUDA_SUCCESS"));
    QCOMPARE(
        nameOf(gpu->cuGreenCtxCreate(&context, descriptor, 0, 1)),
        recorded.at("overlapping ctx")["err"].get<std::string>());
    QCOMPARE(describe({}), recorded.at("desc empty")["err"].get<std::string>());
}

void TestSimulatedDriver::combinedResources() {
    int compared = 0;
    for (const Json& line : recording("combined-resources.jsonl")) {
        SimulatedGpu gpu;
        const CUdevResource all = gpu.deviceResource();
        const auto units = gpu.split(all, 66, 2, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING);
        const auto eights = gpu.split(all, 16, 8);
        const auto unit = [&](std::size_t i) { return units.groups.at(i); };
        const auto eight = [&](std::size_t i) { return eights.groups.at(i); };
        const CUdevResource sixteen = gpu.split(all, 1, 16).groups.front();
        const CUdevResource thirtyTwo = gpu.split(all, 1, 32).groups.front();
        const auto every = [&](std::size_t first, std::size_t step) {
            std::vector<CUdevResource> chosen;
            for (std::size_t i = first; i < 66; i += step)
                chosen.push_back(unit(i));
            return chosen;
        };
        const std::map<std::string, std::vector<CUdevResource>> combinations{
            {"tpc0", {unit(0)}},
            {"tpc 0,5,9", {unit(0), unit(5), unit(9)}},
            {"tpc 65,0", {unit(65), unit(0)}},
            {"tpc dup 0,0", {unit(0), unit(0)}},
            {"odd tpcs", every(1, 2)},
            {"even tpcs", every(0, 2)},
            {"all tpcs", every(0, 1)},
            {"8-units 0,1,2", {eight(0), eight(1), eight(2)}},
            {"8-units 0,8", {eight(0), eight(8)}},
            {"8-units 3,14,rem", {eight(3), eight(14), eights.remainder}},
            {"rem12", {eights.remainder}},
            {"16+32 of two splits", {sixteen, thirtyTwo}},
            {"dup 16", {sixteen, sixteen}},
            {"32+16 of two splits", {thirtyTwo, sixteen}},
            {"device+16", {all, sixteen}},
            {"device", {all}}};
        const std::string what = line["what"];
        auto* const context = gpu.createContext(combinations.at(what));
        const CUdevSmResource reported = gpu.resourceOf(context).sm;
        auto* const stream = gpu.createStream(context);
        QVERIFY2(reported.smCount == line["sm"].get<unsigned>(), what.c_str());
        QVERIFY2(reported.minSmPartitionSize == line["min"].get<unsigned>(), what.c_str());
        QVERIFY2(reported.smCoscheduledAlignment == line["align"].get<unsigned>(), what.c_str());
        QVERIFY2(gpu.observedSmIds(stream) == line["smids"].get<std::vector<int>>(), what.c_str());
        QVERIFY2(gpu.largestCluster(stream) == line["maxcluster"].get<int>(), what.c_str());
        ++compared;
    }
    QCOMPARE(compared, 16);
}

void TestSimulatedDriver::nestedSplits() {
    SimulatedGpu gpu;
    CUdevResource input = gpu.deviceResource();
    SimulatedGpu::Split split;
    int compared = 0;
    for (const Json& line : recording("nested-splits.jsonl")) {
        ++compared;
        if (line["k"] == "chain") {
            split = gpu.split(input, 1, line["want"].get<unsigned>());
            QCOMPARE(split.groups.front().sm.smCount, line["got"].get<unsigned>());
            QCOMPARE(split.remainder.sm.smCount, line["rem"].get<unsigned>());
            continue;
        }
        const bool part = line["what"] == "chain part";
        auto* const context = gpu.createContext({part ? split.groups.front() : split.remainder});
        const CUdevResource resource = gpu.resourceOf(context);
        auto* const stream = gpu.createStream(context);
        QCOMPARE(resource.sm.smCount, line["sm"].get<unsigned>());
        QCOMPARE(resource.sm.minSmPartitionSize, line["min"].get<unsigned>());
        QCOMPARE(resource.sm.smCoscheduledAlignment, line["align"].get<unsigned>());
        QCOMPARE(gpu.observedSmIds(stream), line["smids"].get<std::vector<int>>());
        QCOMPARE(gpu.largestCluster(stream), line["maxcluster"].get<int>());
        if (!part)
            input = resource;
    }
    QCOMPARE(compared, 15);
}

void TestSimulatedDriver::streamsOfCurrentContext() {
    SimulatedGpu gpu;
    auto* const context = gpu.createContext(gpu.split(gpu.deviceResource(), 1, 32).groups);
    QCOMPARE(gpu->cuCtxSetCurrent(gpu.contextOf(context)), CUDA_SUCCESS);
    CUstream stream = nullptr;
    QCOMPARE(
        nameOf(gpu->cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0)),
        behaviours().at("cuStreamCreate in green")["err"].get<std::string>());
    for (const Json& line : recording("behaviours.jsonl")) {
        if (line["k"] == "legacy_stream")
            QCOMPARE(gpu.observedSmIds(stream).size(), line["n"].get<std::size_t>());
        if (line["k"] == "null_stream_in_green")
            QCOMPARE(gpu.observedSmIds(nullptr).size(), line["n"].get<std::size_t>());
    }
    QCOMPARE(gpu->cuCtxSetCurrent(gpu.primary()), CUDA_SUCCESS);
    QCOMPARE(gpu.observedSmIds(nullptr).size(), std::size_t{132});
    CUgreenCtx green = context;
    QCOMPARE(gpu->cuStreamGetGreenCtx(nullptr, &green), CUDA_SUCCESS);
    QCOMPARE(green, nullptr);
}

void TestSimulatedDriver::cooperativeLaunches() {
    SimulatedGpu gpu;
    auto* const context = gpu.createContext(gpu.split(gpu.deviceResource(), 1, 32).groups);
    QCOMPARE(gpu->cuCtxSetCurrent(gpu.contextOf(context)), CUDA_SUCCESS);
    int compared = 0;
    for (const Json& line : recording("behaviours.jsonl")) {
        if (line["k"] != "coop")
            continue;
        // Blocks of 1024 threads: two on an SM, as in the recording.
        int perSm = 0;
        QCOMPARE(
            gpu->cuOccupancyMaxActiveBlocksPerMultiprocessor(
                &perSm, gpu.function("parterre_smid"), 1024, 0),
            CUDA_SUCCESS);
        QCOMPARE(perSm, line["per_sm"].get<int>());
        const CUresult result = gpu.launchCooperative(line["grid"].get<unsigned>());
        QCOMPARE(
            result, line["launch"] == "cudaSuccess" ? CUDA_SUCCESS
                                                    : CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE);
        ++compared;
    }
    QCOMPARE(compared, 6);
}

void TestSimulatedDriver::destruction() {
    const auto recorded = behaviours();
    const auto expected = [&](const char* what) {
        return recorded.at(what)["err"].get<std::string>();
    };
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 2, 32);
    auto* const first = gpu.createContext({split.groups[0]});
    auto* const stream = gpu.createStream(first);
    QCOMPARE(gpu.launchFma(stream, 256, 4096), CUDA_SUCCESS);
    QCOMPARE(nameOf(gpu->cuGreenCtxDestroy(first)), expected("destroy with live stream"));
    QCOMPARE(nameOf(gpu->cuStreamQuery(stream)), expected("query stream after destroy"));
    QCOMPARE(gpu->cuStreamSynchronize(stream), CUDA_ERROR_CONTEXT_IS_DESTROYED);

    auto* const second = gpu.createContext({split.groups[1]});
    auto* const context = gpu.contextOf(second);
    QCOMPARE(gpu->cuCtxSetCurrent(context), CUDA_SUCCESS);
    QCOMPARE(nameOf(gpu->cuGreenCtxDestroy(second)), expected("destroy while current"));
    CUcontext current = nullptr;
    QCOMPARE(nameOf(gpu->cuCtxGetCurrent(&current)), expected("current after"));
    QCOMPARE(current, context);
    CUdeviceptr pointer = 0;
    QCOMPARE(nameOf(gpu->cuMemAlloc(&pointer, 1024)), expected("alloc after destroy current"));
    QCOMPARE(gpu->cuCtxSetCurrent(gpu.primary()), CUDA_SUCCESS);
    QCOMPARE(nameOf(gpu->cuMemAlloc(&pointer, 1024)), expected("alloc in primary"));
    QCOMPARE(gpu->cuGreenCtxDestroy(second), CUDA_ERROR_INVALID_HANDLE);
}

namespace {

struct Replay {
    int lines = 0;
    int matches = 0;
    std::string firstDifference;

    void add(const Json& line, bool matches_) {
        ++lines;
        matches += matches_ ? 1 : 0;
        if (!matches_ && firstDifference.empty())
            firstDifference = line.dump();
    }
};

/// Whether a real split answers as recorded: result, groups' counts, remainder and its type.
bool splitsAs(SimulatedGpu& gpu, const Json& line, unsigned capacity) {
    const CUdevResource input = gpu.deviceResource();
    std::vector<CUdevResource> groups(capacity + 1);
    CUdevResource remainder{};
    unsigned count = capacity;
    const CUresult result = gpu->cuDevSmResourceSplitByCount(
        groups.data(), &count, &input, &remainder, line["flags"].get<unsigned>(),
        line["min_count"].get<unsigned>());
    std::vector<unsigned> counts;
    for (unsigned i = 0; result == CUDA_SUCCESS && i < count; ++i)
        counts.push_back(groups[i].sm.smCount);
    return nameOf(result) == line["error"].get<std::string>() &&
           counts == line["groups"].get<std::vector<unsigned>>() &&
           remainder.sm.smCount == line["remainder"].get<unsigned>() &&
           static_cast<int>(remainder.type) == line["remainder_type"].get<int>();
}

bool dryRunsAs(SimulatedGpu& gpu, const Json& line) {
    const CUdevResource input = gpu.deviceResource();
    unsigned count = 0;
    const CUresult result = gpu->cuDevSmResourceSplitByCount(
        nullptr, &count, &input, nullptr, line["flags"].get<unsigned>(),
        line["min_count"].get<unsigned>());
    return nameOf(result) == line["dry_run_error"].get<std::string>() &&
           (result != CUDA_SUCCESS || count == line["dry_run_groups"].get<unsigned>());
}

} // namespace

void TestSimulatedDriver::splits() {
    SimulatedGpu gpu;
    Replay replay;
    for (const Json& line : recording("splits.jsonl"))
        replay.add(line, splitsAs(gpu, line, 132) && dryRunsAs(gpu, line));
    qInfo("splits.jsonl: %d lines, %d as recorded", replay.lines, replay.matches);
    QCOMPARE(replay.lines, 540);
    QVERIFY2(replay.matches == replay.lines, replay.firstDifference.c_str());
}

void TestSimulatedDriver::splitsByGroupCount() {
    SimulatedGpu gpu;
    Replay replay;
    for (const Json& line : recording("splits-by-group-count.jsonl"))
        replay.add(line, splitsAs(gpu, line, line["groups_asked"].get<unsigned>()));
    qInfo("splits-by-group-count.jsonl: %d lines, %d as recorded", replay.lines, replay.matches);
    QCOMPARE(replay.lines, 429);
    QVERIFY2(replay.matches == replay.lines, replay.firstDifference.c_str());
}

/// The SM ids of every partition.
void TestSimulatedDriver::placements() {
    SimulatedGpu gpu;
    Replay replay;
    for (const Json& line : recording("placements.jsonl")) {
        const auto split = gpu.split(
            gpu.deviceResource(), line["groups"].get<unsigned>(), line["min_count"].get<unsigned>(),
            line["flags"].get<unsigned>());
        bool same = true;
        std::size_t next = 0;
        for (const Json& partition : line["partitions"]) {
            const bool remainder = partition["is_remainder"].get<bool>();
            const CUdevResource& resource = remainder ? split.remainder : split.groups.at(next++);
            same = same && gpu->smIdsOf(resource) == partition["smids"].get<std::vector<int>>();
        }
        replay.add(line, same);
    }
    QCOMPARE(replay.lines, 79);
    QVERIFY2(replay.matches == replay.lines, replay.firstDifference.c_str());
}

/// The largest cluster and the number of active ones in the context of every partition.
void TestSimulatedDriver::clusterOccupancy() {
    Replay replay;
    for (const Json& line : recording("cluster-occupancy.jsonl")) {
        SimulatedGpu gpu;
        const auto split = gpu.split(
            gpu.deviceResource(), line["groups_asked"].get<unsigned>(),
            line["min_count"].get<unsigned>(), line["flags"].get<unsigned>());
        std::vector<CUdevResource> parts = split.groups;
        if (split.remainder.type == CU_DEV_RESOURCE_TYPE_SM)
            parts.push_back(split.remainder);
        bool same = parts.size() == line["partitions"].size();
        for (std::size_t i = 0; same && i < parts.size(); ++i) {
            const Json& partition = line["partitions"][i];
            auto* const stream = gpu.createStream(gpu.createContext({parts[i]}));
            same =
                gpu.largestCluster(stream) == partition["max_potential_cluster_size"].get<int>() &&
                gpu.activeClusters(stream, 8) ==
                    partition["max_active_clusters_of_8_blocks_of_256"].get<int>();
        }
        replay.add(line, same);
    }
    QCOMPARE(replay.lines, 15);
    QVERIFY2(replay.matches == replay.lines, replay.firstDifference.c_str());
}

void TestSimulatedDriver::nothingBeforeInit() {
    SimulatedDriver driver(DeviceProfile::load("h200"), 0);
    int value = 0;
    QCOMPARE(driver.cuDriverGetVersion(&value), CUDA_SUCCESS);
    QCOMPARE(driver.cuDeviceGetCount(&value), CUDA_ERROR_NOT_INITIALIZED);
    QCOMPARE(driver.cuStreamSynchronize(nullptr), CUDA_ERROR_NOT_INITIALIZED);
    QCOMPARE(driver.cuInit(1), CUDA_ERROR_INVALID_VALUE);
    QCOMPARE(driver.cuInit(0), CUDA_SUCCESS);
    QCOMPARE(driver.cuDeviceGetCount(&value), CUDA_SUCCESS);
    QCOMPARE(value, 1);
    QCOMPARE(driver.cuStreamSynchronize(nullptr), CUDA_ERROR_INVALID_CONTEXT);
}

void TestSimulatedDriver::olderDrivers() {
    SimulationOptions options;
    options.driverVersion = 12040;
    SimulatedGpu gpu(options);
    QVERIFY(gpu->has(DriverFunction::cuGreenCtxCreate));
    QVERIFY(!gpu->has(DriverFunction::cuGreenCtxStreamCreate));
    QVERIFY(!gpu->has(DriverFunction::cuDevSmResourceSplit));
    const CUdevResource all = gpu.deviceResource();
    QCOMPARE(all.sm.smCount, 132U);
    QCOMPARE(all.sm.minSmPartitionSize, 0U);
    QCOMPARE(all.sm.smCoscheduledAlignment, 0U);
    auto* const context = gpu.createContext(gpu.split(all, 1, 32).groups);
    CUstream stream = nullptr;
    QCOMPARE(
        gpu->cuGreenCtxStreamCreate(&stream, context, CU_STREAM_NON_BLOCKING, 0),
        CUDA_ERROR_NOT_SUPPORTED);
    // What an application does there instead.
    QCOMPARE(gpu->cuCtxSetCurrent(gpu.contextOf(context)), CUDA_SUCCESS);
    QCOMPARE(gpu->cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, 0), CUDA_SUCCESS);
    QCOMPARE(gpu.observedSmIds(stream).size(), std::size_t{32});

    options.driverVersion = 12030;
    SimulatedGpu older(options);
    CUdevResource resource{};
    QCOMPARE(
        older->cuDeviceGetDevResource(0, &resource, CU_DEV_RESOURCE_TYPE_SM),
        CUDA_ERROR_NOT_SUPPORTED);
}

void TestSimulatedDriver::newerDrivers_structuredSplit() {
    SimulationOptions options;
    options.driverVersion = 13010;
    SimulatedGpu gpu(options);
    const CUdevResource all = gpu.deviceResource();
    using Parameters = CU_DEV_SM_RESOURCE_GROUP_PARAMS;
    std::vector<CUdevResource> groups(3);
    CUdevResource rest{};
    const auto split = [&](std::vector<Parameters>& parameters, bool dryRun) {
        return gpu->cuDevSmResourceSplit(
            dryRun ? nullptr : groups.data(), static_cast<unsigned>(parameters.size()), &all, &rest,
            0, parameters.data());
    };
    std::vector<Parameters> unequal(3);
    unequal[0].smCount = 64;
    unequal[1].smCount = 32;
    unequal[2].smCount = 16;
    QCOMPARE(split(unequal, false), CUDA_SUCCESS);
    QCOMPARE(groups[0].sm.smCount, 64U);
    QCOMPARE(groups[1].sm.smCount, 32U);
    QCOMPARE(groups[2].sm.smCount, 16U);
    QCOMPARE(rest.sm.smCount, 20U);

    std::vector<Parameters> odd(1);
    odd[0].smCount = 20; // checked, not rounded
    QCOMPARE(split(odd, true), CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    odd[0].flags = CU_DEV_SM_RESOURCE_GROUP_BACKFILL;
    QCOMPARE(split(odd, false), CUDA_SUCCESS);
    QCOMPARE(groups[0].sm.smCount, 20U);

    std::vector<Parameters> discovery(2);
    discovery[0].smCount = 64;
    QCOMPARE(split(discovery, true), CUDA_SUCCESS);
    QCOMPARE(discovery[1].smCount, 56U); // of the 68 left, seven times 8 within a GPC
    QCOMPARE(split(discovery, false), CUDA_SUCCESS);
    QCOMPARE(rest.sm.smCount, 12U);

    // Fifteen units of 8 lie within a GPC, and with backfill there is room for 16 groups.
    std::vector<Parameters> eights(16);
    groups.resize(16);
    for (Parameters& group : eights)
        group.smCount = 8;
    QCOMPARE(split(eights, false), CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    eights[15] = {0, 2, 0, CU_DEV_SM_RESOURCE_GROUP_BACKFILL, 0, {}};
    QCOMPARE(split(eights, false), CUDA_SUCCESS);
    QCOMPARE(groups[15].sm.smCount, 12U);
    QCOMPARE(rest.type, CU_DEV_RESOURCE_TYPE_INVALID);
    // A group after the last SM: found out by a dry run, refused otherwise.
    eights.push_back({});
    eights[15].smCount = 12;
    groups.resize(17);
    QCOMPARE(split(eights, true), CUDA_SUCCESS);
    QCOMPARE(eights[16].smCount, 0U);
    QCOMPARE(split(eights, false), CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);

    std::vector<Parameters> local(1);
    local[0] = {16, 0, 0, CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID, 0, {}};
    QCOMPARE(split(local, true), CUDA_ERROR_INVALID_VALUE); // since 13.4
}

void TestSimulatedDriver::newerDrivers_locality() {
    SimulationOptions options;
    options.driverVersion = 13040;
    SimulatedGpu gpu(options);
    const CUdevResource all = gpu.deviceResource();
    QCOMPARE(all.sm.flags, 0U);
    CU_DEV_SM_RESOURCE_GROUP_PARAMS group{16, 0, 0, CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID,
                                          0,  {}};
    CUdevResource made{};
    QCOMPARE(gpu->cuDevSmResourceSplit(&made, 1, &all, nullptr, 0, &group), CUDA_SUCCESS);
    QCOMPARE(made.sm.flags, CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID);
    const CUdevResource owned = gpu.resourceOf(gpu.createContext({made}));
    QCOMPARE(owned.sm.flags, CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID);
    QCOMPARE(owned.sm.localityDomainId, 0U);
    QCOMPARE(owned.sm.smCount, 16U);
    group.localityDomainId = 1;
    QCOMPARE(
        gpu->cuDevSmResourceSplit(&made, 1, &all, nullptr, 0, &group),
        CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
}

void TestSimulatedDriver::newerDrivers_workqueues() {
    SimulationOptions options;
    options.driverVersion = 13010;
    SimulatedGpu gpu(options);
    CUdevResource queue{};
    QCOMPARE(
        gpu->cuDeviceGetDevResource(0, &queue, CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG),
        CUDA_SUCCESS);
    QCOMPARE(queue.wqConfig.wqConcurrencyLimit, 8U);
    QCOMPARE(queue.wqConfig.sharingScope, CU_WORKQUEUE_SCOPE_DEVICE_CTX);
    queue.wqConfig.wqConcurrencyLimit = 4;
    queue.wqConfig.sharingScope = CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED;
    auto* const context =
        gpu.createContext({gpu.split(gpu.deviceResource(), 1, 32).groups[0], queue});
    auto* const stream = gpu.createStream(context);
    CUdevResource found{};
    for (const auto type : {CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG, CU_DEV_RESOURCE_TYPE_WORKQUEUE})
        QCOMPARE(
            gpu->cuStreamGetDevResource(stream, &found, type), CUDA_ERROR_INVALID_RESOURCE_TYPE);
    QCOMPARE(
        gpu->cuGreenCtxGetDevResource(context, &found, CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG),
        CUDA_SUCCESS);
    QCOMPARE(found.wqConfig.wqConcurrencyLimit, 4U);
    QCOMPARE(found.wqConfig.sharingScope, CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED);
    QCOMPARE(gpu->cuStreamGetDevResource(stream, &found, CU_DEV_RESOURCE_TYPE_SM), CUDA_SUCCESS);
    QCOMPARE(found.sm.smCount, 32U);

    queue.wqConfig.wqConcurrencyLimit = 0;
    CUdevResourceDesc descriptor = nullptr;
    QCOMPARE(
        gpu->cuDevResourceGenerateDesc(&descriptor, &queue, 1),
        CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
}

void TestSimulatedDriver::handlesNeverMade() {
    SimulatedGpu gpu;
    // Not even an address that may be read: a handle is looked up, never followed.
    const auto wild = [](auto handle) {
        return reinterpret_cast<decltype(handle)>(std::uintptr_t{0x10});
    };
    CUdevResource resource{};
    CUcontext context = nullptr;
    CUgreenCtx green = nullptr;
    CUstream stream = nullptr;
    CUkernel kernel = nullptr;
    float milliseconds = 0;
    int value = 0;
    QCOMPARE(gpu->cuCtxSetCurrent(wild(CUcontext{})), CUDA_ERROR_INVALID_CONTEXT);
    QCOMPARE(gpu->cuCtxPushCurrent(nullptr), CUDA_ERROR_INVALID_CONTEXT);
    QCOMPARE(
        gpu->cuCtxGetDevResource(wild(CUcontext{}), &resource, CU_DEV_RESOURCE_TYPE_SM),
        CUDA_ERROR_INVALID_CONTEXT);
    QCOMPARE(gpu->cuGreenCtxDestroy(wild(CUgreenCtx{})), CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(gpu->cuCtxFromGreenCtx(&context, nullptr), CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(
        gpu->cuGreenCtxCreate(&green, wild(CUdevResourceDesc{}), 0, 1), CUDA_ERROR_INVALID_VALUE);
    QCOMPARE(
        gpu->cuGreenCtxStreamCreate(&stream, wild(CUgreenCtx{}), 1, 0), CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(gpu->cuStreamSynchronize(wild(CUstream{})), CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(gpu->cuStreamDestroy(nullptr), CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(gpu->cuEventRecord(wild(CUevent{}), nullptr), CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(gpu->cuEventSynchronize(nullptr), CUDA_ERROR_INVALID_HANDLE);
    auto* const event = gpu.createEvent();
    QCOMPARE(gpu->cuEventElapsedTime(&milliseconds, event, event), CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(gpu->cuEventDestroy(event), CUDA_SUCCESS);
    QCOMPARE(gpu->cuEventDestroy(event), CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(gpu->cuMemFree(0x1000), CUDA_ERROR_INVALID_VALUE);
    QCOMPARE(gpu->cuMemFreeHost(&value), CUDA_ERROR_INVALID_VALUE);
    QCOMPARE(gpu->cuMemcpyHtoDAsync(0x1000, &value, 4, nullptr), CUDA_ERROR_INVALID_VALUE);
    QCOMPARE(
        gpu->cuLibraryGetKernel(&kernel, wild(CUlibrary{}), "parterre_fma"),
        CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(
        gpu->cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, wild(CUfunction{}), 256, 0),
        CUDA_ERROR_INVALID_HANDLE);
    QCOMPARE(gpu->cuDeviceGet(&value, 1), CUDA_ERROR_INVALID_DEVICE);
    QCOMPARE(
        gpu->cuDeviceGetDevResource(-1, &resource, CU_DEV_RESOURCE_TYPE_SM),
        CUDA_ERROR_INVALID_DEVICE);
}

void TestSimulatedDriver::resourcesBuiltByHand() {
    SimulatedGpu gpu;
    SimulatedGpu other;
    unsigned count = 0;
    const auto split = [&](const CUdevResource& input) {
        return gpu->cuDevSmResourceSplitByCount(nullptr, &count, &input, nullptr, 0, 8);
    };
    QCOMPARE(
        split(builtByHand(CU_DEV_RESOURCE_TYPE_SM, 132)),
        CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    QCOMPARE(
        split(builtByHand(CU_DEV_RESOURCE_TYPE_INVALID, 132)), CUDA_ERROR_INVALID_RESOURCE_TYPE);
    QCOMPARE(split(other.deviceResource()), CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    CUdevResource altered = gpu.deviceResource();
    altered.sm.smCount = 200;
    QCOMPARE(split(altered), CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION);
    QVERIFY(!gpu->smIdsOf(altered));
    const CUdevResource copy = gpu.deviceResource();
    QCOMPARE(split(copy), CUDA_SUCCESS);
}

void TestSimulatedDriver::currentContextIsPerThread() {
    SimulatedGpu gpu;
    CUcontext there = gpu.primary();
    CUresult popped = CUDA_SUCCESS;
    std::thread([&] {
        gpu->cuCtxGetCurrent(&there);
        popped = gpu->cuCtxPopCurrent(nullptr);
    }).join();
    QCOMPARE(there, nullptr);
    QCOMPARE(popped, CUDA_ERROR_INVALID_CONTEXT);
    auto* const context = gpu.createContext(gpu.split(gpu.deviceResource(), 1, 8).groups);
    QCOMPARE(gpu->cuCtxPushCurrent(gpu.contextOf(context)), CUDA_SUCCESS);
    CUcontext top = nullptr;
    QCOMPARE(gpu->cuCtxPopCurrent(&top), CUDA_SUCCESS);
    QCOMPARE(top, gpu.contextOf(context));
    QCOMPARE(gpu->cuCtxGetCurrent(&top), CUDA_SUCCESS);
    QCOMPARE(top, gpu.primary());
}

void TestSimulatedDriver::contextsTakeMemory() {
    SimulatedGpu gpu;
    const auto freeBytes = [&] {
        std::size_t left = 0;
        std::size_t total = 0;
        SimulatedGpu::require(gpu->cuMemGetInfo(&left, &total), "cuMemGetInfo");
        return left;
    };
    double perContext = 0;
    for (const Json& line : recording("performance.jsonl"))
        if (line["k"] == "many")
            perContext = line["mem_per_ctx_kib"].get<double>() * 1024;
    const std::size_t before = freeBytes();
    auto* const context = gpu.createContext(gpu.split(gpu.deviceResource(), 1, 8).groups);
    const auto taken = static_cast<double>(before - freeBytes());
    QVERIFY(std::abs(taken - perContext) < 1024);
    QCOMPARE(gpu->cuGreenCtxDestroy(context), CUDA_SUCCESS);
    QCOMPARE(freeBytes(), before);
}

void TestSimulatedDriver::placementOracle() {
    SimulatedGpu gpu;
    const auto split = gpu.split(gpu.deviceResource(), 2, 32);
    auto* const context = gpu.createContext({split.groups[1]});
    const PlacementOracle& oracle = gpu.driver();
    QCOMPARE(oracle.smIdsOf(split.groups[1]), gpu.observedSmIds(gpu.createStream(context)));
    QCOMPARE(
        oracle.provenanceOf(0).value().sentence("NVIDIA H200"),
        std::string("Recorded on an NVIDIA H200, driver 13.0, 2026-12-01"));
    QCOMPARE(oracle.hardwareConnections(), 8);
    std::size_t sms = 0;
    for (const auto& gpc : oracle.gpcsOf(0))
        for (const auto& tpc : gpc)
            sms += tpc.size();
    QCOMPARE(sms, std::size_t{132});
    QVERIFY(oracle.gpcsOf(1).empty());
}

QTEST_GUILESS_MAIN(TestSimulatedDriver)
#include "tst_simulated_driver.moc"
