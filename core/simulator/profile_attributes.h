// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"

#include <array>
#include <string_view>

namespace parterre {

/// An attribute as a profile spells it.
struct ProfileAttribute {
    std::string_view word;             ///< the key in the profile's "attributes"
    abi::CUdevice_attribute attribute; ///< what it stands for
};

/// The attributes as a profile spells them. Those that follow from another field (the SM count, the
/// compute capability) are not among them.
inline constexpr std::array profileAttributes{
    ProfileAttribute{"max_threads_per_block", abi::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
    ProfileAttribute{"warp_size", abi::CU_DEVICE_ATTRIBUTE_WARP_SIZE},
    ProfileAttribute{"clock_khz", abi::CU_DEVICE_ATTRIBUTE_CLOCK_RATE},
    ProfileAttribute{"memory_clock_khz", abi::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE},
    ProfileAttribute{"memory_bus_bits", abi::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH},
    ProfileAttribute{"l2_bytes", abi::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE},
    ProfileAttribute{"max_threads_per_sm", abi::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
    ProfileAttribute{"max_blocks_per_sm", abi::CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR},
    ProfileAttribute{"registers_per_sm", abi::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR},
    ProfileAttribute{
        "shared_bytes_per_sm", abi::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR},
    ProfileAttribute{
        "shared_bytes_per_block", abi::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN},
    ProfileAttribute{"copy_engines", abi::CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT},
    ProfileAttribute{"ecc", abi::CU_DEVICE_ATTRIBUTE_ECC_ENABLED},
    ProfileAttribute{"integrated", abi::CU_DEVICE_ATTRIBUTE_INTEGRATED},
    ProfileAttribute{"compute_mode", abi::CU_DEVICE_ATTRIBUTE_COMPUTE_MODE},
    ProfileAttribute{"cooperative_launch", abi::CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH},
    ProfileAttribute{"cluster_launch", abi::CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH},
};

} // namespace parterre
