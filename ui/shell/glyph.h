// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace parterre::ui {

enum class Glyph {
    run,
    stop,
    record,
    pause,
    follow,
    add,
    remove,
    more,
    info,
    warning,
    error,
    check,
    cross,
    gpu
};

/// A small icon drawn in the palette's colours at whatever size and resolution is asked for, so
/// that it suits light and dark alike.
QIcon glyph(Glyph shape);

} // namespace parterre::ui
