// SPDX-License-Identifier: Apache-2.0
// The split model beside every recorded split of the H200, and what holds of it on any GPU.
#include "core/simulator/device_profile.h"
#include "core/simulator/split_model.h"
#include "tests/core/simulator/simulated_gpu.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <string>

using namespace parterre;
using parterre::test::recording;

namespace {

constexpr unsigned unlimited = 1024;

SplitModel h200() {
    return SplitModel(SmTopology::ofIds(DeviceProfile::load("h200").gpcs));
}

/// Counts lines, and keeps the first that differs for the message.
struct Replay {
    int lines = 0;
    int matches = 0;
    std::string firstDifference = "none";

    void add(const Json& line, bool same) {
        ++lines;
        matches += same ? 1 : 0;
        if (!same && firstDifference == "none")
            firstDifference = line.dump();
    }

    /// Prints the count; false unless there were so many lines and all matched.
    bool complete(const char* file, int expectedLines) const {
        qInfo("%s: %d lines, %d exactly as recorded", file, lines, matches);
        return lines == expectedLines && matches == lines;
    }
};

std::string cudaNameOf(SplitError error) {
    switch (error) {
    case SplitError::none:
        return "CUDA_SUCCESS";
    case SplitError::invalidValue:
        return "CUDA_ERROR_INVALID_VALUE";
    case SplitError::invalidResourceConfiguration:
        return "CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION";
    }
    return {};
}

std::vector<std::size_t> sizesOf(const std::vector<SmAllotment>& groups) {
    std::vector<std::size_t> sizes;
    sizes.reserve(groups.size());
    for (const SmAllotment& group : groups)
        sizes.push_back(group.smIds.size());
    return sizes;
}

bool splitsAs(const SplitModel& model, const Json& line, unsigned capacity) {
    SplitByCountResult result;
    const SplitError error = model.splitByCount(
        model.deviceInput(), capacity, line["min_count"].get<unsigned>(),
        line["flags"].get<unsigned>(), false, result);
    const int remainderType = result.remainder.smIds.empty() ? 0 : 1;
    return cudaNameOf(error) == line["error"].get<std::string>() &&
           sizesOf(result.groups) == line["groups"].get<std::vector<std::size_t>>() &&
           result.remainder.smIds.size() == line["remainder"].get<std::size_t>() &&
           remainderType == line["remainder_type"].get<int>();
}

/// The groups and, where there is one, the remainder, as resources.
std::vector<SmAllotment> splitParts(
    const SplitModel& model, const SplitInput& input, unsigned capacity, unsigned minCount,
    unsigned flags = 0) {
    SplitByCountResult result;
    model.splitByCount(input, capacity, minCount, flags, false, result);
    std::vector<SmAllotment> parts = result.groups;
    if (!result.remainder.smIds.empty())
        parts.push_back(result.remainder);
    return parts;
}

/// A line of combined-resources.jsonl or nested-splits.jsonl: a context of these resources.
bool reportsAs(const SplitModel& model, const std::vector<SmAllotment>& joined, const Json& line) {
    const SplitGranularity recorded{line["min"].get<unsigned>(), line["align"].get<unsigned>()};
    return model.reportedSmCount(joined) == line["sm"].get<unsigned>() &&
           model.granularityOf(joined) == recorded &&
           model.largestClusterSize(joined) == line["maxcluster"].get<unsigned>() &&
           SplitModel::ownedSms(joined) == line["smids"].get<SmSet>();
}

/// GPUs of other shapes than the recorded one.
SplitModel anyModel(std::mt19937& random) {
    const auto between = [&](unsigned least, unsigned most) {
        return std::uniform_int_distribution<unsigned>(least, most)(random);
    };
    std::vector<unsigned> tpcsPerGpc(between(1, 8));
    for (unsigned& tpcs : tpcsPerGpc)
        tpcs = between(1, 9);
    const std::vector<SplitRules> rules{
        {}, {{4, 2}, {4, 2}, 1}, {{2, 2}, {2, 2}, 1}, {{16, 8}, {2, 2}, 16}};
    return SplitModel(
        SmTopology::rowMajor(tpcsPerGpc, between(0, 4)),
        rules[between(0, unsigned(rules.size() - 1))]);
}

/// Some of the GPU's TPCs, at least one.
SmSet anyInput(const SmTopology& topology, std::mt19937& random) {
    // All of it now and then, as most splits take.
    std::bernoulli_distribution takes(std::bernoulli_distribution(0.1)(random) ? 1 : 0.7);
    SmSet input;
    for (const Gpc& gpc : topology.gpcs())
        for (const Tpc& tpc : gpc.tpcs)
            if (takes(random))
                input.insert(input.end(), tpc.smIds.begin(), tpc.smIds.end());
    if (input.empty())
        input = topology.gpcs().front().tpcs.front().smIds;
    std::sort(input.begin(), input.end());
    return input;
}

} // namespace

