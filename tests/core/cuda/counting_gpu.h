// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cuda/context.h"
#include "tests/support/fake_driver.h"
#include "tests/support/faulty_driver.h"
#include "tests/support/split_by_count.h"

#include <QString>

#include <memory>

namespace parterre::test {

/// A GPU whose driver counts what is alive and notes what a careful program does not do.
struct CountingGpu {
    std::shared_ptr<FakeDriver> fake = std::make_shared<FakeDriver>();
    std::shared_ptr<FaultyDriver> driver = std::make_shared<FaultyDriver>(fake);
    Device device{driver, 0};

    std::shared_ptr<Context> green() const {
        return device.createContext(test::splitByCount(device.resources().sm(), 1, 16).groups);
    }
    QString misuse() const {
        const auto misuses = fake->misuses();
        return misuses.empty() ? QString() : QString::fromStdString(misuses.front());
    }
};

} // namespace parterre::test
