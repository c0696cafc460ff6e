// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulator/completion.h"
#include "core/simulator/load.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace parterre {

/// One entry of a stream.
struct Operation {
    /// The work, for an operation that takes time.
    std::optional<Load> load;
    /// Makes the operation's effect on memory, when the work is done.
    std::function<void()> effect;
    /// Reached when everything before it in the stream is done.
    std::shared_ptr<Completion> record;
    /// Nothing after it starts before this is reached.
    std::shared_ptr<Completion> dependency;
};

class TimingModel;

/// A stream's operations in order, and how far the first of them is.
struct StreamQueue {
    TimingModel* model = nullptr;     ///< of the stream's device
    std::uint64_t ordinal = 0;        ///< streams of a device are counted, for their jitter
    double favour = 0;                ///< RunningLoad::favour
    std::deque<Operation> operations; ///< the first may be at work
    std::uint64_t started = 0;        ///< operations with work so far

    // The first operation, while it is at work.
    bool atWork = false;      ///< whether it is; the rest counts only then
    double overheadLeft = 0;  ///< seconds before its work begins
    double workLeft = 0;      ///< as a fraction of its work
    double workPerSecond = 0; ///< the fraction done in a second
    SimulatedTime begun{};    ///< when it got to work
    SimulatedTime updated{};  ///< when the three above were right
    SimulatedTime finish{};   ///< when it will be done, if nothing changes
    SmMask held;              ///< RunningLoad::held
    double workPerWave = 1;   ///< a kernel's: the part that is done when its blocks end
    bool yields = false;      ///< whether it gives up SMs to who goes first ...
    SimulatedTime yieldsAt = SimulatedTime::max(); ///< ... and when
};

} // namespace parterre