class TestSplitModel : public QObject {
    Q_OBJECT

private slots:
    void recordedCounts();
    void recordedCountsByGroupCount();
    void recordedPlacements();
    void recordedCombinedResources();
    void recordedNestedSplits();
    void recordedClusterGroups();
    void recordedClusterOccupancy();
    void recordedBehaviours();

    void propertiesOfEverySplit();
    void dryRunCountsWhatARealSplitGrants();
    void olderArchitectures();
    void refusedInput();
    void topology();
    void refusedTopologies();
    void refusedRules();
};

void TestSplitModel::recordedCounts() {
    const SplitModel model = h200();
    Replay replay;
    for (const Json& line : recording("splits.jsonl")) {
        SplitByCountResult dry;
        const SplitError error = model.splitByCount(
            model.deviceInput(), 0, line["min_count"].get<unsigned>(),
            line["flags"].get<unsigned>(), true, dry);
        const bool sameDryRun = cudaNameOf(error) == line["dry_run_error"].get<std::string>() &&
                                dry.groups.size() == line["dry_run_groups"].get<std::size_t>();
        replay.add(line, sameDryRun && splitsAs(model, line, unlimited));
    }
    QVERIFY2(replay.complete("splits.jsonl", 540), replay.firstDifference.c_str());
}

void TestSplitModel::recordedCountsByGroupCount() {
    const SplitModel model = h200();
    Replay replay;
    for (const Json& line : recording("splits-by-group-count.jsonl"))
        replay.add(line, splitsAs(model, line, line["groups_asked"].get<unsigned>()));
    QVERIFY2(replay.complete("splits-by-group-count.jsonl", 429), replay.firstDifference.c_str());
}

void TestSplitModel::recordedPlacements() {
    const SplitModel model = h200();
    Replay replay;
    int partitions = 0;
    for (const Json& line : recording("placements.jsonl")) {
        const auto parts = splitParts(
            model, model.deviceInput(), unlimited, line["min_count"].get<unsigned>(),
            line["flags"].get<unsigned>());
        bool same = parts.size() == line["partitions"].size();
        for (std::size_t i = 0; same && i < parts.size(); ++i) {
            const Json& partition = line["partitions"][i];
            const SplitGranularity recorded{
                partition["min_partition_size"].get<unsigned>(),
                partition["coscheduled_alignment"].get<unsigned>()};
            const bool remainder = parts[i].origin == SmOrigin::remainder;
            same = parts[i].smIds == partition["smids"].get<SmSet>() &&
                   remainder == partition["is_remainder"].get<bool>() &&
                   model.granularityOf({parts[i]}) == recorded;
            ++partitions;
        }
        replay.add(line, same);
    }
    qInfo("placements.jsonl: %d partitions compared", partitions);
    QVERIFY2(replay.complete("placements.jsonl", 79), replay.firstDifference.c_str());
}

void TestSplitModel::recordedCombinedResources() {
    const SplitModel model = h200();
    const SmAllotment device = model.device();
    const SplitInput all = model.deviceInput();
    const auto tpcs = splitParts(model, all, unlimited, 2, SplitModel::ignoreCoscheduling);
    const auto eights = splitParts(model, all, unlimited, 8);
    const SmAllotment& remainder = eights.back();
    const SmAllotment sixteen = splitParts(model, all, 1, 16).front();
    const SmAllotment thirtyTwo = splitParts(model, all, 1, 32).front();
    const auto every = [&](std::size_t first, std::size_t step) {
        std::vector<SmAllotment> chosen;
        for (std::size_t i = first; i < tpcs.size(); i += step)
            chosen.push_back(tpcs[i]);
        return chosen;
    };
    const std::map<std::string, std::vector<SmAllotment>> combinations{
        {"tpc0", {tpcs[0]}},
        {"tpc 0,5,9", {tpcs[0], tpcs[5], tpcs[9]}},
        {"tpc 65,0", {tpcs[65], tpcs[0]}},
        {"tpc dup 0,0", {tpcs[0], tpcs[0]}},
        {"odd tpcs", every(1, 2)},
        {"even tpcs", every(0, 2)},
        {"all tpcs", every(0, 1)},
        {"8-units 0,1,2", {eights[0], eights[1], eights[2]}},
        {"8-units 0,8", {eights[0], eights[8]}},
        {"8-units 3,14,rem", {eights[3], eights[14], remainder}},
        {"rem12", {remainder}},
        {"16+32 of two splits", {sixteen, thirtyTwo}},
        {"dup 16", {sixteen, sixteen}},
        {"32+16 of two splits", {thirtyTwo, sixteen}},
        {"device+16", {device, sixteen}},
        {"device", {device}}};
    Replay replay;
    for (const Json& line : recording("combined-resources.jsonl"))
        replay.add(line, reportsAs(model, combinations.at(line["what"]), line));
    QVERIFY2(replay.complete("combined-resources.jsonl", 16), replay.firstDifference.c_str());
}

