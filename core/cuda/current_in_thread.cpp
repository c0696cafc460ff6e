// SPDX-License-Identifier: Apache-2.0
#include "core/cuda/current_in_thread.h"

#include <algorithm>
#include <vector>

namespace parterre::current_in_thread {
namespace {

struct Kept {
    const Driver* driver;
    ContextUse use;
};

/// Set when the thread's list is gone: static objects may still come here at the end of a program.
thread_local bool ended = false;

struct Contexts : std::vector<Kept> {
    ~Contexts() { ended = true; }
};

Contexts& contexts() {
    thread_local Contexts contexts;
    return contexts;
}

/// Takes out what is kept for the driver; it ends with what is returned, when the list is in order
/// again, since letting go of a context can come back here.
std::vector<Kept> take(const Driver& driver) {
    const auto first = std::find_if(contexts().begin(), contexts().end(), [&](const Kept& kept) {
        return kept.driver == &driver;
    });
    std::vector<Kept> taken;
    if (first != contexts().end()) {
        taken.push_back(std::move(*first));
        contexts().erase(first);
    }
    return taken;
}

} // namespace

void keep(const Driver& driver, std::optional<ContextUse> context) {
    if (ended)
        return;
    const std::vector<Kept> before = take(driver);
    if (context)
        contexts().push_back({&driver, std::move(*context)});
}

void letGoUnless(const Driver& driver, abi::CUcontext current) {
    if (ended)
        return;
    std::vector<Kept> kept = take(driver);
    if (!kept.empty() && kept.front().use.context()->handle() == current)
        contexts().push_back(std::move(kept.front()));
}

} // namespace parterre::current_in_thread
