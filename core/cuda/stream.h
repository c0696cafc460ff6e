// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context.h"

namespace parterre {

/// A queue of work for the GPU. Keeps its context alive; destroyed without waiting for its work,
/// which the driver still finishes.
class Stream : public std::enable_shared_from_this<Stream> {
public:
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    abi::CUstream handle() const { return m_handle; }
    const std::shared_ptr<const Context>& context() const { return m_context; }

    void synchronize() const;
    /// Whether all its work is done.
    bool query() const;
    /// Work queued from now on waits for what the event has recorded.
    void wait(const Event& event) const;
    int priority() const; ///< after clamping

    /// The SMs and work queues that its work may use: its context's. Throws UnsupportedError before
    /// 13.1, where the context itself has to be asked.
    DeviceResources resources() const;

private:
    friend class Context;
    explicit Stream(std::shared_ptr<const Context> context)
        : m_context(std::move(context)) {}

    std::shared_ptr<const Context> m_context;
    abi::CUstream m_handle = nullptr;
};

} // namespace parterre
