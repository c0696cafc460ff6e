// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/driver/abi.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace parterre {

/// Bytes that an operation reads or writes, by device address.
struct MemoryRange {
    abi::CUdeviceptr address = 0; ///< of the first byte
    std::size_t bytes = 0;        ///< may be 0: no range

    /// Whether they have a byte in common.
    bool overlaps(const MemoryRange& other) const {
        return address < other.address + other.bytes && other.address < address + bytes;
    }
    /// Whether all of `other` lies in this one.
    bool contains(const MemoryRange& other) const {
        return address <= other.address && other.address + other.bytes <= address + bytes;
    }
    friend bool operator==(const MemoryRange&, const MemoryRange&) = default;
};

/// The memory of one simulated device, and the host memory that it can reach. Behind each
/// allocation is host memory that costs nothing before it is touched.
///
/// Device addresses lie where no pointer of the host can, and are never given out twice: following
/// one on the host faults, as with a real GPU, and use after free is found.
class SimulatedMemory {
public:
    /// `capacity`: bytes of the device's memory.
    explicit SimulatedMemory(std::size_t capacity);
    ~SimulatedMemory();
    SimulatedMemory(const SimulatedMemory&) = delete;
    SimulatedMemory& operator=(const SimulatedMemory&) = delete;

    std::size_t capacity() const { return m_capacity; } ///< bytes in all
    /// Neither allocated nor reserved; host memory does not count.
    std::size_t freeBytes() const { return m_capacity - m_used; }

    /// Allocations not freed, the host's included.
    std::size_t allocationCount() const { return m_allocations.size(); }

    /// Zeroed; 0 when there is not so much left. `bytes` is at least 1.
    abi::CUdeviceptr allocate(std::size_t bytes);
    /// False unless `pointer` is what allocate() gave.
    bool free(abi::CUdeviceptr pointer);
    /// What was allocated there: empty unless `pointer` is what allocate() gave.
    MemoryRange allocationAt(abi::CUdeviceptr pointer) const;

    /// Page-locked host memory, which kernels reach by its own address; null when there is none.
    void* allocateHost(std::size_t bytes);
    /// False unless `pointer` is what allocateHost() gave.
    bool freeHost(void* pointer);

    /// Frees all of the device's allocations (not the host's).
    void freeAll();

    /// Memory that the driver itself takes; false when there is not so much left.
    bool reserve(std::size_t bytes);
    /// Gives back so much of what reserve() took.
    void unreserve(std::size_t bytes);

    /// Where the range's bytes are; null unless all of it lies in one allocation.
    std::byte* resolve(const MemoryRange& range) const;

    /// Whether this is page-locked memory of allocateHost().
    bool isHost(const MemoryRange& range) const;
    /// The same of a pointer of the host.
    bool isHost(const void* pointer, std::size_t bytes) const;

private:
    struct Allocation {
        std::size_t bytes = 0;
        std::size_t mappedBytes = 0;
        std::byte* host = nullptr;
        bool onDevice = true;
    };

    const Allocation* find(const MemoryRange& range) const;

    std::size_t m_capacity;
    std::size_t m_used = 0;
    abi::CUdeviceptr m_nextAddress;
    std::map<abi::CUdeviceptr, Allocation> m_allocations; ///< by first address
};

} // namespace parterre
