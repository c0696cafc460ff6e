// SPDX-License-Identifier: Apache-2.0
/// The part of the CUDA driver's C interface that Parterre uses, declared here so that the program
/// builds the same with any CUDA Toolkit or with none, and can speak to drivers newer than the
/// toolkit.
///
/// Names, values and layouts are the driver's own, inside a namespace so that this header can be
/// compiled beside cuda.h: tests/core/driver/tst_abi.cpp compares the two, for the installed
/// toolkit and for the newest published header. Layouts follow CUDA 13.5; every struct has had its
/// size since it was introduced, fields that came later are marked with the version that fills them
/// in.
#pragma once

#include <cstddef>

namespace parterre::abi {

using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUgreenCtx = struct CUgreenCtx_st*;
using CUdevResourceDesc = struct CUdevResourceDesc_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUlibrary = struct CUlib_st*;
using CUkernel = struct CUkern_st*;
using CUfunction = struct CUfunc_st*;

struct CUuuid {
    char bytes[16];
};

/// The results that Parterre tells apart. Any other value a driver returns is passed on as it is;
/// resultName() in driver/result.h knows the names of all.
enum CUresult : int {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = 36,
    CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_NOT_SUPPORTED = 801,
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
    CUDA_ERROR_INVALID_CLUSTER_SIZE = 912,
    CUDA_ERROR_INVALID_RESOURCE_TYPE = 914,
    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915,
    CUDA_ERROR_UNKNOWN = 999,
};

enum CUdevice_attribute : int {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,
    CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_COUNT = 149,                ///< since 13.4
    CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT = 157, ///< of each; since 13.4
};

enum CUfunction_attribute : int {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
};

// Flags; plain constants because the driver takes them as unsigned int.
inline constexpr unsigned int CU_STREAM_DEFAULT = 0x0;
inline constexpr unsigned int CU_STREAM_NON_BLOCKING = 0x1;
inline constexpr unsigned int CU_EVENT_DEFAULT = 0x0;
inline constexpr unsigned int CU_EVENT_BLOCKING_SYNC = 0x1;
inline constexpr unsigned int CU_EVENT_DISABLE_TIMING = 0x2;
inline constexpr unsigned int CU_GREEN_CTX_DEFAULT_STREAM = 0x1;
inline constexpr unsigned int CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING = 0x1;
inline constexpr unsigned int CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE = 0x2;
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_DEFAULT = 0x0;
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_BACKFILL = 0x1;
// Since 13.4.
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID = 0x2;
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS = 0x4;
/// As a group's locality domain: any of them.
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY = ~0U;

/// Which member of CUdevResource is filled in. 13.1 added the two work-queue kinds; a driver that
/// lacks one answers CUDA_ERROR_INVALID_RESOURCE_TYPE.
enum CUdevResourceType : int {
    CU_DEV_RESOURCE_TYPE_INVALID = 0,
    CU_DEV_RESOURCE_TYPE_SM = 1,
    CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG = 1000,
    CU_DEV_RESOURCE_TYPE_WORKQUEUE = 10000,
};

struct CUdevSmResource {
    unsigned int smCount;
    unsigned int minSmPartitionSize;     ///< since 13.0; 0 in a split's own results
    unsigned int smCoscheduledAlignment; ///< since 13.0; 0 in a split's own results
    unsigned int flags;                  ///< since 13.1
    unsigned int localityDomainId;       ///< since 13.4, and only with the locality-domain flag
};

enum CUdevWorkqueueConfigScope : int {
    CU_WORKQUEUE_SCOPE_DEVICE_CTX = 0,
    CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED = 1,
};

struct CUdevWorkqueueConfigResource {
    CUdevice device;
    unsigned int wqConcurrencyLimit;
    CUdevWorkqueueConfigScope sharingScope;
};

struct CUdevWorkqueueResource {
    unsigned char reserved[40];
};

/// 144 bytes on every driver. A handle in disguise: the driver keeps what it needs in the padding,
/// so copies may be passed around, but one is never built or altered by hand (save a work-queue
/// configuration's two settings, which exist to be set).
struct CUdevResource {
    CUdevResourceType type;
    unsigned char internalPadding[92];
    union {
        CUdevSmResource sm;
        CUdevWorkqueueConfigResource wqConfig;
        CUdevWorkqueueResource wq;
        unsigned char oversize[40];
    };
    CUdevResource* nextResource; ///< since 13.1
};

/// One group of a structured split (13.1). Zero it before filling it in: the driver reads the
/// reserved words of a newer version.
struct CU_DEV_SM_RESOURCE_GROUP_PARAMS {
    unsigned int smCount;
    unsigned int coscheduledSmCount;
    unsigned int preferredCoscheduledSmCount;
    unsigned int flags;
    unsigned int localityDomainId; ///< since 13.4
    unsigned int reserved[11];
};

enum CUlaunchAttributeID : int {
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
};

union CUlaunchAttributeValue {
    char pad[64];
    int cooperative;
    struct {
        unsigned int x, y, z;
    } clusterDim;
};

struct CUlaunchAttribute {
    CUlaunchAttributeID id;
    char pad[8 - sizeof(CUlaunchAttributeID)];
    CUlaunchAttributeValue value;
};

struct CUlaunchConfig {
    unsigned int gridDimX, gridDimY, gridDimZ;
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes;
    CUstream hStream;
    CUlaunchAttribute* attrs;
    unsigned int numAttrs;
};

/// Options of cuLibraryLoadData that Parterre passes. The values are passed as pointers: to the
/// buffer, or the number itself in a pointer's place.
enum CUjit_option : int {
    CU_JIT_ERROR_LOG_BUFFER = 5,
    CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6, ///< in: the buffer's; out: what was written
};

/// Parterre passes none of these.
enum CUlibraryOption : int;

static_assert(sizeof(void*) == 8, "no driver has green contexts for 32-bit processes");
static_assert(sizeof(CUdevResource) == 144);
static_assert(offsetof(CUdevResource, sm) == 96);
static_assert(offsetof(CUdevResource, nextResource) == 136);
static_assert(sizeof(CU_DEV_SM_RESOURCE_GROUP_PARAMS) == 64);
static_assert(sizeof(CUlaunchAttribute) == 72);

} // namespace parterre::abi
