// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace parterre::ui {

/// A piece of a partition's line, in its colour and dash style, for a legend.
QIcon seriesIcon(int partition);

} // namespace parterre::ui
