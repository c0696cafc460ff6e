// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/split_requests/split_request.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace parterre::test {

/// Makes requests from nothing but a seed: the same seed, the same requests on every machine. Only
/// how large its numbers are is taken from the GPU.
class RequestGenerator {
public:
    explicit RequestGenerator(std::uint64_t seed, unsigned smCount = 132);

    /// Any request: splits of the device and of contexts down to a depth of three, descriptors of
    /// several resources, dry runs, and what is to be refused.
    SplitRequest any();

    /// Requests where docs/simulator.md guesses: all those that can be listed, in a fixed order,
    /// and then random contexts of single TPCs that are split again.
    std::vector<SplitRequest> targeted(std::size_t count);

private:
    std::uint64_t below(std::uint64_t end) { return m_random() % end; }
    unsigned number(unsigned least, unsigned most) {
        return least + static_cast<unsigned>(below(most - least + 1));
    }
    bool oneIn(unsigned chances) { return below(chances) == 0; }
    template <typename T>
    T one(std::initializer_list<T> choices) {
        return *(choices.begin() + below(choices.size()));
    }

    unsigned flags();
    unsigned minCount(unsigned most);
    SplitStep split(const ResourceName& input, unsigned most);
    /// Contexts of some of the split's groups and, now and then, of its remainder.
    void look(SplitRequest& request, std::size_t split, unsigned contexts);

    SplitRequest plain();
    SplitRequest nested();
    SplitRequest combined();
    SplitRequest dryRuns();
    SplitRequest refused();
    SplitRequest scattered();

    std::mt19937_64 m_random;
    unsigned m_smCount;
};

} // namespace parterre::test
