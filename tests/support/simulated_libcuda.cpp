// SPDX-License-Identifier: Apache-2.0
// A library that looks like libcuda, with a simulated H200 behind it: a program that loads it takes
// that for a real GPU. Code whose text holds "ENDLESS" never comes to an end once it is launched:
// as with a real one, its events stay unfinished and all that waits for them does so for good.
// Other text is known by its kernels' names only, as everywhere in the simulator.
#include "core/driver/driver.h"
#include "core/simulator/device_profile.h"
#include "core/simulator/simulated_driver.h"

#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <thread>

using namespace parterre;
using namespace parterre::abi;

namespace {

constexpr int ownVersion = 13000;

SimulatedDriver& gpu() {
    // Never destroyed: other threads may still be in it when the program ends.
    static auto* const driver = new SimulatedDriver(DeviceProfile::load("h200"), ownVersion);
    return *driver;
}

std::mutex mutex; // guards what follows
std::set<CUlibrary> endlessLibraries;
std::set<CUfunction> endlessFunctions;
std::map<CUkernel, CUlibrary> libraryOf;
std::set<CUstream> busyStreams;
std::set<CUevent> openEvents;

template <typename Handle>
bool holds(const std::set<Handle>& handles, Handle handle) {
    const std::scoped_lock lock(mutex);
    return handles.contains(handle);
}

[[noreturn]] void waitForGood() {
    for (;;)
        std::this_thread::sleep_for(std::chrono::hours(1));
}

// What is not said here, the simulated driver answers alone.
#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    CUresult plain_##symbol parameters {                                                           \
        return gpu().symbol arguments;                                                             \
    }
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION

CUresult loadData(
    CUlibrary* library, const void* code, CUjit_option* jitOptions, void** jitValues,
    unsigned jitCount, CUlibraryOption* options, void** values, unsigned count) {
    const CUresult result = gpu().cuLibraryLoadData(
        library, code, jitOptions, jitValues, jitCount, options, values, count);
    if (std::strstr(static_cast<const char*>(code), "ENDLESS") != nullptr) {
        const std::scoped_lock lock(mutex);
        endlessLibraries.insert(*library);
    }
    return result;
}

CUresult getKernel(CUkernel* kernel, CUlibrary library, const char* name) {
    const CUresult result = gpu().cuLibraryGetKernel(kernel, library, name);
    const std::scoped_lock lock(mutex);
    if (result == CUDA_SUCCESS)
        libraryOf[*kernel] = library;
    return result;
}

CUresult getFunction(CUfunction* function, CUkernel kernel) {
    const CUresult result = gpu().cuKernelGetFunction(function, kernel);
    const std::scoped_lock lock(mutex);
    if (result == CUDA_SUCCESS && endlessLibraries.contains(libraryOf[kernel]))
        endlessFunctions.insert(*function);
    return result;
}

CUresult launch(const CUlaunchConfig* shape, CUfunction function, void** arguments, void** extra) {
    {
        const std::scoped_lock lock(mutex);
        if (endlessFunctions.contains(function))
            busyStreams.insert(shape->hStream);
    }
    return gpu().cuLaunchKernelEx(shape, function, arguments, extra);
}

CUresult recordEvent(CUevent event, CUstream stream) {
    const std::scoped_lock lock(mutex);
    if (busyStreams.contains(stream))
        openEvents.insert(event);
    return gpu().cuEventRecord(event, stream);
}

CUresult queryEvent(CUevent event) {
    return holds(openEvents, event) ? CUDA_ERROR_NOT_READY : gpu().cuEventQuery(event);
}

CUresult synchronizeEvent(CUevent event) {
    if (holds(openEvents, event))
        waitForGood();
    return gpu().cuEventSynchronize(event);
}

CUresult synchronizeStream(CUstream stream) {
    if (holds(busyStreams, stream))
        waitForGood();
    return gpu().cuStreamSynchronize(stream);
}

CUresult destroyStream(CUstream stream) {
    if (holds(busyStreams, stream))
        waitForGood();
    return gpu().cuStreamDestroy(stream);
}

bool isAnyBusy() {
    const std::scoped_lock lock(mutex);
    return !busyStreams.empty();
}

CUresult freeMemory(CUdeviceptr memory) {
    if (isAnyBusy())
        waitForGood();
    return gpu().cuMemFree(memory);
}

CUresult destroyContext(CUgreenCtx context) {
    if (isAnyBusy())
        waitForGood();
    return gpu().cuGreenCtxDestroy(context);
}

void* addressOf(std::string_view symbol) {
    static const std::map<std::string_view, void*> addresses = [] {
        std::map<std::string_view, void*> all{
#define PARTERRE_DRIVER_FUNCTION(symbol, version, parameters, arguments)                           \
    {#symbol, reinterpret_cast<void*>(&plain_##symbol)},
#include "core/driver/driver_functions.def"
#undef PARTERRE_DRIVER_FUNCTION
        };
        all["cuLibraryLoadData"] = reinterpret_cast<void*>(&loadData);
        all["cuLibraryGetKernel"] = reinterpret_cast<void*>(&getKernel);
        all["cuKernelGetFunction"] = reinterpret_cast<void*>(&getFunction);
        all["cuLaunchKernelEx"] = reinterpret_cast<void*>(&launch);
        all["cuEventRecord"] = reinterpret_cast<void*>(&recordEvent);
        all["cuEventQuery"] = reinterpret_cast<void*>(&queryEvent);
        all["cuEventSynchronize"] = reinterpret_cast<void*>(&synchronizeEvent);
        all["cuStreamSynchronize"] = reinterpret_cast<void*>(&synchronizeStream);
        all["cuStreamDestroy"] = reinterpret_cast<void*>(&destroyStream);
        all["cuMemFree"] = reinterpret_cast<void*>(&freeMemory);
        all["cuGreenCtxDestroy"] = reinterpret_cast<void*>(&destroyContext);
        return all;
    }();
    const auto found = addresses.find(symbol);
    return found == addresses.end() ? nullptr : found->second;
}

} // namespace

extern "C" {

int cuDriverGetVersion(int* found) {
    *found = ownVersion;
    return 0;
}

int cuGetProcAddress_v2(
    const char* symbol, void** address, int asked, unsigned long long /*flags*/, int* status) {
    *address = asked <= ownVersion ? addressOf(symbol) : nullptr;
    *status = *address == nullptr ? 1 : 0;
    return 0;
}

} // extern "C"
