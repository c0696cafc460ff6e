// SPDX-License-Identifier: Apache-2.0
// Ways to copy `vectors` times 16 bytes, all with the parameters of resources/kernels/copy.cu, to
// be measured side by side by bench_copy_variants. What wins there is what the catalogue should
// have.

namespace {

__device__ __forceinline__ uint4 load(const uint4* address) {
    return *address;
}

__device__ __forceinline__ uint4 loadStreaming(const uint4* address) {
    uint4 held;
    asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(held.x), "=r"(held.y), "=r"(held.z), "=r"(held.w)
                 : "l"(address));
    return held;
}

__device__ __forceinline__ void store(uint4* address, uint4 held) {
    *address = held;
}

__device__ __forceinline__ void storeStreaming(uint4* address, uint4 held) {
    asm volatile("st.global.cs.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(address), "r"(held.x),
                 "r"(held.y), "r"(held.z), "r"(held.w)
                 : "memory");
}

__device__ __forceinline__ unsigned long long evictFirst() {
    unsigned long long policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    return policy;
}

__device__ __forceinline__ uint4 loadHinted(const uint4* address, unsigned long long policy) {
    uint4 held;
    asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(held.x), "=r"(held.y), "=r"(held.z), "=r"(held.w)
                 : "l"(address), "l"(policy));
    return held;
}

__device__ __forceinline__ void storeHinted(uint4* address, uint4 held, unsigned long long policy) {
    asm volatile("st.global.L2::cache_hint.v4.u32 [%0], {%1, %2, %3, %4}, %5;" ::"l"(address),
                 "r"(held.x), "r"(held.y), "r"(held.z), "r"(held.w), "l"(policy)
                 : "memory");
}

