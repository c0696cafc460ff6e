// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace parterre {

/// Ends this process with exit status 1, as it is: nothing is released, since giving a partition
/// back would wait for the kernel that nothing else stops. `farewell` is said before; if it has not
/// come to an end after two seconds, because nobody reads it say, the process ends without it.
[[noreturn]] void endProcess(const std::function<void()>& farewell);

} // namespace parterre
