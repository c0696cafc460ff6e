// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace parterre {

/// "13.1" for 13010, which is how cuDriverGetVersion counts.
std::string driverVersionText(int version);

} // namespace parterre
