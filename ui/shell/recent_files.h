// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

/// The plans that were opened or saved last, remembered from one start to the next and shared by
/// all windows.
namespace parterre::ui::recent_files {

inline constexpr qsizetype most = 8; ///< that are remembered

QStringList list(); ///< absolute paths, the newest first; some may be gone
void remember(const QString& path);
void clear();

} // namespace parterre::ui::recent_files
