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

using CUdevice = int;                     ///< what cuDeviceGet gives for an ordinal
using CUdeviceptr = unsigned long long;   ///< an address in device memory; 0 is none
using CUcontext = struct CUctx_st*;       ///< primary, or the other handle of a green one
using CUgreenCtx = struct CUgreenCtx_st*; ///< a partition
using CUdevResourceDesc = struct CUdevResourceDesc_st*; ///< of a green context; never freed
using CUstream = struct CUstream_st*; ///< null: the current context's default stream
using CUevent = struct CUevent_st*;   ///< a mark in a stream
using CUlibrary = struct CUlib_st*;   ///< loaded code, of every context
using CUkernel = struct CUkern_st*;   ///< of a library, in whichever context
using CUfunction = struct CUfunc_st*; ///< a kernel as one context has it

/// A GPU's, the same in every process and after a restart.
struct CUuuid {
    char bytes[16]; ///< in the order they are written in
};

/// The results that Parterre tells apart. Any other value a driver returns is passed on as it is;
/// resultName() in driver/result.h knows the names of all.
enum CUresult : int {
    CUDA_SUCCESS = 0,               ///< also of a query: what was asked for is done
    CUDA_ERROR_INVALID_VALUE = 1,   ///< an argument is out of its range
    CUDA_ERROR_OUT_OF_MEMORY = 2,   ///< of the GPU, or page-locked memory of the host
    CUDA_ERROR_NOT_INITIALIZED = 3, ///< cuInit was not called, or failed
    CUDA_ERROR_DEINITIALIZED = 4,   ///< the process is ending and the driver already gone
    CUDA_ERROR_STUB_LIBRARY = 34,   ///< the toolkit's libcuda, which is for linking only
    CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER = 36, ///< the kernel's driver is older than libcuda
    CUDA_ERROR_DEVICE_UNAVAILABLE = 46, ///< another process has it alone, or it is prohibited
    CUDA_ERROR_NO_DEVICE = 100,         ///< no GPU, or CUDA_VISIBLE_DEVICES hides all
    CUDA_ERROR_INVALID_DEVICE = 101,    ///< an ordinal that is out of range
    CUDA_ERROR_INVALID_IMAGE = 200,     ///< no code that the driver can read
    CUDA_ERROR_INVALID_CONTEXT = 201,   ///< none is current, or it is no context
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209, ///< the image has no code for this architecture
    CUDA_ERROR_ECC_UNCORRECTABLE = 214, ///< a memory error; the context is lost
    CUDA_ERROR_INVALID_PTX = 218,       ///< the driver's compiler refused it
    CUDA_ERROR_INVALID_HANDLE = 400,    ///< null, or of something destroyed
    CUDA_ERROR_NOT_FOUND = 500,         ///< no kernel of that name
    CUDA_ERROR_NOT_READY = 600,         ///< a query's "not yet"; no failure
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,   ///< a kernel went outside its memory; the context is lost
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701, ///< a block needs more than an SM has
    CUDA_ERROR_LAUNCH_TIMEOUT = 702, ///< the display's watchdog ended a kernel; the context is lost
    CUDA_ERROR_CONTEXT_IS_DESTROYED = 709,         ///< also of a stream whose green context is gone
    CUDA_ERROR_LAUNCH_FAILED = 719,                ///< a kernel's fault; the context is lost
    CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720, ///< for this partition
    CUDA_ERROR_NOT_PERMITTED = 800,                ///< not allowed in this state or to this user
    CUDA_ERROR_NOT_SUPPORTED = 801,                ///< by this driver or GPU; see Driver::has()
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803, ///< libcuda and the kernel's driver do not go together
    CUDA_ERROR_INVALID_CLUSTER_SIZE = 912,   ///< larger than one GPC's share of the partition
    CUDA_ERROR_INVALID_RESOURCE_TYPE = 914,  ///< unknown to this driver, or wrong for this call
    CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915, ///< a split that can't be made
    CUDA_ERROR_UNKNOWN = 999,                        ///< the driver does not say
};

