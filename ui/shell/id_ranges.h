// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace parterre::ui {

/// "0–15, 32" for a list of ascending ids.
QString idRanges(const std::vector<int>& ids);

} // namespace parterre::ui
