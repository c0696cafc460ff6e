// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

/// Everything that makes the window look the way it does and is not a partition's colour. All is
/// derived from the palette in force, so that a change of the desktop's palette shows at once.
namespace parterre::ui::theme {

inline constexpr int grid = 8; ///< all distances are multiples of it, or halves

enum class Choice { system, light, dark };

/// Sets style and palette of the application, which must be there. `system` follows the desktop;
/// where there is none to follow, light.
void install(Choice choice);

bool isDark(const QPalette& palette);
QColor quietText(const QPalette& palette); ///< for what is second in importance; contrast ≥ 4.5
QColor line(const QPalette& palette);      ///< borders and separators
QColor surface(const QPalette& palette);   ///< of cards, above the window's ground
QColor good(const QPalette& palette);
QColor caution(const QPalette& palette);
QColor bad(const QPalette& palette);
QColor mixed(const QColor& one, const QColor& other, double shareOfOther);

QFont headingFont(const QFont& base);
QFont titleFont(const QFont& base);
QFont captionFont(const QFont& base);

} // namespace parterre::ui::theme