/// Each remainder is split again through a context made of it.
void TestSplitModel::recordedNestedSplits() {
    const SplitModel model = h200();
    SplitInput input = model.deviceInput();
    SplitByCountResult result;
    Replay replay;
    for (const Json& line : recording("nested-splits.jsonl")) {
        if (line["k"] == "chain") {
            const SplitError error =
                model.splitByCount(input, 1, line["want"].get<unsigned>(), 0, false, result);
            replay.add(
                line, cudaNameOf(error) == line["err"].get<std::string>() &&
                          result.groups.size() == 1 &&
                          result.groups.front().smIds.size() == line["got"].get<std::size_t>() &&
                          result.remainder.smIds.size() == line["rem"].get<std::size_t>());
            input = model.inputOf({result.remainder});
            continue;
        }
        const SmAllotment part =
            line["what"] == "chain part" ? result.groups.front() : result.remainder;
        replay.add(line, reportsAs(model, {part}, line));
    }
    QVERIFY2(replay.complete("nested-splits.jsonl", 15), replay.firstDifference.c_str());
}

/// SMs that ran one cluster together are of one GPC.
void TestSplitModel::recordedClusterGroups() {
    const SmTopology topology = h200().topology();
    Replay replay;
    for (const Json& line : recording("cluster-groups.jsonl")) {
        bool same = true;
        for (const Json& group : line["groups"]) {
            const auto smIds = group.get<SmSet>();
            same = same && std::all_of(smIds.begin(), smIds.end(), [&](int smId) {
                       return topology.gpcOf(smId) == topology.gpcOf(smIds.front());
                   });
            same =
                same && (line["cluster_size"] != 2 || topology.tpcOf(smIds.front()).smIds == smIds);
        }
        replay.add(line, same);
    }
    QVERIFY2(replay.complete("cluster-groups.jsonl", 4), replay.firstDifference.c_str());
}

void TestSplitModel::recordedClusterOccupancy() {
    const SplitModel model = h200();
    constexpr unsigned blocksPerSm = 2048 / 256;
    Replay replay;
    for (const Json& line : recording("cluster-occupancy.jsonl")) {
        const auto parts = splitParts(
            model, model.deviceInput(), line["groups_asked"].get<unsigned>(),
            line["min_count"].get<unsigned>(), line["flags"].get<unsigned>());
        bool same = parts.size() == line["partitions"].size();
        for (std::size_t i = 0; same && i < parts.size(); ++i) {
            const Json& partition = line["partitions"][i];
            const SplitGranularity recorded{
                partition["min_partition_size"].get<unsigned>(),
                partition["coscheduled_alignment"].get<unsigned>()};
            same = model.reportedSmCount({parts[i]}) ==
                       partition["sm_count_from_context"].get<unsigned>() &&
                   model.granularityOf({parts[i]}) == recorded &&
                   model.largestClusterSize({parts[i]}) ==
                       partition["max_potential_cluster_size"].get<unsigned>() &&
                   model.maxActiveClusters({parts[i]}, 8, blocksPerSm) ==
                       partition["max_active_clusters_of_8_blocks_of_256"].get<unsigned>();
        }
        replay.add(line, same);
    }
    QVERIFY2(replay.complete("cluster-occupancy.jsonl", 15), replay.firstDifference.c_str());
}

