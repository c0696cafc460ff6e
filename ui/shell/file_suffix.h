// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileInfo>
#include <QString>

namespace parterre::ui {

/// What a file dialog gave, with `suffix` (".json") where it has none; empty stays empty.
inline QString withSuffix(const QString& path, const QString& suffix) {
    return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + suffix;
}

} // namespace parterre::ui
