// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/sample.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace parterre {

/// Collects samples from the runs' threads and hands them on about 25 times a second, so that many
/// partitions don't mean many messages. When they are taken away more slowly than they come in, the
/// oldest are dropped. Safe to call from any thread.
class SampleBatcher {
public:
    using Emit = std::function<void(const std::string& device, std::vector<Sample> samples)>;

    /// `emit` is called by one thread at a time and must not throw.
    explicit SampleBatcher(Emit emit);
    /// Hands on what is left.
    ~SampleBatcher();
    SampleBatcher(const SampleBatcher&) = delete;
    SampleBatcher& operator=(const SampleBatcher&) = delete;

    void add(const std::string& device, const Sample& sample);
    /// Hands on what has come in until now, before it returns.
    void flush();

private:
    void main(const std::stop_token& stop);

    Emit m_emit;
    std::mutex m_emitting; ///< keeps batches in order; never taken while m_mutex is held
    std::mutex m_mutex;    ///< guards the samples
    std::condition_variable_any m_changed;
    std::map<std::string, std::vector<Sample>> m_samples;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace parterre
