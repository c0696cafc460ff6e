// SPDX-License-Identifier: Apache-2.0
// A library that looks like libcuda as far as NvidiaDriver's loading goes. It answers
// cuGetProcAddress as real drivers were recorded to: a version above its own is refused whatever
// the symbol, a function that is newer than the version asked for is not given out. Environment:
// FAKE_CUDA_VERSION (13000), FAKE_CUDA_INIT (what cuInit answers, 0).
// With FAKE_CUDA_V1_ONLY it has cuGetProcAddress as before 12.0.

#include <cstdlib>
#include <cstring>

namespace {

enum { success = 0, invalidValue = 1, notFound = 500 };

int fromEnvironment(const char* name, int fallback) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::atoi(text) : fallback;
}

struct Export {
    const char* symbol;
    int version;
    void* address;
};

int anyCall() {
    return success;
}

int requestsAboveOwn = 0;

} // namespace

extern "C" {

int cuDriverGetVersion(int* version) {
    *version = fromEnvironment("FAKE_CUDA_VERSION", 13000);
    return success;
}

int cuInit(unsigned /*flags*/) {
    return fromEnvironment("FAKE_CUDA_INIT", success);
}

int fakeDeviceGetCount(int* count) {
    *count = 3;
    return success;
}

/// For the test: how often a version above the driver's own was asked for.
int fakeRequestsAboveOwn() {
    return requestsAboveOwn;
}

static int find(const char* symbol, void** address, int version, int* status) {
    int own = 0;
    cuDriverGetVersion(&own);
    *address = nullptr;
    if (status != nullptr)
        *status = 1;
    if (version > own) {
        ++requestsAboveOwn;
        return invalidValue;
    }
    // As in the recordings: since when some functions exist.
    const Export exports[] = {
        {"cuInit", 2000, reinterpret_cast<void*>(&cuInit)},
        {"cuDriverGetVersion", 2020, reinterpret_cast<void*>(&cuDriverGetVersion)},
        {"cuDeviceGetCount", 2000, reinterpret_cast<void*>(&fakeDeviceGetCount)},
        {"cuDeviceGetDevResource", 12040, reinterpret_cast<void*>(&anyCall)},
        {"cuGreenCtxCreate", 12040, reinterpret_cast<void*>(&anyCall)},
        {"cuDevSmResourceSplitByCount", 12040, reinterpret_cast<void*>(&anyCall)},
        {"cuGreenCtxStreamCreate", 12050, reinterpret_cast<void*>(&anyCall)},
        {"cuGreenCtxGetId", 12090, reinterpret_cast<void*>(&anyCall)},
        {"cuDevSmResourceSplit", 13010, reinterpret_cast<void*>(&anyCall)},
    };
    for (const Export& e : exports) {
        if (std::strcmp(e.symbol, symbol) != 0 || e.version > own)
            continue;
        if (status != nullptr)
            *status = e.version > version ? 2 : 0;
        if (e.version <= version)
            *address = e.address;
        // Without a status there is only the result to tell.
        return *address == nullptr && status == nullptr ? notFound : success;
    }
    return status == nullptr ? notFound : success;
}

#ifndef FAKE_CUDA_V1_ONLY
int cuGetProcAddress_v2(
    const char* symbol, void** address, int version, unsigned long long /*flags*/, int* status) {
    return find(symbol, address, version, status);
}
#endif

int cuGetProcAddress(
    const char* symbol, void** address, int version, unsigned long long /*flags*/) {
    return find(symbol, address, version, nullptr);
}

} // extern "C"
