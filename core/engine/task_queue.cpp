// SPDX-License-Identifier: Apache-2.0
#include "core/engine/task_queue.h"

namespace parterre {

TaskQueue::~TaskQueue() {
    finish();
}

void TaskQueue::post(std::function<void()> task) {
    {
        const std::scoped_lock lock(m_mutex);
        if (m_finishing)
            return;
        if (!m_thread.joinable())
            m_thread = std::thread([this] { main(); });
        m_tasks.push_back(std::move(task));
    }
    m_changed.notify_one();
}

bool TaskQueue::isIdle() {
    const std::scoped_lock lock(m_mutex);
    return m_tasks.empty() && !m_working;
}

void TaskQueue::finish() {
    {
        const std::scoped_lock lock(m_mutex);
        m_finishing = true;
    }
    m_changed.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

void TaskQueue::main() {
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_finishing || !m_tasks.empty(); });
        if (m_tasks.empty())
            return;
        const std::function<void()> task = std::move(m_tasks.front());
        m_tasks.pop_front();
        m_working = true;
        lock.unlock();
        task();
        lock.lock();
        m_working = false;
    }
}

} // namespace parterre