/// What cuDeviceGetAttribute tells of a device: those that Parterre asks for or the simulator
/// answers.
enum CUdevice_attribute : int {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, ///< threads, of any kernel
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,            ///< threads
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,           ///< peak of the SMs, kHz
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16, ///< SMs
    CU_DEVICE_ATTRIBUTE_INTEGRATED = 18,           ///< 1: shares the host's memory
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20, ///< 0 default, 2 prohibited, 3 exclusive to a process
    CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,  ///< 0 or 1
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,                    ///< peak, kHz
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,              ///< bits
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,                        ///< bytes
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,       ///< threads resident on an SM
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,                   ///< copy engines
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,             ///< 9 of 9.0
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,             ///< 0 of 9.0
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81, ///< bytes
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,     ///< 32-bit ones
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95, ///< 1: grids may wait for themselves
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97, ///< bytes, once asked for
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,    ///< blocks resident on an SM
    CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,        ///< 1: has thread-block clusters (9.0+)
    CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_COUNT = 149, ///< since 13.4
    CU_DEVICE_ATTRIBUTE_LOCALITY_DOMAIN_MULTIPROCESSOR_COUNT = 157, ///< SMs of each; since 13.4
};

/// What cuKernelGetAttribute tells of a kernel: those that Parterre asks for.
enum CUfunction_attribute : int {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,              ///< as compiled, on this device
    CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,                  ///< static shared memory a block
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,                   ///< local memory a thread
    CU_FUNC_ATTRIBUTE_NUM_REGS = 4,                           ///< a thread
    CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,                     ///< 90: compiled for 9.0
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,      ///< a block; can be set
    CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14, ///< 1: above 8 blocks; can be set
};

// Flags; plain constants because the driver takes them as unsigned int.
/// Keeps order with the context's default stream.
inline constexpr unsigned int CU_STREAM_DEFAULT = 0x0;
/// Keeps no order with it; all that a green context takes.
inline constexpr unsigned int CU_STREAM_NON_BLOCKING = 0x1;
/// Measures time; waiting spins.
inline constexpr unsigned int CU_EVENT_DEFAULT = 0x0;
/// Waiting sleeps.
inline constexpr unsigned int CU_EVENT_BLOCKING_SYNC = 0x1;
/// Cheaper, without cuEventElapsedTime.
inline constexpr unsigned int CU_EVENT_DISABLE_TIMING = 0x2;
/// Required: cuGreenCtxCreate refuses 0.
inline constexpr unsigned int CU_GREEN_CTX_DEFAULT_STREAM = 0x1;
/// Units of a TPC (2 SMs) or so.
inline constexpr unsigned int CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING = 0x1;
/// Whole GPCs, as far as they go; not with the flag above.
inline constexpr unsigned int CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE = 0x2;
/// All SMs of the group keep the co-scheduling guarantee.
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_DEFAULT = 0x0;
/// Tops the group up with SMs that lack it.
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_BACKFILL = 0x1;
/// `localityDomainId` is meant; since 13.4.
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID = 0x2;
/// Also those SMs of the domain that not every domain has; since 13.4.
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_SUPPLEMENTAL_SMS = 0x4;
/// As a group's locality domain: any of them.
inline constexpr unsigned int CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY = ~0U;

/// Which member of CUdevResource is filled in. 13.1 added the two work-queue kinds; a driver that
/// lacks one answers CUDA_ERROR_INVALID_RESOURCE_TYPE.
enum CUdevResourceType : int {
    CU_DEV_RESOURCE_TYPE_INVALID = 0,             ///< no resource, e.g. of a zeroed record
    CU_DEV_RESOURCE_TYPE_SM = 1,                  ///< `sm`
    CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG = 1000, ///< `wqConfig`, since 13.1
    CU_DEV_RESOURCE_TYPE_WORKQUEUE = 10000,       ///< `wq`, since 13.1
};

/// A set of SMs, of which the driver tells only the number.
struct CUdevSmResource {
    unsigned int smCount;                ///< overlapping resources: their sum
    unsigned int minSmPartitionSize;     ///< since 13.0; 0 in a split's own results
    unsigned int smCoscheduledAlignment; ///< since 13.0; 0 in a split's own results
    unsigned int flags;                  ///< CU_DEV_SM_RESOURCE_GROUP_…, since 13.1
    unsigned int localityDomainId;       ///< since 13.4, and only with the locality-domain flag
};

