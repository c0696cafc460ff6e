// SPDX-License-Identifier: Apache-2.0
#include "core/probe/placement_probe.h"

#include "core/cuda/buffer.h"
#include "core/cuda/embedded_kernels.h"

#include <algorithm>
#include <cstdint>

namespace parterre {
namespace {

/// %smid may go beyond the number of SMs (PTX promises no contiguous numbers), but not this far.
constexpr unsigned idCapacity = 4096;
constexpr unsigned blocksPerSm = 32;
constexpr unsigned blockThreads = 32;
constexpr unsigned long long spinNanoseconds = 50'000;
constexpr int quietRounds = 2;
constexpr int mostRounds = 20;

} // namespace

std::vector<int>
observeSmIds(const Context& context, const Stream& stream, std::shared_ptr<const Library> library) {
    const auto shared = context.shared_from_this();
    if (library == nullptr)
        library = loadEmbeddedKernels(shared);
    const Kernel kernel = library->kernel("parterre_smid", 3);
    const LaunchShape shape{context.resources().sm().smCount() * blocksPerSm, blockThreads};

    Buffer counts(shared, idCapacity * sizeof(std::uint32_t));
    counts.fill(0, stream);
    std::vector<std::uint32_t> seen(idCapacity);
    std::ptrdiff_t known = 0;
    int quiet = 0;
    for (int round = 0; round < mostRounds && quiet < quietRounds; ++round) {
        kernel.launch(stream, shape, counts.address(), idCapacity, spinNanoseconds);
        counts.copyToHost(seen.data(), counts.size(), stream);
        stream.synchronize();
        const std::ptrdiff_t now =
            std::count_if(seen.begin(), seen.end(), [](std::uint32_t n) { return n > 0; });
        quiet = now == known ? quiet + 1 : 0;
        known = now;
    }

    std::vector<int> ids;
    for (std::size_t id = 0; id < seen.size(); ++id)
        if (seen[id] > 0)
            ids.push_back(static_cast<int>(id));
    return ids;
}

} // namespace parterre
