// SPDX-License-Identifier: Apache-2.0
// driver_functions.def beside the newest published headers. cudaTypedefs.h has a type
// PFN_<symbol>_v<version> for each signature a function ever had, named after the version that
// introduced it: when this compiles, our versions are such versions, and our parameters are as many
// and as wide as the driver's.
#include "core/driver/driver.h"
#include "tests/core/driver/same_signature.h"

#include <cstddef>
#include <cuda.h>
#include <cudaTypedefs.h>

namespace {

// cuda.h renames functions by macros (cuMemAlloc to cuMemAlloc_v2), so symbols are pasted here
// before those can get at them.
#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    static_assert(test::SameSignature<                                                             \
                  parterre::abi::CUresult(*) parameters, PFN_##symbol##_v##version>::value);
namespace abi = parterre::abi;
namespace test = parterre::test;
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

} // namespace
