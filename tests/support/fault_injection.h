// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/faulty_driver.h"

#include <QString>

#include <cstddef>
#include <functional>
#include <memory>

namespace parterre::test {

/// A driver whose calls can be failed, and what the one behind it knows of the program above.
struct FaultyTarget {
    std::shared_ptr<FaultyDriver> driver;
    /// All that was made and not given back.
    std::function<std::size_t()> liveObjects;
    /// Something that a careful program does not do, as giving back twice; empty if there is none.
    std::function<QString()> misuse;

    static FaultyTarget fake(int version);          ///< a FakeDriver
    static FaultyTarget simulatedH200(int version); ///< in virtual time

    bool somethingIsCurrent() const; ///< in this thread
};

/// What came of failing an operation's calls.
struct FaultCount {
    int failed = 0;   ///< calls, each once
    int reported = 0; ///< of them as a CudaError
};

/// Fails each driver call of the operation in turn but for those that give something back, and
/// expects every time: an error that is the driver's, nothing left over, nothing given back twice,
/// nothing left current, `sameAsBefore` (which uses QVERIFY), and that the operation succeeds
/// afterwards. A QTest failure says at which call.
void failEachCall(
    const FaultyTarget& target, const std::function<void()>& operation,
    const std::function<void()>& sameAsBefore, FaultCount& count);

/// The same with the calls that give something back. What a driver refuses to take back is lost,
/// and a release function also answers the errors of earlier work when it has done its own: so it
/// is not tried again. Expected is that nothing else is lost with it.
void failEachRelease(
    const FaultyTarget& target, const std::function<void()>& operation,
    const std::function<void()>& sameAsBefore, FaultCount& count);

} // namespace parterre::test
