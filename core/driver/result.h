// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"

#include <string_view>

namespace parterre {

/// The result's name as cuda.h spells it, e.g. "CUDA_ERROR_INVALID_VALUE"; "CUDA_ERROR_UNKNOWN" for
/// a value nobody has published. Needs no driver.
std::string_view resultName(abi::CUresult result);

} // namespace parterre
