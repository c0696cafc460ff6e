// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/partition_palette.h"

#include <QIcon>

namespace parterre::ui {

/// A piece of a partition's line, in its colour and dash style, for a legend.
QIcon seriesIcon(const partition_palette::Look& look);

} // namespace parterre::ui
