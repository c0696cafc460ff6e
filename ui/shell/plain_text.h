// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace parterre::ui {

// For somebody's words, a partition's name say, where Qt would read more into them than there is.

/// Nothing in a tool tip is markup.
QString plainToolTip(const QString& text);
/// No letter of an action's text is its mnemonic.
QString plainActionText(const QString& text);

} // namespace parterre::ui