void TestSplitModel::recordedBehaviours() {
    const SplitModel model = h200();
    bool compared = false;
    for (const Json& line : recording("behaviours.jsonl")) {
        if (line["k"] != "nested")
            continue;
        const SmAllotment input = splitParts(model, model.deviceInput(), 1, 32).front();
        QCOMPARE(input.smIds, line["parent"].get<SmSet>());
        QCOMPARE(
            splitParts(model, model.inputOf({input}), unlimited, 8).front().smIds,
            line["child"].get<SmSet>());
        compared = true;
    }
    QVERIFY(compared);
}

void TestSplitModel::propertiesOfEverySplit() {
    std::mt19937 random(20261201);
    for (int round = 0; round < 3000; ++round) {
        const SplitModel model = anyModel(random);
        const SmSet smIds = anyInput(model.topology(), random);
        const SplitInput input = smIds == model.topology().allSms()
                                     ? model.deviceInput()
                                     : model.inputOf({model.remainderOf(smIds)});
        const unsigned capacity = std::uniform_int_distribution<unsigned>(0, 20)(random);
        const unsigned minCount = std::uniform_int_distribution<unsigned>(
            0, static_cast<unsigned>(smIds.size()) + 2)(random);
        const unsigned flags = std::uniform_int_distribution<unsigned>(0, 4)(random);
        SplitByCountResult result;
        const SplitError error =
            model.splitByCount(input, capacity, minCount, flags, false, result);
        if (flags == 3 || capacity == 0) {
            QCOMPARE(error, SplitError::invalidValue);
        } else if (minCount > smIds.size()) {
            QCOMPARE(error, SplitError::invalidResourceConfiguration);
        }
        if (error != SplitError::none) {
            QCOMPARE(result, SplitByCountResult{});
            continue;
        }

        QVERIFY(!result.groups.empty() && result.groups.size() <= capacity);
        SmSet given = result.remainder.smIds;
        for (const SmAllotment& group : result.groups) {
            QCOMPARE(group.smIds.size(), result.groups.front().smIds.size());
            QVERIFY(std::is_sorted(group.smIds.begin(), group.smIds.end()));
            if (input.sms.origin == SmOrigin::device && flags == 1)
                QVERIFY(group.smIds.size() >= minCount);
            for (const int smId : group.smIds)
                for (const int sibling : model.topology().tpcOf(smId).smIds)
                    QVERIFY(std::binary_search(group.smIds.begin(), group.smIds.end(), sibling));
            given.insert(given.end(), group.smIds.begin(), group.smIds.end());
        }
        std::sort(given.begin(), given.end());
        QCOMPARE(given, smIds); // all of it, and nothing twice

        SplitByCountResult again;
        model.splitByCount(input, capacity, minCount, flags, false, again);
        QCOMPARE(again, result);
    }
}

void TestSplitModel::dryRunCountsWhatARealSplitGrants() {
    std::mt19937 random(7);
    for (int round = 0; round < 1000; ++round) {
        const SplitModel model = anyModel(random);
        const SplitInput input =
            model.inputOf({model.remainderOf(anyInput(model.topology(), random))});
        const unsigned minCount =
            std::uniform_int_distribution<unsigned>(0, input.reportedSmCount)(random);
        for (const unsigned flags : {0U, 1U, 2U}) {
            SplitByCountResult dry;
            SplitByCountResult real;
            QCOMPARE(
                model.splitByCount(input, 0, minCount, flags, true, dry),
                model.splitByCount(input, unlimited, minCount, flags, false, real));
            QCOMPARE(dry.groups.size(), real.groups.size());
            if (real.groups.empty())
                continue;
            // A limited number of groups is that number of them, no smaller.
            const auto half =
                static_cast<unsigned>(std::max<std::size_t>(real.groups.size() / 2, 1));
            SplitByCountResult fewer;
            model.splitByCount(input, half, minCount, flags, false, fewer);
            QCOMPARE(fewer.groups.size(), std::size_t{half});
            QVERIFY(fewer.groups.front().smIds.size() >= real.groups.front().smIds.size());
        }
    }
}

/// 8.x: at least 4 SMs in steps of 2, no clusters.
void TestSplitModel::olderArchitectures() {
    const SplitModel model(SmTopology::rowMajor({8, 8, 8, 8, 8, 7, 7}, 0), {{4, 2}, {4, 2}, 1});
    const SplitInput all = model.deviceInput();
    QCOMPARE(all.sms.smIds.size(), std::size_t{108});
    QCOMPARE(splitParts(model, all, unlimited, 1).size(), std::size_t{27});
    QCOMPARE(splitParts(model, all, unlimited, 1).front().smIds.size(), std::size_t{4});
    QCOMPARE(splitParts(model, all, unlimited, 5).front().smIds.size(), std::size_t{6});
    QCOMPARE(model.largestClusterSize({all.sms}), 1U);
    QCOMPARE(model.maxActiveClusters({all.sms}, 8, 8), 0U);
    QVERIFY_EXCEPTION_THROWN(model.maxActiveClusters({all.sms}, 0, 8), std::invalid_argument);
}

