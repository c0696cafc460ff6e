// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace parterre {

/// Does tasks one after the other on a thread of its own, which starts with the first one. Tasks
/// must not throw.
class TaskQueue {
public:
    TaskQueue() = default;
    /// Does what is still queued, then ends.
    ~TaskQueue();
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;

    /// Throws std::system_error when no thread can be started.
    void post(std::function<void()> task);
    /// Whether nothing is queued or under way.
    bool isIdle();
    /// Does what is queued and accepts no more; returns when that is done.
    void finish();

private:
    void main();

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<std::function<void()>> m_tasks;
    bool m_finishing = false;
    bool m_working = false;
    std::thread m_thread;
};

} // namespace parterre
