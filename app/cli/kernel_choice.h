// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/edited_kernel.h"

#include <string>

namespace parterre::cli {

/// "fma=FILE.cu", the file's text in place of the code of fma's kernel; "FILE.cu" alone is one for
/// `custom`. `limit`: whole seconds. Throws InputError naming the option.
EditedKernel kernelChoice(const std::string& text, const std::string& limit);

} // namespace parterre::cli
