// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/current_contexts.h"

#include <atomic>
#include <map>
#include <utility>

namespace parterre {
namespace {

using Stacks = std::map<std::uint64_t, std::vector<abi::CUcontext>>;

/// A plain pointer, since static objects end after those of the main thread and may still give
/// something back to a driver: then there is a new, empty list.
thread_local Stacks* stacks = nullptr;

struct AtThreadEnd {
    ~AtThreadEnd() { delete std::exchange(stacks, nullptr); }
};

} // namespace

std::vector<abi::CUcontext>& currentContexts(std::uint64_t driver) {
    if (stacks == nullptr) {
        stacks = new Stacks;
        thread_local const AtThreadEnd atThreadEnd;
    }
    return (*stacks)[driver];
}

std::uint64_t nextDriverNumber() {
    static std::atomic<std::uint64_t> count = 0;
    return ++count;
}

} // namespace parterre
