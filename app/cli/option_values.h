// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline.h"

#include <string>
#include <vector>

namespace parterre::cli {

// Options' values as they were typed. Read here and not by the option parser, so that every wrong
// one is answered the same way, with what is allowed, and so that 010 is ten. All throw InputError
// naming `option`.

/// Decimal, from `least` to `most`.
int wholeNumber(const std::string& text, const std::string& option, int least, int most);

/// From `least` to `most`; never NaN.
double number(const std::string& text, const std::string& option, double least, double most);

/// --timeline-window and --timeline-period.
TimelineOptions timelineChoice(const std::string& window, const std::string& period);

/// The parts between commas; none may be empty.
std::vector<std::string> listOf(const std::string& text, const std::string& option);

} // namespace parterre::cli
