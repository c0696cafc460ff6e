// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;
class QString;

namespace parterre::ui {

/// A sentence as plain text that takes whatever width there is and as many lines as it needs. A
/// QLabel of its own accord asks for a width, and so makes narrow panes scroll sideways.
QLabel* wrappedLabel(const QString& sentence, bool quiet = false);

} // namespace parterre::ui
