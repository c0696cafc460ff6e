// SPDX-License-Identifier: Apache-2.0
#include "core/simulator/simulated_memory.h"

#include <iterator>
#include <sys/mman.h>

namespace parterre {
namespace {

/// Above every address a 64-bit process of today can have.
constexpr abi::CUdeviceptr firstAddress = abi::CUdeviceptr{1} << 58U;

/// The driver hands out memory in pages of this size.
constexpr std::size_t granularity = std::size_t{2} << 20U;

std::size_t roundedUp(std::size_t bytes, std::size_t to) {
    return (bytes + to - 1) / to * to;
}

/// Address space without memory: a page gets some when it is first touched.
std::byte* mapped(std::size_t bytes) {
    void* const memory = mmap(
        nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

abi::CUdeviceptr addressOf(const void* pointer) {
    return reinterpret_cast<abi::CUdeviceptr>(pointer);
}

} // namespace

SimulatedMemory::SimulatedMemory(std::size_t capacity)
    : m_capacity(capacity)
    , m_nextAddress(firstAddress) {}

SimulatedMemory::~SimulatedMemory() {
    for (const auto& [address, allocation] : m_allocations)
        munmap(allocation.host, allocation.mappedBytes);
}

abi::CUdeviceptr SimulatedMemory::allocate(std::size_t bytes) {
    if (bytes > freeBytes())
        return 0;
    const std::size_t whole = roundedUp(bytes, granularity);
    if (whole > freeBytes())
        return 0;
    std::byte* const host = mapped(whole);
    if (host == nullptr)
        return 0;
    const abi::CUdeviceptr address = m_nextAddress;
    // A gap, so that running past the end of one allocation never lands in the next.
    m_nextAddress += whole + granularity;
    m_used += whole;
    m_allocations[address] = {bytes, whole, host, true};
    return address;
}

bool SimulatedMemory::free(abi::CUdeviceptr pointer) {
    const auto found = m_allocations.find(pointer);
    if (found == m_allocations.end() || !found->second.onDevice)
        return false;
    munmap(found->second.host, found->second.mappedBytes);
    m_used -= found->second.mappedBytes;
    m_allocations.erase(found);
    return true;
}

MemoryRange SimulatedMemory::allocationAt(abi::CUdeviceptr pointer) const {
    const auto found = m_allocations.find(pointer);
    if (found == m_allocations.end() || !found->second.onDevice)
        return {};
    return {pointer, found->second.bytes};
}

void* SimulatedMemory::allocateHost(std::size_t bytes) {
    constexpr std::size_t largest = std::size_t{1} << 46U;
    if (bytes > largest)
        return nullptr;
    const std::size_t whole = roundedUp(bytes, 4096);
    std::byte* const host = mapped(whole);
    if (host != nullptr)
        m_allocations[addressOf(host)] = {bytes, whole, host, false};
    return host;
}

bool SimulatedMemory::freeHost(void* pointer) {
    const auto found = m_allocations.find(addressOf(pointer));
    if (found == m_allocations.end() || found->second.onDevice)
        return false;
    munmap(found->second.host, found->second.mappedBytes);
    m_allocations.erase(found);
    return true;
}

void SimulatedMemory::freeAll() {
    for (auto at = m_allocations.begin(); at != m_allocations.end();) {
        if (at->second.onDevice) {
            munmap(at->second.host, at->second.mappedBytes);
            m_used -= at->second.mappedBytes;
            at = m_allocations.erase(at);
        } else {
            ++at;
        }
    }
}

bool SimulatedMemory::reserve(std::size_t bytes) {
    if (bytes > freeBytes())
        return false;
    m_used += bytes;
    return true;
}

void SimulatedMemory::unreserve(std::size_t bytes) {
    m_used -= bytes;
}

const SimulatedMemory::Allocation* SimulatedMemory::find(const MemoryRange& range) const {
    auto after = m_allocations.upper_bound(range.address);
    if (after == m_allocations.begin())
        return nullptr;
    const auto& [address, allocation] = *std::prev(after);
    const std::size_t offset = range.address - address;
    const bool inside = offset <= allocation.bytes && range.bytes <= allocation.bytes - offset;
    return inside ? &allocation : nullptr;
}

std::byte* SimulatedMemory::resolve(const MemoryRange& range) const {
    const Allocation* const allocation = find(range);
    if (allocation == nullptr)
        return nullptr;
    const auto first = allocation->onDevice
                           ? std::prev(m_allocations.upper_bound(range.address))->first
                           : addressOf(allocation->host);
    return allocation->host + (range.address - first);
}

bool SimulatedMemory::isHost(const MemoryRange& range) const {
    const Allocation* const allocation = find(range);
    return allocation != nullptr && !allocation->onDevice;
}

bool SimulatedMemory::isHost(const void* pointer, std::size_t bytes) const {
    return isHost(MemoryRange{addressOf(pointer), bytes});
}

} // namespace parterre
