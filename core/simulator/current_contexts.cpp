// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/current_contexts.h"

#include <atomic>
#include <map>

namespace parterre {

std::vector<abi::CUcontext>& currentContexts(std::uint64_t driver) {
    thread_local std::map<std::uint64_t, std::vector<abi::CUcontext>> stacks;
    return stacks[driver];
}

std::uint64_t nextDriverNumber() {
    static std::atomic<std::uint64_t> count = 0;
    return ++count;
}

} // namespace parterre
