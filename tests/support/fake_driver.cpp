// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_driver.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <new>

namespace parterre::test {
namespace {

using namespace parterre::abi;
using Lock = std::scoped_lock<std::recursive_mutex>;

constexpr std::size_t freeMemory = std::size_t{16} << 20;
constexpr std::uint32_t allSms = 0xffffffffU;

template <typename To, typename From>
To as(From from) {
    return reinterpret_cast<To>(from);
}

void* pointerTo(CUdeviceptr address) {
    return reinterpret_cast<void*>(address);
}

std::uint32_t smsOf(const CUdevResource& resource) {
    std::uint32_t sms = 0;
    std::memcpy(&sms, resource.internalPadding, sizeof sms);
    return sms;
}

/// The lowest `count` SMs of `from`, taken out of it.
std::uint32_t take(std::uint32_t& from, unsigned count) {
    std::uint32_t taken = 0;
    for (; count > 0; --count) {
        const std::uint32_t lowest = from & (~from + 1);
        taken |= lowest;
        from &= ~lowest;
    }
    return taken;
}

unsigned countOf(std::uint32_t sms) {
    return static_cast<unsigned>(std::popcount(sms));
}

unsigned roundUp(unsigned value, unsigned multiple) {
    return std::max(multiple, (value + multiple - 1) / multiple * multiple);
}

} // namespace

FakeDriver::~FakeDriver() {
    for (const StreamState* stream : m_streams)
        delete stream;
    for (const EventState* event : m_events)
        delete event;
    for (const int* library : m_libraries)
        delete library;
    for (const auto* const memories : {&m_deviceMemory, &m_hostMemory})
        for (void* memory : *memories)
            ::operator delete(memory);
}

int FakeDriver::liveObjects() const {
    const Lock lock(m_mutex);
    const auto greens =
        std::count_if(m_greens.begin(), m_greens.end(), [](const auto& g) { return g->alive; });
    return m_primaryRetains + static_cast<int>(greens) +
           static_cast<int>(
               m_streams.size() + m_events.size() + m_deviceMemory.size() + m_hostMemory.size() +
               m_libraries.size());
}

bool FakeDriver::somethingIsCurrent() const {
    const Lock lock(m_mutex);
    const auto found = m_stacks.find(std::this_thread::get_id());
    return found != m_stacks.end() && !found->second.empty();
}

std::vector<std::string> FakeDriver::misuses() const {
    const Lock lock(m_mutex);
    return m_misuses;
}

int FakeDriver::launchesOf(const std::string& kernel) const {
    const Lock lock(m_mutex);
    const auto found = m_launches.find(kernel);
    return found == m_launches.end() ? 0 : found->second;
}

std::pair<unsigned, unsigned> FakeDriver::lastGridOf(const std::string& kernel) const {
    const Lock lock(m_mutex);
    const auto found = m_grids.find(kernel);
    return found == m_grids.end() ? std::pair<unsigned, unsigned>() : found->second;
}

void FakeDriver::afterLaunch(std::function<void(const std::string&, void**)> spoil) {
    const Lock lock(m_mutex);
    m_spoil = std::move(spoil);
}

void FakeDriver::recycleHandles() {
    const Lock lock(m_mutex);
    m_recycles = true;
}

template <typename State>
State*
FakeDriver::make(std::set<State*>& alive, std::vector<std::unique_ptr<State>>& free, State state) {
    std::unique_ptr<State> made;
    if (free.empty()) {
        made = std::make_unique<State>();
    } else {
        made = std::move(free.back());
        free.pop_back();
    }
    *made = state;
    alive.insert(made.get());
    return made.release();
}

template <typename State>
void FakeDriver::end(
    std::set<State*>& alive, std::vector<std::unique_ptr<State>>& free, State* state) {
    alive.erase(state);
    std::unique_ptr<State> ended(state);
    if (m_recycles)
        free.push_back(std::move(ended));
}

FakeDriver::ContextState* FakeDriver::current() const {
    const auto found = m_stacks.find(std::this_thread::get_id());
    return found == m_stacks.end() || found->second.empty() ? nullptr : found->second.back();
}

bool FakeDriver::isCurrentAnywhere(const ContextState* context) const {
    return std::any_of(m_stacks.begin(), m_stacks.end(), [&](const auto& stack) {
        return std::find(stack.second.begin(), stack.second.end(), context) != stack.second.end();
    });
}

CUresult FakeDriver::cuInit(unsigned /*flags*/) {
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDriverGetVersion(int* version) {
    *version = m_version;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDeviceGetCount(int* count) {
    *count = 1;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDeviceGet(CUdevice* device, int ordinal) {
    if (ordinal != 0)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDeviceGetName(char* name, int length, CUdevice /*device*/) {
    std::strncpy(name, "Fake GPU", static_cast<std::size_t>(length));
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDeviceGetUuid(CUuuid* uuid, CUdevice /*device*/) {
    for (std::size_t i = 0; i < sizeof uuid->bytes; ++i)
        uuid->bytes[i] = static_cast<char>(0xf0 + i);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDeviceGetPCIBusId(char* id, int length, CUdevice /*device*/) {
    std::strncpy(id, "0000:1B:00.0", static_cast<std::size_t>(length));
    return CUDA_SUCCESS;
}

CUresult
FakeDriver::cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice /*device*/) {
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        *value = 9;
        break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
        *value = 32;
        break;
    default:
        *value = static_cast<int>(attribute);
    }
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDeviceTotalMem(std::size_t* bytes, CUdevice /*device*/) {
    *bytes = freeMemory;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice /*device*/) {
    const Lock lock(m_mutex);
    ++m_primaryRetains;
    *context = as<CUcontext>(&m_primary);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDevicePrimaryCtxRelease(CUdevice /*device*/) {
    const Lock lock(m_mutex);
    if (--m_primaryRetains == 0) {
        for (const StreamState* stream : m_streams)
            if (stream->context->alive)
                note("primary context released with a live stream");
        if (std::any_of(m_greens.begin(), m_greens.end(), [](const auto& g) { return g->alive; }))
            note("primary context released before a green context");
        if (isCurrentAnywhere(&m_primary))
            note("primary context released while current");
    }
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuCtxGetCurrent(CUcontext* context) {
    const Lock lock(m_mutex);
    *context = as<CUcontext>(current());
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuCtxSetCurrent(CUcontext context) {
    const Lock lock(m_mutex);
    auto& stack = m_stacks[std::this_thread::get_id()];
    if (!stack.empty())
        stack.pop_back();
    if (context != nullptr)
        stack.push_back(as<ContextState*>(context));
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuCtxPushCurrent(CUcontext context) {
    const Lock lock(m_mutex);
    if (context == nullptr)
        return CUDA_ERROR_INVALID_CONTEXT;
    auto* state = as<ContextState*>(context);
    if (!state->alive) {
        note("a destroyed context was made current");
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    }
    m_stacks[std::this_thread::get_id()].push_back(state);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuCtxPopCurrent(CUcontext* context) {
    const Lock lock(m_mutex);
    auto& stack = m_stacks[std::this_thread::get_id()];
    if (stack.empty())
        return CUDA_ERROR_INVALID_CONTEXT;
    *context = as<CUcontext>(stack.back());
    stack.pop_back();
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuCtxGetDevice(CUdevice* device) {
    const Lock lock(m_mutex);
    if (current() == nullptr)
        return CUDA_ERROR_INVALID_CONTEXT;
    *device = 0;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuCtxSynchronize() {
    const Lock lock(m_mutex);
    return current() != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult FakeDriver::cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0;
    *greatest = -5;
    return CUDA_SUCCESS;
}

CUdevResource FakeDriver::resourceOf(std::uint32_t sms, bool isSplitResult) const {
    CUdevResource resource{};
    resource.type = CU_DEV_RESOURCE_TYPE_SM;
    std::memcpy(resource.internalPadding, &sms, sizeof sms);
    resource.sm.smCount = countOf(sms);
    if (m_version >= 13000 && !isSplitResult) {
        resource.sm.minSmPartitionSize = 8;
        resource.sm.smCoscheduledAlignment = 8;
    }
    return resource;
}

CUresult FakeDriver::resource(std::uint32_t sms, CUdevResource* out, CUdevResourceType type) {
    if (type == CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG && m_version >= 13010) {
        *out = {};
        out->type = type;
        out->wqConfig = {0, 4, CU_WORKQUEUE_SCOPE_DEVICE_CTX};
        return CUDA_SUCCESS;
    }
    if (type != CU_DEV_RESOURCE_TYPE_SM)
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    *out = resourceOf(sms, false);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDeviceGetDevResource(
    CUdevice /*device*/, CUdevResource* out, CUdevResourceType type) {
    return resource(allSms, out, type);
}

CUresult
FakeDriver::cuCtxGetDevResource(CUcontext context, CUdevResource* out, CUdevResourceType type) {
    return resource(as<ContextState*>(context)->sms, out, type);
}

CUresult FakeDriver::cuGreenCtxGetDevResource(
    CUgreenCtx context, CUdevResource* out, CUdevResourceType type) {
    return resource(as<ContextState*>(context)->sms, out, type);
}

CUresult
FakeDriver::cuStreamGetDevResource(CUstream stream, CUdevResource* out, CUdevResourceType type) {
    if (!has(DriverFunction::cuStreamGetDevResource))
        return CUDA_ERROR_NOT_SUPPORTED;
    if (type != CU_DEV_RESOURCE_TYPE_SM)
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
    return resource(as<StreamState*>(stream)->context->sms, out, type);
}

CUresult FakeDriver::cuDevSmResourceSplitByCount(
    CUdevResource* result, unsigned* groupCount, const CUdevResource* input,
    CUdevResource* remainder, unsigned flags, unsigned minCount) {
    std::uint32_t left = smsOf(*input);
    const unsigned unit = flags == CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING ? 2 : 8;
    const unsigned size = roundUp(minCount, unit);
    if (size > countOf(left))
        return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    *groupCount = std::min(*groupCount, countOf(left) / size);
    for (unsigned i = 0; result != nullptr && i < *groupCount; ++i)
        result[i] = resourceOf(take(left, size), true);
    if (remainder != nullptr && result != nullptr)
        *remainder = left != 0 ? resourceOf(left, true) : CUdevResource{};
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDevSmResourceSplit(
    CUdevResource* result, unsigned groupCount, const CUdevResource* input,
    CUdevResource* remainder, unsigned /*flags*/, CU_DEV_SM_RESOURCE_GROUP_PARAMS* groups) {
    if (!has(DriverFunction::cuDevSmResourceSplit))
        return CUDA_ERROR_NOT_SUPPORTED;
    std::uint32_t left = smsOf(*input);
    for (unsigned i = 0; i < groupCount; ++i) {
        const unsigned unit = groups[i].coscheduledSmCount != 0 ? groups[i].coscheduledSmCount : 8;
        if (groups[i].smCount == 0)
            groups[i].smCount = countOf(left) / unit * unit;
        const bool backfill = (groups[i].flags & CU_DEV_SM_RESOURCE_GROUP_BACKFILL) != 0;
        if ((groups[i].smCount % unit != 0 && !backfill) || groups[i].smCount > countOf(left))
            return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
        const std::uint32_t taken = take(left, groups[i].smCount);
        if (result == nullptr)
            continue;
        result[i] = resourceOf(taken, true);
        result[i].sm.flags = groups[i].flags;
        if (m_version >= 13040)
            result[i].sm.localityDomainId = groups[i].localityDomainId;
    }
    if (remainder != nullptr)
        *remainder = left != 0 ? resourceOf(left, true) : CUdevResource{};
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuDevResourceGenerateDesc(
    CUdevResourceDesc* descriptor, CUdevResource* resources, unsigned resourceCount) {
    const Lock lock(m_mutex);
    if (resourceCount == 0)
        return CUDA_ERROR_INVALID_VALUE;
    std::uint32_t sms = 0;
    for (unsigned i = 0; i < resourceCount; ++i)
        if (resources[i].type == CU_DEV_RESOURCE_TYPE_SM)
            sms |= smsOf(resources[i]);
    m_descriptors.push_back(std::make_unique<std::uint32_t>(sms));
    *descriptor = as<CUdevResourceDesc>(m_descriptors.back().get());
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuGreenCtxCreate(
    CUgreenCtx* context, CUdevResourceDesc descriptor, CUdevice /*device*/, unsigned flags) {
    const Lock lock(m_mutex);
    if (flags != CU_GREEN_CTX_DEFAULT_STREAM)
        return CUDA_ERROR_INVALID_VALUE;
    if (m_primaryRetains == 0)
        note("green context made before the primary context was retained");
    const ContextState made{*as<std::uint32_t*>(descriptor), true, true};
    const auto dead = std::find_if(m_greens.rbegin(), m_greens.rend(), [&](const auto& green) {
        return m_recycles && !green->alive;
    });
    if (dead != m_greens.rend()) {
        **dead = made;
        *context = as<CUgreenCtx>(dead->get());
        return CUDA_SUCCESS;
    }
    m_greens.push_back(std::make_unique<ContextState>(made));
    *context = as<CUgreenCtx>(m_greens.back().get());
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuGreenCtxDestroy(CUgreenCtx context) {
    const Lock lock(m_mutex);
    auto* state = as<ContextState*>(context);
    if (isCurrentAnywhere(state))
        note("green context destroyed while current");
    for (const StreamState* stream : m_streams)
        if (stream->context == state)
            note("green context destroyed with a live stream");
    if (!state->alive)
        note("green context destroyed twice");
    state->alive = false;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuCtxFromGreenCtx(CUcontext* context, CUgreenCtx greenContext) {
    *context = as<CUcontext>(greenContext);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuGreenCtxGetId(CUgreenCtx /*context*/, unsigned long long* id) {
    *id = 254;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::makeStream(ContextState* context, CUstream* stream, int priority) {
    *stream = as<CUstream>(
        make(m_streams, m_freeStreams, StreamState{context, std::clamp(priority, -5, 0)}));
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuGreenCtxStreamCreate(
    CUstream* stream, CUgreenCtx context, unsigned flags, int priority) {
    const Lock lock(m_mutex);
    if (!has(DriverFunction::cuGreenCtxStreamCreate))
        return CUDA_ERROR_NOT_SUPPORTED;
    if (flags != CU_STREAM_NON_BLOCKING)
        return CUDA_ERROR_INVALID_VALUE;
    return makeStream(as<ContextState*>(context), stream, priority);
}

CUresult FakeDriver::cuStreamGetGreenCtx(CUstream stream, CUgreenCtx* context) {
    ContextState* state = as<StreamState*>(stream)->context;
    *context = state->green ? as<CUgreenCtx>(state) : nullptr;
    return CUDA_SUCCESS;
}

CUresult
FakeDriver::cuStreamCreateWithPriority(CUstream* stream, unsigned /*flags*/, int priority) {
    const Lock lock(m_mutex);
    if (current() == nullptr)
        return CUDA_ERROR_INVALID_CONTEXT;
    return makeStream(current(), stream, priority);
}

CUresult FakeDriver::cuStreamDestroy(CUstream stream) {
    const Lock lock(m_mutex);
    auto* state = as<StreamState*>(stream);
    if (!m_streams.contains(state)) {
        note("unknown stream destroyed");
        return CUDA_ERROR_INVALID_HANDLE;
    }
    end(m_streams, m_freeStreams, state);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuStreamSynchronize(CUstream stream) {
    const Lock lock(m_mutex);
    if (current() == nullptr)
        return CUDA_ERROR_INVALID_CONTEXT;
    return m_streams.contains(as<StreamState*>(stream)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult FakeDriver::cuStreamQuery(CUstream stream) {
    return cuStreamSynchronize(stream);
}

CUresult FakeDriver::cuStreamGetCtx(CUstream stream, CUcontext* context) {
    *context = as<CUcontext>(as<StreamState*>(stream)->context);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuStreamGetPriority(CUstream stream, int* priority) {
    *priority = as<StreamState*>(stream)->priority;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuStreamGetFlags(CUstream /*stream*/, unsigned* flags) {
    *flags = CU_STREAM_NON_BLOCKING;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuStreamWaitEvent(CUstream stream, CUevent /*event*/, unsigned /*flags*/) {
    return cuStreamSynchronize(stream);
}

CUresult FakeDriver::cuEventCreate(CUevent* event, unsigned /*flags*/) {
    const Lock lock(m_mutex);
    if (current() == nullptr)
        return CUDA_ERROR_INVALID_CONTEXT;
    *event = as<CUevent>(make(m_events, m_freeEvents, EventState{}));
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuEventDestroy(CUevent event) {
    const Lock lock(m_mutex);
    auto* state = as<EventState*>(event);
    if (!m_events.contains(state)) {
        note("unknown event destroyed");
        return CUDA_ERROR_INVALID_HANDLE;
    }
    end(m_events, m_freeEvents, state);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuEventRecord(CUevent event, CUstream stream) {
    const Lock lock(m_mutex);
    const CUresult result = cuStreamSynchronize(stream);
    if (result == CUDA_SUCCESS)
        as<EventState*>(event)->time = m_clock;
    return result;
}

CUresult FakeDriver::cuEventQuery(CUevent /*event*/) {
    const Lock lock(m_mutex);
    return current() != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult FakeDriver::cuEventSynchronize(CUevent event) {
    // Some real time has to pass, or a run would keep a core busy for nothing.
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    return cuEventQuery(event);
}

CUresult FakeDriver::cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
    const Lock lock(m_mutex);
    const double from = as<EventState*>(start)->time;
    const double to = as<EventState*>(end)->time;
    if (from < 0 || to < 0)
        return CUDA_ERROR_INVALID_HANDLE;
    *milliseconds = static_cast<float>(to - from);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuMemGetInfo(std::size_t* freeBytes, std::size_t* totalBytes) {
    const Lock lock(m_mutex);
    if (current() == nullptr)
        return CUDA_ERROR_INVALID_CONTEXT;
    *freeBytes = freeMemory;
    *totalBytes = freeMemory;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuMemAlloc(CUdeviceptr* pointer, std::size_t bytes) {
    void* memory = nullptr;
    const CUresult result = cuMemHostAlloc(&memory, bytes, 0);
    if (result != CUDA_SUCCESS)
        return result;
    const Lock lock(m_mutex);
    m_hostMemory.erase(memory);
    m_deviceMemory.insert(memory);
    *pointer = as<CUdeviceptr>(memory);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuMemFree(CUdeviceptr pointer) {
    const Lock lock(m_mutex);
    if (m_deviceMemory.erase(pointerTo(pointer)) == 0) {
        note("unknown device memory freed");
        return CUDA_ERROR_INVALID_VALUE;
    }
    ::operator delete(pointerTo(pointer));
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned /*flags*/) {
    const Lock lock(m_mutex);
    if (current() == nullptr)
        return CUDA_ERROR_INVALID_CONTEXT;
    *pointer = ::operator new(bytes);
    std::memset(*pointer, 0xcd, bytes);
    m_hostMemory.insert(*pointer);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuMemFreeHost(void* pointer) {
    const Lock lock(m_mutex);
    if (m_hostMemory.erase(pointer) == 0) {
        note("unknown host memory freed");
        return CUDA_ERROR_INVALID_VALUE;
    }
    ::operator delete(pointer);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuMemcpyHtoDAsync(
    CUdeviceptr destination, const void* source, std::size_t bytes, CUstream stream) {
    const CUresult result = cuStreamSynchronize(stream);
    if (result == CUDA_SUCCESS)
        std::memcpy(pointerTo(destination), source, bytes);
    return result;
}

CUresult FakeDriver::cuMemcpyDtoHAsync(
    void* destination, CUdeviceptr source, std::size_t bytes, CUstream stream) {
    const CUresult result = cuStreamSynchronize(stream);
    if (result == CUDA_SUCCESS)
        std::memcpy(destination, pointerTo(source), bytes);
    return result;
}

CUresult FakeDriver::cuMemcpyDtoDAsync(
    CUdeviceptr destination, CUdeviceptr source, std::size_t bytes, CUstream stream) {
    return cuMemcpyHtoDAsync(destination, pointerTo(source), bytes, stream);
}

CUresult FakeDriver::cuMemsetD32Async(
    CUdeviceptr destination, unsigned value, std::size_t count, CUstream stream) {
    const CUresult result = cuStreamSynchronize(stream);
    if (result == CUDA_SUCCESS)
        std::fill_n(static_cast<unsigned*>(pointerTo(destination)), count, value);
    return result;
}

CUresult FakeDriver::cuLibraryLoadData(
    CUlibrary* library, const void* code, CUjit_option* options, void** values, unsigned count,
    CUlibraryOption* /*libraryOptions*/, void** /*libraryValues*/, unsigned /*libraryCount*/) {
    const Lock lock(m_mutex);
    constexpr std::string_view broken = "broken";
    if (std::strncmp(static_cast<const char*>(code), broken.data(), broken.size()) == 0) {
        for (unsigned i = 0; i < count; ++i)
            if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
                std::strcpy(static_cast<char*>(values[i]), "\nptxas: line 1: not a directive\n");
        return CUDA_ERROR_INVALID_PTX;
    }
    auto* state = new int(0);
    m_libraries.insert(state);
    *library = as<CUlibrary>(state);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuLibraryUnload(CUlibrary library) {
    const Lock lock(m_mutex);
    auto* state = as<int*>(library);
    if (m_libraries.erase(state) == 0) {
        note("unknown library unloaded");
        return CUDA_ERROR_INVALID_HANDLE;
    }
    delete state;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuLibraryGetKernel(CUkernel* kernel, CUlibrary /*library*/, const char* name) {
    const Lock lock(m_mutex);
    if (!std::string(name).starts_with("parterre_"))
        return CUDA_ERROR_NOT_FOUND;
    m_kernels[name] = {name};
    *kernel = as<CUkernel>(&m_kernels[name]);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
    const Lock lock(m_mutex);
    if (current() == nullptr)
        return CUDA_ERROR_INVALID_CONTEXT;
    *function = as<CUfunction>(kernel);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuKernelGetAttribute(
    int* value, CUfunction_attribute attribute, CUkernel /*kernel*/, CUdevice /*device*/) {
    *value = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS ? 20 : 0;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuKernelSetAttribute(
    CUfunction_attribute /*attribute*/, int /*value*/, CUkernel /*kernel*/, CUdevice /*device*/) {
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuKernelGetParamInfo(
    CUkernel kernel, std::size_t index, std::size_t* offset, std::size_t* size) {
    const Lock lock(m_mutex);
    if (!has(DriverFunction::cuKernelGetParamInfo))
        return CUDA_ERROR_NOT_SUPPORTED;
    static const std::map<std::string, std::vector<std::size_t>> sizes{
        {"parterre_fma", {8, 4, 4, 4}},
        {"parterre_copy", {8, 8, 8}},
        {"parterre_copy_timed", {8, 8, 8, 8, 4}},
        {"parterre_fill", {8, 8, 4}},
        {"parterre_smid", {8, 4, 8}}};
    const auto known = sizes.find(as<KernelState*>(kernel)->name);
    if (known == sizes.end() || index >= known->second.size())
        return CUDA_ERROR_INVALID_VALUE;
    *offset = 8 * index;
    *size = known->second[index];
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuLaunchKernelEx(
    const CUlaunchConfig* configuration, CUfunction function, void** parameters, void** /*extra*/) {
    const Lock lock(m_mutex);
    const CUresult result = cuStreamSynchronize(configuration->hStream);
    if (result != CUDA_SUCCESS)
        return result;
    const std::string& name = as<KernelState*>(function)->name;
    const std::uint32_t sms = as<StreamState*>(configuration->hStream)->context->sms;
    if (name == "parterre_fill") {
        const auto vectors = *static_cast<unsigned long long*>(parameters[1]);
        std::fill_n(
            static_cast<unsigned*>(pointerTo(*static_cast<CUdeviceptr*>(parameters[0]))),
            vectors * 4, *static_cast<unsigned*>(parameters[2]));
    } else if (name == "parterre_smid") {
        auto* counts = static_cast<unsigned*>(pointerTo(*static_cast<CUdeviceptr*>(parameters[0])));
        for (unsigned sm = 0; sm < 32; ++sm)
            counts[sm] += sms >> sm & 1U;
    }
    ++m_launches[name];
    m_grids[name] = {configuration->gridDimX, configuration->blockDimX};
    m_clock += 1;
    if (m_spoil)
        m_spoil(name, parameters);
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, CUfunction /*function*/, int blockSize, std::size_t /*dynamicSharedBytes*/) {
    *blocks = 2048 / blockSize;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuOccupancyMaxPotentialClusterSize(
    int* clusterSize, CUfunction /*function*/, const CUlaunchConfig* /*configuration*/) {
    *clusterSize = 8;
    return CUDA_SUCCESS;
}

CUresult FakeDriver::cuOccupancyMaxActiveClusters(
    int* clusters, CUfunction /*function*/, const CUlaunchConfig* /*configuration*/) {
    *clusters = 4;
    return CUDA_SUCCESS;
}

} // namespace parterre::test
