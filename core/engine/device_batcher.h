// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace parterre {

/// Collects what the runs' threads tell of each device and hands it on about 25 times a second, so
/// that many partitions don't mean many messages, and nobody who measures waits for a reader. When
/// it is taken away more slowly than it comes in, the older half is shed. Safe to call from any
/// thread.
template <typename Item>
class DeviceBatcher {
public:
    /// Is given what came in of one device, oldest first.
    using Emit = std::function<void(const std::string& device, std::vector<Item> items)>;
    /// Takes the first so many away.
    using Shed = std::function<void(std::vector<Item>& items, std::size_t count)>;

    /// `emit` is called by one thread at a time; neither function may throw. `most`: items of one
    /// device that may wait.
    DeviceBatcher(Emit emit, std::size_t most, Shed shed = dropFirst)
        : m_emit(std::move(emit))
        , m_most(most)
        , m_shed(std::move(shed))
        , m_thread([this](const std::stop_token& stop) { main(stop); }) {}
    /// Hands on what is left.
    ~DeviceBatcher() {
        m_thread.request_stop();
        m_thread.join();
        flush();
    }
    DeviceBatcher(const DeviceBatcher&) = delete;
    DeviceBatcher& operator=(const DeviceBatcher&) = delete;

    /// Returns at once: waits for no reader.
    void add(const std::string& device, const Item& item) {
        {
            const std::scoped_lock lock(m_mutex);
            std::vector<Item>& items = m_items[device];
            if (items.size() >= m_most)
                m_shed(items, m_most / 2);
            items.push_back(item);
        }
        m_changed.notify_one();
    }

    /// Hands on what has come in until now, before it returns.
    void flush() {
        const std::scoped_lock emitting(m_emitting);
        std::map<std::string, std::vector<Item>> items;
        {
            const std::scoped_lock lock(m_mutex);
            items.swap(m_items);
        }
        for (auto& [device, batch] : items)
            m_emit(device, std::move(batch));
    }

private:
    static void dropFirst(std::vector<Item>& items, std::size_t count) {
        items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count));
    }

    void main(const std::stop_token& stop) {
        constexpr std::chrono::milliseconds interval(40);
        while (!stop.stop_requested()) {
            {
                std::unique_lock lock(m_mutex);
                if (!m_changed.wait(lock, stop, [this] { return !m_items.empty(); }))
                    return;
                // Lets a batch gather.
                m_changed.wait_for(lock, stop, interval, [] { return false; });
            }
            flush();
        }
    }

    Emit m_emit;
    std::size_t m_most;
    Shed m_shed;
    std::mutex m_emitting; ///< keeps batches in order; never taken while m_mutex is held
    std::mutex m_mutex;    ///< guards the items
    std::condition_variable_any m_changed;
    std::map<std::string, std::vector<Item>> m_items;
    std::jthread m_thread; ///< last: it uses all of the above
};

} // namespace parterre