/// Whom a context shares its work queues with.
enum CUdevWorkqueueConfigScope : int {
    CU_WORKQUEUE_SCOPE_DEVICE_CTX = 0,         ///< shared with all contexts of the device
    CU_WORKQUEUE_SCOPE_GREEN_CTX_BALANCED = 1, ///< of its own, if that can be
};

/// How many work queues a context is to have (13.1). The last two are there to be set.
struct CUdevWorkqueueConfigResource {
    CUdevice device;                 ///< that it was asked of
    unsigned int wqConcurrencyLimit; ///< streams at work at once that are expected, 1 or more
    CUdevWorkqueueConfigScope sharingScope; ///< whether green contexts have queues apart
};

/// The work queues that a context has (13.1).
struct CUdevWorkqueueResource {
    unsigned char reserved[40]; ///< the driver's
};

/// 144 bytes on every driver. A handle in disguise: the driver keeps what it needs in the padding,
/// so copies may be passed around, but one is never built or altered by hand (save a work-queue
/// configuration's two settings, which exist to be set).
struct CUdevResource {
    CUdevResourceType type;            ///< says which member of the union is meant
    unsigned char internalPadding[92]; ///< the driver's, and the simulator's
    union {
        CUdevSmResource sm;                    ///< of CU_DEV_RESOURCE_TYPE_SM
        CUdevWorkqueueConfigResource wqConfig; ///< of CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG
        CUdevWorkqueueResource wq;             ///< of CU_DEV_RESOURCE_TYPE_WORKQUEUE
        unsigned char oversize[40];            ///< keeps the size, whatever the others grow to
    };
    CUdevResource* nextResource; ///< since 13.1
};

/// One group of a structured split (13.1). Zero it before filling it in: the driver reads the
/// reserved words of a newer version.
struct CU_DEV_SM_RESOURCE_GROUP_PARAMS {
    /// Never rounded. 0: as many as fit, and the driver writes how many, in a dry run, too.
    unsigned int smCount;
    /// SMs; smCount is a multiple, save with backfill. 0: the architecture's own.
    unsigned int coscheduledSmCount;
    unsigned int preferredCoscheduledSmCount; ///< SMs; a hint (10.0+)
    unsigned int flags;                       ///< CU_DEV_SM_RESOURCE_GROUP_…
    unsigned int localityDomainId;            ///< since 13.4, with its flag
    unsigned int reserved[11];                ///< 0
};

/// Which member of CUlaunchAttributeValue is meant. The driver knows more of them.
enum CUlaunchAttributeID : int {
    CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,       ///< `cooperative`
    CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4, ///< `clusterDim`
};

/// An option of a launch.
union CUlaunchAttributeValue {
    char pad[64];    ///< room for what newer drivers know
    int cooperative; ///< 1: all blocks run at once, or the launch is refused
    struct {
        /// Blocks, 1 or more each.
        unsigned int x, y, z;
    } clusterDim; ///< of a cluster; the grid must be a multiple of it
};

/// One wish of a launch.
struct CUlaunchAttribute {
    CUlaunchAttributeID id;                    ///< which
    char pad[8 - sizeof(CUlaunchAttributeID)]; ///< the value is at byte 8
    CUlaunchAttributeValue value;              ///< what of it
};

/// A launch, all but the kernel and its arguments.
struct CUlaunchConfig {
    /// Blocks, 1 or more each.
    unsigned int gridDimX, gridDimY, gridDimZ;
    /// Threads a block, 1 or more each.
    unsigned int blockDimX, blockDimY, blockDimZ;
    unsigned int sharedMemBytes; ///< dynamic shared memory a block
    CUstream hStream;            ///< it is queued here
    CUlaunchAttribute* attrs;    ///< the caller's; read during the call
    unsigned int numAttrs;       ///< of attrs
};

/// Options of cuLibraryLoadData that Parterre passes. The values are passed as pointers: to the
/// buffer, or the number itself in a pointer's place.
enum CUjit_option : int {
    CU_JIT_ERROR_LOG_BUFFER = 5,            ///< char*, the caller's, for what the compiler says
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
