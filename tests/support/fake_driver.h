// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/driver.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace parterre::test {

/// A driver for tests of what stands above it: one GPU of 32 SMs (9.0) that counts what is alive,
/// notes what it should not have been asked, and does each launch at once, one millisecond each by
/// its own clock. It knows the kernels fill and smid by what they do, others it only counts. Not a
/// model of a real GPU: that is SimulatedDriver.
class FakeDriver final : public Driver {
public:
    explicit FakeDriver(int version = 13000)
        : m_version(version) {}
    /// What was never given back goes with the device; liveObjects() has told of it before.
    ~FakeDriver() override;

    /// Everything that was made and not given back, retained primary contexts included.
    int liveObjects() const;
    /// Whether this thread has a current context.
    bool somethingIsCurrent() const;
    /// What a careful program does not do: destroying what is in use or current, using what is
    /// gone.
    std::vector<std::string> misuses() const;
    int launchesOf(const std::string& kernel) const;
    /// Blocks, and threads of a block, of its last launch; zeros if there was none.
    std::pair<unsigned, unsigned> lastGridOf(const std::string& kernel) const;
    /// From now on the handle of a stream, event or green context that was destroyed last is the
    /// first to be given out again, as real drivers may.
    void recycleHandles();
    /// Called after each launch, to spoil its results.
    void afterLaunch(std::function<void(const std::string& kernel, void** arguments)> spoil);

    bool has(DriverFunction function) const override { return versionOf(function) <= m_version; }

#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    abi::CUresult symbol parameters override;
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

private:
    struct ContextState {
        std::uint32_t sms = 0; ///< a bit for each SM
        bool green = false;
        bool alive = true;
    };
    struct StreamState {
        ContextState* context = nullptr;
        int priority = 0;
    };
    struct EventState {
        double time = -1; ///< milliseconds; below 0: not recorded
    };
    struct KernelState {
        std::string name;
    };

    ContextState* current() const;
    bool isCurrentAnywhere(const ContextState* context) const;
    void note(std::string misuse) {
        m_misuses.push_back(std::move(misuse));
    }
    abi::CUdevResource resourceOf(std::uint32_t sms, bool isSplitResult) const;
    abi::CUresult resource(std::uint32_t sms, abi::CUdevResource* out, abi::CUdevResourceType type);
    template <typename State>
    State* make(std::set<State*>& alive, std::vector<std::unique_ptr<State>>& free, State state);
    template <typename State>
    void end(std::set<State*>& alive, std::vector<std::unique_ptr<State>>& free, State* state);
    abi::CUresult makeStream(ContextState* context, abi::CUstream* stream, int priority);

    int m_version;
    mutable std::recursive_mutex m_mutex; ///< guards everything below
    ContextState m_primary{0xffffffffU, false, true};
    int m_primaryRetains = 0;
    std::map<std::thread::id, std::vector<ContextState*>> m_stacks;
    std::vector<std::unique_ptr<ContextState>> m_greens; ///< kept after their end, to notice use
    std::vector<std::unique_ptr<std::uint32_t>> m_descriptors;
    std::set<StreamState*> m_streams;
    std::set<EventState*> m_events;
    bool m_recycles = false;
    std::vector<std::unique_ptr<StreamState>> m_freeStreams;
    std::vector<std::unique_ptr<EventState>> m_freeEvents;
    std::set<void*> m_deviceMemory;
    std::set<void*> m_hostMemory;
    std::set<int*> m_libraries;
    std::map<std::string, KernelState> m_kernels;
    std::map<std::string, int> m_launches;
    std::map<std::string, std::pair<unsigned, unsigned>> m_grids;
    std::function<void(const std::string&, void**)> m_spoil;
    std::vector<std::string> m_misuses;
    double m_clock = 0; ///< milliseconds
};

} // namespace parterre::test