void TestSplitModel::refusedInput() {
    const SplitModel model = h200();
    const auto split = [&](const SmSet& input) {
        SplitByCountResult result;
        model.splitByCount(
            {{input, SmOrigin::device, model.device().unitLengths}, 132, {8, 8}}, 1, 8, 0, false,
            result);
    };
    QVERIFY_EXCEPTION_THROWN(split({}), std::invalid_argument);
    QVERIFY_EXCEPTION_THROWN(split({0, 0, 1}), std::invalid_argument);
    QVERIFY_EXCEPTION_THROWN(split({0, 1, 2}), std::invalid_argument);
    QVERIFY_EXCEPTION_THROWN(split({0, 1, 132, 133}), std::invalid_argument);
}

/// The H200's ids follow from its counts alone.
void TestSplitModel::topology() {
    const SmTopology recorded = h200().topology();
    const SmTopology derived = SmTopology::rowMajor({4, 8, 8, 8, 8, 8, 9, 9}, 4);
    QCOMPARE(derived.smCount(), 132U);
    QCOMPARE(derived.smsPerTpc(), 2U);
    QCOMPARE(derived.allSms(), recorded.allSms());
    QCOMPARE(derived.gpcs().size(), recorded.gpcs().size());
    for (const int smId : recorded.allSms()) {
        QCOMPARE(derived.gpcOf(smId), recorded.gpcOf(smId));
        QCOMPARE(derived.tpcOf(smId).smIds, recorded.tpcOf(smId).smIds);
    }
    QVERIFY(!recorded.contains(-1));
    QVERIFY(!recorded.contains(132));
    QVERIFY_EXCEPTION_THROWN(recorded.gpcOf(132), std::out_of_range);
    QVERIFY_EXCEPTION_THROWN(recorded.tpcOf(-1), std::out_of_range);
}

void TestSplitModel::refusedTopologies() {
    const auto refusal = [](const std::vector<std::vector<SmSet>>& gpcs) -> std::string {
        try {
            SmTopology::ofIds(gpcs);
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "accepted";
    };
    const auto names = [&](const std::vector<std::vector<SmSet>>& gpcs, const char* field) {
        return refusal(gpcs).starts_with(field);
    };
    QVERIFY(names({}, "gpcs:"));
    QVERIFY(names({{{0, 1}}, {}}, "gpcs[1]:"));
    QVERIFY(names({{{0, 1}, {}}}, "gpcs[0][1]:"));
    QVERIFY(names({{{0, 1}, {2}}}, "gpcs[0][1]:"));
    QVERIFY(names({{{0, 1}, {1, 2}}}, "gpcs[0][1]:"));
    QVERIFY(names({{{-1, 0}}}, "gpcs[0][0]:"));
    QVERIFY(names({{{0, 1 << 20}}}, "gpcs[0][0]:"));
    QCOMPARE(refusal({{{0, 1}, {7, 6}}}), std::string("accepted"));
    QVERIFY_EXCEPTION_THROWN(SmTopology::rowMajor({1}, 0, 0), std::invalid_argument);
    QVERIFY_EXCEPTION_THROWN(SmTopology::rowMajor({0}, 0), std::invalid_argument);
    QVERIFY_EXCEPTION_THROWN(SmTopology::rowMajor({}, 0), std::invalid_argument);
}

void TestSplitModel::refusedRules() {
    const SmTopology topology = SmTopology::rowMajor({4}, 0);
    QVERIFY_EXCEPTION_THROWN(SplitModel(topology, {{0, 8}, {2, 2}, 16}), std::invalid_argument);
    QVERIFY_EXCEPTION_THROWN(SplitModel(topology, {{8, 3}, {2, 2}, 16}), std::invalid_argument);
    QVERIFY_EXCEPTION_THROWN(SplitModel(topology, {{8, 8}, {2, 1}, 16}), std::invalid_argument);
}

QTEST_GUILESS_MAIN(TestSplitModel)
#include "tst_split_model.moc"
