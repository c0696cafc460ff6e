// SPDX-License-Identifier: Apache-2.0
#include "core/probe/topology_probe.h"

#include "core/cuda/buffer.h"
#include "core/probe/placement_probe.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>

namespace parterre {
namespace {

using Tpc = std::vector<int>;

/// Which SMs were seen to belong together: a disjoint-set forest over SM ids.
class Companions {
public:
    /// Whether that was news.
    bool join(int a, int b) {
        const int rootA = rootOf(a), rootB = rootOf(b);
        m_parents[rootA] = rootB;
        return rootA != rootB;
    }

    int rootOf(int sm) {
        auto [at, isNew] = m_parents.try_emplace(sm, sm);
        if (isNew || at->second == sm)
            return sm;
        return at->second = rootOf(at->second);
    }

private:
    std::map<int, int> m_parents;
};

/// The SMs of the smallest groups, in the order in which the driver deals these out, and what is
/// left over.
struct Units {
    std::vector<std::vector<int>> groups;
    std::vector<int> remainder;
};

Units observeUnits(
    const Device& device, const std::shared_ptr<const Library>& library,
    const std::function<void(double)>& atEachStep) {
    const SmResource all = device.resources().sm();
    const SmSplit split = all.split(
        {.count = std::vector<int>(all.smCount(), 1),
         .strategy = Strategy::byCount,
         .ignoreCoscheduling = true});
    const auto count = static_cast<double>(split.groups.size() + 1);
    const auto observed = [&](const SmResource& part) {
        const auto context = device.createContext({part});
        return observeSmIds(*context, *context->createStream(), library);
    };
    Units units;
    for (const SmResource& group : split.groups) {
        atEachStep(static_cast<double>(units.groups.size()) / count);
        units.groups.push_back(observed(group));
    }
    if (split.remainder)
        units.remainder = observed(*split.remainder);
    return units;
}

/// Launches clusters of every size that there is room for until many launches in a row have joined
/// no more SMs.
class ClusterProbe {
public:
    ClusterProbe(
        const std::shared_ptr<Context>& context, const std::shared_ptr<const Library>& library)
        : m_kernel(library->kernel("parterre_block_smid"))
        , m_stream(context->createOrdinaryStream())
        , m_sms(context->resources().sm().smCount())
        , m_seen(std::size_t{m_sms} * blocksPerSm)
        , m_smIds(context, m_seen.size() * sizeof(std::uint32_t)) {
        // As much shared memory as a block can have: one block an SM, so that a cluster spans as
        // many SMs as it has blocks.
        const int shared =
            context->device().attribute(abi::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
        m_kernel.allowDynamicSharedBytes(shared);
        m_kernel.allowNonPortableClusters();
        m_shape.grid = static_cast<unsigned>(m_seen.size());
        m_shape.block = 32;
        m_shape.sharedBytes = static_cast<unsigned>(shared);
        m_largest = m_kernel.occupancy(*m_stream, m_shape).largestCluster;
    }

    int largest() const { return m_largest; } ///< in blocks

    void joinCompanions(Companions& companions, const std::function<void(double)>& atEachStep) {
        constexpr int quietRounds = 40;
        constexpr int mostRounds = 400;
        int quiet = 0;
        for (int round = 0; round < mostRounds && quiet < quietRounds; ++round) {
            atEachStep(std::max<double>(quiet, round / 10.0) / quietRounds);
            bool isNews = false;
            for (unsigned size = 2; size <= static_cast<unsigned>(m_largest); size *= 2)
                isNews = joinOnce(companions, size) || isNews;
            quiet = isNews ? 0 : quiet + 1;
        }
    }

private:
    static constexpr unsigned blocksPerSm = 4;
    static constexpr unsigned long long spinNanoseconds = 10'000;

    bool joinOnce(Companions& companions, unsigned clusterBlocks) {
        const unsigned blocks = m_sms * blocksPerSm / clusterBlocks * clusterBlocks;
        m_shape.cluster = clusterBlocks;
        m_shape.grid = blocks;
        m_kernel.launch(*m_stream, m_shape, m_smIds.address(), blocks, spinNanoseconds);
        m_smIds.copyToHost(m_seen.data(), blocks * sizeof(std::uint32_t), *m_stream);
        m_stream->synchronize();
        bool isNews = false;
        for (unsigned block = 0; block < blocks; ++block)
            isNews = companions.join(
                         static_cast<int>(m_seen[block / clusterBlocks * clusterBlocks]),
                         static_cast<int>(m_seen[block])) ||
                     isNews;
        return isNews;
    }

    Kernel m_kernel;
    std::shared_ptr<Stream> m_stream;
    unsigned m_sms;
    std::vector<std::uint32_t> m_seen; ///< by block: its SM
    Buffer m_smIds;
    LaunchShape m_shape;
    int m_largest = 1;
};

/// The units as TPCs: as they are where they have two SMs or one, else in pairs. Then the driver
/// deals a TPC to every unit before it deals a second one to any: so come the first pairs of all,
/// then the second ones. What is left over was not dealt, and is last.
std::vector<Tpc> tpcsOf(const Units& units) {
    constexpr std::size_t mostSms = 2;
    std::vector<Tpc> tpcs;
    const auto addPair = [&](const std::vector<int>& sms, std::size_t first) {
        if (first < sms.size())
            tpcs.emplace_back(
                sms.begin() + static_cast<std::ptrdiff_t>(first),
                sms.begin() + static_cast<std::ptrdiff_t>(std::min(first + mostSms, sms.size())));
    };
    for (std::size_t first = 0; first < units.groups.front().size(); first += mostSms)
        for (const std::vector<int>& group : units.groups)
            addPair(group, first);
    for (std::size_t first = 0; first < units.remainder.size(); first += mostSms)
        addPair(units.remainder, first);
    return tpcs;
}

} // namespace

ObservedTopology observeTopology(
    const Device& device, const std::shared_ptr<const Library>& library,
    const std::function<void(double)>& atEachStep) {
    const auto primary = device.primaryContext();
    const bool hasClusters = device.attribute(abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) != 0;
    const double unitPart = hasClusters ? 0.5 : 1;
    const Units units =
        observeUnits(device, library, [&](double done) { atEachStep(done * unitPart); });
    const std::vector<Tpc> tpcs = tpcsOf(units);

    ObservedTopology topology;
    topology.tpcsObserved = units.groups.front().size() <= 2;
    if (!hasClusters) {
        topology.gpcs = {tpcs};
        return topology;
    }
    Companions companions;
    for (const Tpc& tpc : tpcs)
        for (const int sm : tpc)
            companions.join(tpc.front(), sm);
    ClusterProbe clusters(primary, library);
    clusters.joinCompanions(
        companions, [&](double done) { atEachStep(unitPart + done * (1 - unitPart)); });
    topology.gpcsObserved = true;
    topology.maxClusterBlocks = clusters.largest();
    std::vector<int> roots; // of the GPCs, in the order in which their first TPCs were dealt
    for (const Tpc& tpc : tpcs) {
        const int root = companions.rootOf(tpc.front());
        const auto at = std::find(roots.begin(), roots.end(), root);
        const auto index = static_cast<std::size_t>(at - roots.begin());
        if (at == roots.end()) {
            roots.push_back(root);
            topology.gpcs.emplace_back();
        }
        topology.gpcs[index].push_back(tpc);
    }
    return topology;
}

} // namespace parterre