/// All blocks sweep over the memory together.
template <int unroll, bool streaming>
__device__ __forceinline__ void
strided(uint4* destination, const uint4* source, unsigned long long vectors) {
    const unsigned long long block = static_cast<unsigned long long>(blockDim.x) * unroll;
    unsigned long long first = block * blockIdx.x + threadIdx.x;
    for (; first < vectors; first += block * gridDim.x) {
        uint4 held[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            if (const unsigned long long at = first + u * blockDim.x; at < vectors)
                held[u] = streaming ? loadStreaming(source + at) : load(source + at);
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            if (const unsigned long long at = first + u * blockDim.x; at < vectors)
                streaming ? storeStreaming(destination + at, held[u])
                          : store(destination + at, held[u]);
    }
}

template <int unroll>
__device__ __forceinline__ void
hinted(uint4* destination, const uint4* source, unsigned long long vectors) {
    const unsigned long long policy = evictFirst();
    const unsigned long long block = static_cast<unsigned long long>(blockDim.x) * unroll;
    unsigned long long first = block * blockIdx.x + threadIdx.x;
    for (; first < vectors; first += block * gridDim.x) {
        uint4 held[unroll];
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            if (const unsigned long long at = first + u * blockDim.x; at < vectors)
                held[u] = loadHinted(source + at, policy);
#pragma unroll
        for (int u = 0; u < unroll; ++u)
            if (const unsigned long long at = first + u * blockDim.x; at < vectors)
                storeHinted(destination + at, held[u], policy);
    }
}

/// One thread of a block moves tiles through shared memory with bulk copies; half of the `stages`
/// are being filled while the others are written out. Dynamic shared memory: stages * tile bytes.
template <int tile, int stages, bool hints>
__device__ __forceinline__ void
bulk(uint4* destination, const uint4* source, unsigned long long vectors) {
#if __CUDA_ARCH__ >= 900
    constexpr int ahead = stages / 2;
    extern __shared__ __align__(128) unsigned char held[];
    __shared__ __align__(8) unsigned long long filled[stages];
    const auto* const from = reinterpret_cast<const unsigned char*>(source);
    auto* const to = reinterpret_cast<unsigned char*>(destination);
    const unsigned long long tiles = vectors * sizeof(uint4) / tile;
    const unsigned long long policy = evictFirst();
    const auto sharedAddress = [](const void* pointer) {
        return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
    };
    const auto tileOf = [](unsigned long long step) { return blockIdx.x + step * gridDim.x; };
    if (threadIdx.x == 0) {
        for (int s = 0; s < stages; ++s)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&filled[s])));
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        const auto fetch = [&](unsigned long long step) {
            if (tileOf(step) >= tiles)
                return;
            const unsigned barrier = sharedAddress(&filled[step % stages]);
            const unsigned place = sharedAddress(held + step % stages * tile);
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier),
                         "r"(tile)
                         : "memory");
            if (hints)
                asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                             ".L2::cache_hint [%0], [%1], %2, [%3], %4;" ::"r"(place),
                             "l"(from + tileOf(step) * tile), "r"(tile), "r"(barrier), "l"(policy)
                             : "memory");
            else
                asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                             "[%0], [%1], %2, [%3];" ::"r"(place),
                             "l"(from + tileOf(step) * tile), "r"(tile), "r"(barrier)
                             : "memory");
        };
        for (int step = 0; step < ahead; ++step)
            fetch(step);
        for (unsigned long long step = 0; tileOf(step) < tiles; ++step) {
            const unsigned barrier = sharedAddress(&filled[step % stages]);
            const unsigned phase = step / stages % 2;
            asm volatile("{\n\t.reg .pred done;\n"
                         "wait:\n\t"
                         "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
                         "@!done bra wait;\n\t}" ::"r"(barrier),
                         "r"(phase)
                         : "memory");
            const unsigned place = sharedAddress(held + step % stages * tile);
            if (hints)
                asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], "
                             "[%1], %2, %3;" ::"l"(to + tileOf(step) * tile),
                             "r"(place), "r"(tile), "l"(policy)
                             : "memory");
            else
                asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                                 to + tileOf(step) * tile),
                             "r"(place), "r"(tile)
                             : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            // The stage to be filled next has been read by then: only younger groups are left.
            asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(stages - ahead) : "memory");
            fetch(step + ahead);
        }
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    const unsigned long long first = tiles * (tile / sizeof(uint4));
    for (unsigned long long at = first + blockIdx.x * blockDim.x + threadIdx.x; at < vectors;
         at += static_cast<unsigned long long>(blockDim.x) * gridDim.x)
        destination[at] = source[at];
#endif
}

} // namespace

#define COPY_VARIANT(name, function)                                                               \
    extern "C" __global__ void name(                                                               \
        uint4* __restrict__ destination, const uint4* __restrict__ source,                         \
        unsigned long long vectors) {                                                              \
        function(destination, source, vectors);                                                    \
    }

COPY_VARIANT(strided_1, (strided<1, false>))
COPY_VARIANT(strided_4, (strided<4, false>))
COPY_VARIANT(strided_8, (strided<8, false>))
COPY_VARIANT(streaming_1, (strided<1, true>))
COPY_VARIANT(streaming_2, (strided<2, true>))
COPY_VARIANT(streaming_4, (strided<4, true>))
COPY_VARIANT(streaming_8, (strided<8, true>))
COPY_VARIANT(evict_first_4, (hinted<4>))
COPY_VARIANT(evict_first_8, (hinted<8>))
COPY_VARIANT(bulk_4k_8, (bulk<4096, 8, false>))
COPY_VARIANT(bulk_8k_8, (bulk<8192, 8, false>))
COPY_VARIANT(bulk_16k_6, (bulk<16384, 6, false>))
COPY_VARIANT(bulk_16k_12, (bulk<16384, 12, false>))
COPY_VARIANT(bulk_32k_6, (bulk<32768, 6, false>))
COPY_VARIANT(bulk_hints_8k_8, (bulk<8192, 8, true>))
COPY_VARIANT(bulk_hints_16k_6, (bulk<16384, 6, true>))
COPY_VARIANT(bulk_hints_32k_6, (bulk<32768, 6, true>))
