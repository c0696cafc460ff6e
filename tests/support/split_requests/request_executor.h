// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/cuda/library.h"
#include "tests/support/split_requests/split_request.h"

#include <array>
#include <memory>

namespace parterre::test {

/// Puts requests to a driver, by its own functions and not by Parterre's classes: what they would
/// refuse by themselves is asked too.
class RequestExecutor {
public:
    /// Sizes of clusters, in blocks, for which a context's active clusters are asked.
    static constexpr std::array<unsigned, 11> clusterSizes{2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16};

    explicit RequestExecutor(const Device& device);

    /// One answer a step:
    ///   split    result, group_count (*nbGroups after the call); where it was carried out also
    ///            groups (SM counts), remainder (SM count) and remainder_type
    ///   context  descriptor, create (results); sm, min, align (as reported), sm_ids on which a
    ///            kernel ran, largest_cluster and active_clusters (by clusterSizes, blocks of 256
    ///            threads), numbers or the name of an error
    /// A step that needs a resource nobody made is {"skipped": true}.
    Json answer(const SplitRequest& request) const;

private:
    class Run;

    Device m_device;
    std::shared_ptr<const Library> m_library;
};

} // namespace parterre::test
