// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace parterre {

/// Distinct SM ids (`%smid`) in ascending order.
using SmSet = std::vector<int>;

/// A texture processing cluster: the SMs that are only ever granted together. Two SMs on every
/// architecture with green contexts that has been recorded.
struct Tpc {
    SmSet smIds; ///< ascending
};

/// A graphics processing cluster: the TPCs that one thread-block cluster can spread over.
///
/// The TPCs are in the order in which the driver hands them out; a TPC's index here is its *row*.
/// A TPC that can form clusters with no other (on the recorded H200: SM ids 124 to 131) is a GPC
/// of its own.
struct Gpc {
    std::vector<Tpc> tpcs; ///< by row
};

/// Which SMs share a TPC, and which TPCs a GPC: all that the split model has to know of a GPU.
///
/// A value without behaviour beyond look-ups; immutable once made.
class SmTopology {
public:
    /// Takes the GPCs in the order in which the driver serves them.
    ///
    /// SM ids need not be contiguous (a MIG slice has gaps).
    /// \throws std::invalid_argument naming the offending entry if there is no GPC, an empty GPC or
    /// TPC, a negative or repeated SM id, or TPCs of different sizes.
    explicit SmTopology(std::vector<Gpc> gpcs);

    /// The same from plain ids, as a device profile holds them: GPC → TPC → SM ids.
    static SmTopology ofIds(const std::vector<std::vector<SmSet>>& gpcs);

    /// Numbers the SMs as the recorded H200 does, for GPUs known only by their counts.
    ///
    /// Row after row: the first TPC of every GPC, then the second of every GPC that has one, and so
    /// on; the TPCs that form clusters with no other come last, each a GPC of its own.
    /// \param tpcsPerGpc number of TPCs of each GPC, each at least 1
    /// \param lonelyTpcs number of TPCs outside these GPCs
    /// \param smsPerTpc SMs in each TPC, at least 1
    /// \throws std::invalid_argument if a count is 0 where it may not be.
    static SmTopology
    rowMajor(const std::vector<unsigned>& tpcsPerGpc, unsigned lonelyTpcs, unsigned smsPerTpc = 2);

    /// In the order in which they were given.
    const std::vector<Gpc>& gpcs() const { return m_gpcs; }

    /// Number of SMs, at least 1.
    unsigned smCount() const { return static_cast<unsigned>(m_allSms.size()); }

    /// SMs in each TPC, at least 1; the same for all.
    unsigned smsPerTpc() const { return m_smsPerTpc; }

    /// Every SM id, ascending.
    const SmSet& allSms() const { return m_allSms; }

    /// Whether the GPU has an SM of that id.
    bool contains(int smId) const;

    /// Index into gpcs() of the GPC that has this SM.
    /// \throws std::out_of_range if the GPU has no SM of that id.
    unsigned gpcOf(int smId) const;

    /// The TPC that has this SM.
    /// \throws std::out_of_range if the GPU has no SM of that id.
    const Tpc& tpcOf(int smId) const;

private:
    struct Place {
        int gpc = -1;
        int row = -1;
    };

    const Place& placeOf(int smId) const;

    std::vector<Gpc> m_gpcs;
    SmSet m_allSms;
    std::vector<Place> m_places; // by SM id; gpc -1 where there is no such SM
    unsigned m_smsPerTpc = 0;
};

} // namespace parterre
