// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/device.h"
#include "core/driver/nvidia_driver.h"

#include <QTest>

#include <memory>
#include <string>

namespace parterre::test {

/// The first real GPU of this machine.
class RealGpu {
public:
    RealGpu() {
        NvidiaDriver::OpenResult opened = NvidiaDriver::open();
        m_reason = opened.reason;
        m_driver = std::move(opened.driver);
        if (m_driver && Device::count(m_driver) == 0)
            m_reason = "The driver sees no GPU.";
    }

    /// Empty when there is a GPU.
    const std::string& whyNot() const { return m_reason; }
    const std::shared_ptr<NvidiaDriver>& driver() const { return m_driver; }
    Device device() const { return {m_driver, 0}; }

    /// Whether it is what the facts were recorded on: numbers are only compared there.
    bool isTheRecordedOne() const {
        return device().name() == "NVIDIA H200" && m_driver->version() == 13000;
    }

private:
    std::shared_ptr<NvidiaDriver> m_driver;
    std::string m_reason;
};

} // namespace parterre::test

/// In initTestCase(): skips every test of the program, saying why.
#define PARTERRE_NEEDS_GPU(gpu)                                                                    \
    if (!(gpu).whyNot().empty())                                                                   \
    QSKIP((gpu).whyNot().c_str())

#define PARTERRE_NEEDS_RECORDED_GPU(gpu)                                                           \
    if (!(gpu).isTheRecordedOne())                                                                 \
    QSKIP("the numbers are those of an NVIDIA H200 with driver 13.0")
