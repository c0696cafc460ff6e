// SPDX-License-Identifier: Apache-2.0
#include "core/engine/sample_batcher.h"

#include <chrono>

namespace parterre {
namespace {

constexpr std::chrono::milliseconds interval(40);
constexpr std::size_t mostWaiting = 50'000; ///< samples of one device

} // namespace

SampleBatcher::SampleBatcher(Emit emit)
    : m_emit(std::move(emit))
    , m_thread([this](const std::stop_token& stop) { main(stop); }) {}

SampleBatcher::~SampleBatcher() {
    m_thread.request_stop();
    m_thread.join();
    flush();
}

void SampleBatcher::add(const std::string& device, const Sample& sample) {
    {
        const std::scoped_lock lock(m_mutex);
        std::vector<Sample>& samples = m_samples[device];
        if (samples.size() >= mostWaiting)
            samples.erase(samples.begin(), samples.begin() + mostWaiting / 2);
        samples.push_back(sample);
    }
    m_changed.notify_one();
}

void SampleBatcher::flush() {
    const std::scoped_lock emitting(m_emitting);
    std::map<std::string, std::vector<Sample>> samples;
    {
        const std::scoped_lock lock(m_mutex);
        samples.swap(m_samples);
    }
    for (auto& [device, batch] : samples)
        m_emit(device, std::move(batch));
}

void SampleBatcher::main(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return !m_samples.empty(); }))
                return;
            // Lets a batch gather.
            m_changed.wait_for(lock, stop, interval, [] { return false; });
        }
        flush();
    }
}

} // namespace parterre
